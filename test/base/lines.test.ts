import { expect, test } from "vitest";
import { findLines } from "../../server/base/findLines";
import { hashOf } from "../../server/base/hash";
import { lineStarts, sliceLines, splitLines } from "../../server/base/lines";

/** Case F9: lines are what the editor shows. */
test.each([
  ["LF", "a\nb\n", ["a", "b", ""]],
  ["CRLF", "a\r\nb", ["a", "b"]],
  ["lone CR", "a\rb\r", ["a", "b", ""]],
  ["mixed", "a\r\n\rb\nc", ["a", "", "b", "c"]],
  ["form feed and U+2028 end no line", "a\fb\u2028c\u2029d\u0085e\n", ["a\fb\u2028c\u2029d\u0085e", ""]],
  ["empty", "", [""]],
])("lines end as in the editor: %s", (_, text, lines) => {
  expect(splitLines(text)).toEqual(lines);
  const starts = lineStarts(text);
  expect(starts).toHaveLength(lines.length);
  expect(starts.map((_, idx) => sliceLines(text, starts, idx, idx + 1)).join("")).toBe(text);
});

const WANTED = "function f() {\n  return 1;\n}\n";

function checkFound(text: string, startLine: number, expected: string): void {
  const found = findLines(text, { startLine, endLine: startLine + 3 }, hashOf(WANTED));
  expect(found ? `${found.state} ${found.startLine}-${found.endLine}` : "gone").toBe(expected);
}

/** Case F2: found again by content, or withheld. */
test("lines that did not move are the same", () => checkFound(`a\n${WANTED}b\n`, 1, "same 1-4"));
test("lines are found below 30 inserted lines", () =>
  checkFound(`${"x\n".repeat(31)}${WANTED}`, 1, "moved 31-34"));
test("lines are found above after a deletion", () => checkFound(WANTED, 40, "moved 0-3"));
test("the nearest copy wins", () => checkFound(`${WANTED}${"x\n".repeat(5)}${WANTED}`, 7, "moved 8-11"));
test("changed lines are gone", () => checkFound(WANTED.replace("1", "2"), 0, "gone"));
test("a file shorter than the lines has none", () => checkFound("", 5, "gone"));
