import { splitLines } from "../base/lines";
import { termsOf } from "../lexical/terms";
import type { Hit } from "../search/hit";

/** Lines of the file, 0-based, half-open. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** What the lines of a window should be about: term -> weight. */
export type TermWeights = ReadonlyMap<string, number>;

/** A hit's lines without their ends, one for each line of its span. */
export function linesOf(hit: Pick<Hit, "text" | "startLine" | "endLine">): string[] {
  return splitLines(hit.text).slice(0, hit.endLine - hit.startLine);
}

/**
 * The run of at most `nLines` lines of a hit that covers most of the wanted terms by weight; of equal runs the one
 * whose lines name them most often. The signature's line counts as a match too, a small one.
 */
export function bestWindow(hit: Hit, wanted: TermWeights, nLines: number): LineRange {
  const lines = linesOf(hit);
  if (lines.length <= nLines) return trimBlank(lines, hit.startLine, 0, lines.length);
  const terms = lines.map((line) => [...termsOf(line).keys()].filter((term) => wanted.has(term)));
  const signatureIdx = signatureIdxOf(hit);
  let best = { first: 0, last: 0, score: -1 };
  for (let at = 0; at + nLines <= lines.length; at++) {
    const window = terms.slice(at, at + nLines);
    const keepsSignature = signatureIdx >= at && signatureIdx < at + nLines;
    const score = scoreOf(window, wanted) + (keepsSignature ? SIGNATURE_WORTH * weightOf(wanted) : 0);
    if (score > best.score + 1e-9) best = { first: at, last: at, score };
    else if (score > best.score - 1e-9 && at === best.last + 1) best = { ...best, last: at };
  }
  // Of neighbouring windows that are equally good the middle one has context on both sides.
  const at =
    signatureIdx < best.first + nLines && signatureIdx >= best.first
      ? best.first
      : (best.first + best.last) >> 1;
  return trimBlank(lines, hit.startLine, at, at + nLines);
}

/** The line that declares the hit's symbol, an index into its lines; -1 where these lines do not declare it. */
export function signatureIdxOf(hit: Hit): number {
  return hit.definedAt === null ? -1 : hit.definedAt - hit.startLine;
}

/** Takes blank lines, and closing brackets of what came before, off the ends. */
export function trimBlank(lines: readonly string[], base: number, from: number, to: number): LineRange {
  let start = from;
  let end = to;
  while (start < end - 1 && /^[\s)\]};,]*$/.test(lines[start] ?? "")) start++;
  while (end > start + 1 && (lines[end - 1] ?? "").trim() === "") end--;
  return { startLine: base + start, endLine: base + end };
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The signature says what the lines belong to: worth a tenth of everything asked for, so real matches win over it. */
const SIGNATURE_WORTH = 0.1;

/** Each term once, and a hundredth for each line that names it again: coverage first, density as the tie-break. */
function scoreOf(window: readonly (readonly string[])[], wanted: TermWeights): number {
  const seen = new Set<string>();
  let score = 0;
  for (const term of window.flat()) {
    score += (wanted.get(term) ?? 0) * (seen.has(term) ? 0.01 : 1);
    seen.add(term);
  }
  return score;
}

function weightOf(wanted: TermWeights): number {
  let sum = 0;
  for (const weight of wanted.values()) sum += weight;
  return sum;
}
