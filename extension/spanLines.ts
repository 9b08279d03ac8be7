import type { LineSpan } from "../server/protocol/wire";

/** 0-based, half-open. */
export interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** The lines of a span that a document of `nLines` lines really has: at least one. */
export function clampLines(span: Lines, nLines: number): Lines {
  const startLine = Math.min(Math.max(span.startLine, 0), Math.max(nLines - 1, 0));
  const endLine = Math.min(Math.max(span.endLine, startLine + 1), Math.max(nLines, 1));
  return { startLine, endLine };
}

/** `12` or `12-40`, as the editor numbers lines. */
export function lineLabel(span: Lines): string {
  const first = span.startLine + 1;
  return span.endLine > first ? `${first}-${span.endLine}` : String(first);
}

/** `src/retry.ts:12-40`. */
export function placeLabel(span: LineSpan): string {
  return `${span.path}:${lineLabel(span)}`;
}

/** `retry.ts`. */
export function fileName(span: LineSpan): string {
  return span.path.slice(span.path.lastIndexOf("/") + 1);
}

/**
 * Finds quoted lines in a text that changed since.
 * @returns the 0-based first line of the occurrence nearest to `near`; null where there is none.
 */
export function findLines(text: string, quote: string, near: number): number | null {
  const lines = text.split(/\r\n|\n|\r/);
  const wanted = quote.replace(/(\r\n|\n|\r)$/, "").split(/\r\n|\n|\r/);
  let best: number | null = null;
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (!wanted.every((line, idx) => lines[at + idx] === line)) continue;
    if (best === null || Math.abs(at - near) < Math.abs(best - near)) best = at;
  }
  return best;
}
