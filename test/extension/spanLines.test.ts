import { expect, test } from "vitest";
import { clampLines, findLines, lineLabel } from "../../extension/spanLines";

function checkClamp(span: [number, number], nLines: number, expected: [number, number]): void {
  const { startLine, endLine } = clampLines({ startLine: span[0], endLine: span[1] }, nLines);
  expect([startLine, endLine]).toEqual(expected);
}

test("a span inside the document stays as it is", () => checkClamp([2, 8], 20, [2, 8]));
test("a span beyond the end ends with the document", () => checkClamp([15, 30], 20, [15, 20]));
test("a span wholly beyond the end is the last line", () => checkClamp([40, 50], 20, [19, 20]));
test("an empty span is one line, in an empty document too", () => {
  checkClamp([3, 3], 20, [3, 4]);
  checkClamp([0, 0], 0, [0, 1]);
});

test("people see lines numbered from 1, the last one included", () => {
  expect(lineLabel({ startLine: 39, endLine: 52 })).toBe("40-52");
  expect(lineLabel({ startLine: 39, endLine: 40 })).toBe("40");
});

function checkFind(text: string, quote: string, near: number, expected: number | null): void {
  expect(findLines(text, quote, near)).toBe(expected);
}

test("quoted lines are found where they moved to", () => checkFind("new\nnew\na\nb\nc", "a\nb\n", 0, 2));
test("of several occurrences the nearest counts", () => checkFind("a\nx\na\nx\na", "a", 3, 2));
test("line ends do not matter, spaces do", () => {
  checkFind("a\r\nb\r\n", "a\nb", 0, 0);
  checkFind(" a\nb", "a\nb", 0, null);
});
test("lines that are gone are not found", () => checkFind("a\nB\nc", "a\nb\n", 0, null));
