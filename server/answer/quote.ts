import { hasWhole, squeezeSpace } from "./evidence";
import type { LineRange } from "./window";

/** Where a quotation stands in lines. */
export interface FoundQuote extends LineRange {
  /** "exact" but for white space and comment marks; "near": one unbroken run of at least `NEAR_SHARE` of it. */
  readonly match: "exact" | "near";
}

/** Of a quotation this much must stand in one run. Pieces put together from several runs never count. */
const NEAR_SHARE = 0.85;

/**
 * Finds a quotation in lines.
 *
 * @returns lines by index into `lines`, as few as hold it; null where no unbroken run says it.
 */
export function findQuote(lines: readonly string[], quote: string): FoundQuote | null {
  const wanted = unbroken(quote);
  if (wanted === "") return null;
  for (const form of FORMS) {
    const shown = lines.map((line) => squeezeSpace(form(line)));
    const text = squeezeSpace(form === bare ? quote.split(/\r?\n/).map(bare).join(" ") : wanted);
    const found = exactRange(shown, text);
    if (found) return { ...found, match: "exact" };
  }
  return nearRange(lines.map(squeezeSpace), wanted);
}

/** Lines as they are, and without the marks of comments: a quotation of a comment leaves them out. */
const bare = (line: string): string =>
  line.replace(/^\s*(?:\/\/[/!]?|\/?\*+\/?|#+|--+|;+|"""|''')\s?/, "").replace(/\s*\*\/\s*$/, "");
const FORMS: readonly ((line: string) => string)[] = [(line) => line, bare];

/** Without the dots that say the quotation goes on. */
function unbroken(quote: string): string {
  return squeezeSpace(quote.replace(/^\s*(?:\.{3}|…)|(?:\.{3}|…)\s*$/g, ""));
}

function exactRange(lines: readonly string[], wanted: string): LineRange | null {
  const joined = (start: number, end: number) =>
    lines
      .slice(start, end)
      .filter((line) => line !== "")
      .join(" ");
  const holds = (start: number, end: number) => {
    const text = joined(start, end);
    return text.includes(wanted) && (hasWhole(text, wanted) || !cutsNumber(text, wanted));
  };
  if (wanted === "" || !holds(0, lines.length)) return null;
  let from = 0;
  let to = lines.length;
  while (from + 1 < to && holds(from + 1, to)) from++;
  while (to - 1 > from && holds(from, to - 1)) to--;
  return { startLine: from, endLine: to };
}

/** `limit = 1` is no quotation of `limit = 100`, though it is part of it. */
function cutsNumber(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const after = text.slice(at + part.length);
    if (
      !(/[\d.]$/.test(part) && /^[\d_.]*\d/.test(after)) &&
      !(/^\d/.test(part) && /\d$/.test(text.slice(0, at)))
    )
      return false;
  }
  return true;
}

/** A run that is nearly all of the quotation, where what differs claims nothing: no number, name or negation. */
function nearRange(lines: readonly string[], wanted: string): FoundQuote | null {
  const words = wanted.split(" ");
  const least = Math.ceil(wanted.length * NEAR_SHARE);
  for (let nLeft = 1; nLeft < words.length; nLeft++) {
    for (let first = 0; first <= nLeft; first++) {
      const run = words.slice(first, words.length - (nLeft - first)).join(" ");
      if (run.length < least) continue;
      const rest = [...words.slice(0, first), ...words.slice(words.length - (nLeft - first))].join(" ");
      if (/[\p{L}\p{N}]/u.test(rest)) continue;
      const found = exactRange(lines, run);
      if (found) return { ...found, match: "near" };
    }
    if (words.slice(0, words.length - nLeft).join(" ").length < least / 2) break;
  }
  return null;
}
