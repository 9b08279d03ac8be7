import { hashOf } from "./hash";
import { lineStarts, sliceLines } from "./lines";

export interface LineRange {
  readonly startLine: number; // 0-based, half-open.
  readonly endLine: number;
}

export interface FoundLines extends LineRange {
  readonly state: "same" | "moved";
  readonly text: string;
}

/** Windows tried at most: beyond this the lines count as gone rather than keep a person waiting. */
const MAX_WINDOWS = 40_000;

/**
 * Finds a run of lines again in the text as it is now: at its old place, else at the nearest place where as many
 * lines have the same hash.
 *
 * @param textHash `hashOf` of the lines when they were indexed or cited.
 * @returns null when no run of lines has this content any more.
 */
export function findLines(text: string, was: LineRange, textHash: string): FoundLines | null {
  const starts = lineStarts(text);
  const nLines = was.endLine - was.startLine;
  const last = starts.length - nLines;
  const tries = Math.min(MAX_WINDOWS, 2 * Math.max(was.startLine, starts.length - was.startLine) + 1);
  for (let i = 0; i < tries; i++) {
    // 0, +1, -1, +2, -2, …: the nearest copy wins.
    const startLine = was.startLine + (i % 2 === 1 ? (i + 1) / 2 : -i / 2);
    if (startLine < 0 || startLine > last) continue;
    const found = sliceLines(text, starts, startLine, startLine + nLines);
    if (hashOf(found) === textHash) {
      return { state: i === 0 ? "same" : "moved", startLine, endLine: startLine + nLines, text: found };
    }
  }
  return null;
}
