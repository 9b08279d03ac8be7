/**
 * Lines as the editor counts them: LF, CRLF and lone CR end a line; form feed, U+2028 and U+2029 do not.
 * A text of n line ends has n + 1 lines, the last perhaps empty.
 */
const LINE_END = /\r\n|\n|\r/g;

/** @returns the UTF-16 offset of each line's first character; the first is 0. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(LINE_END)) starts.push(match.index + match[0].length);
  return starts;
}

/** The lines of a text without their ends. */
export function splitLines(text: string): string[] {
  return text.split(LINE_END);
}

/** The text of lines `[startLine, endLine)`, their ends included as they are in the file. */
export function sliceLines(
  text: string,
  starts: readonly number[],
  startLine: number,
  endLine: number,
): string {
  return text.slice(starts[startLine] ?? text.length, starts[endLine] ?? text.length);
}

/** The first line, at most 200 characters of it: where a `#!` line names the language. */
export function firstLineOf(text: string): string {
  return text.slice(0, 200).split(/\r?\n/, 1)[0] ?? "";
}
