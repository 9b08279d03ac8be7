import fc from "fast-check";
import { expect, test } from "vitest";
import { sourcesOf } from "../../server/answer/prompt";
import { splitLines } from "../../server/base/lines";
import { flatIdf, hitsOf } from "./hits";

/** Blocks drawn as `first-last`, 1-based inclusive. */
function checkBlocks(text: string, expected: string): void {
  const [source] = sourcesOf("q", { hits: hitsOf({ text }), related: [] }, flatIdf);
  expect(source?.blocks.map((block) => `${block.startLine + 1}-${block.endLine}`).join(" ")).toBe(expected);
}

test("blocks are 5 lines, shorter where a blank line comes", () => {
  checkBlocks("a\nb\nc\nd\ne\nf\ng", "1-5 6-7");
  checkBlocks("a\nb\n\nd\ne\nf\n\nh", "1-3 4-7 8-8");
});

test("blank lines never make a block of their own", () => {
  checkBlocks("a\nb\nc\nd\ne\n\n\n\n\n\nz", "1-8 9-11");
});

test("property: blocks follow each other and are the hit's text", () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "", "  ", "b c"), { minLength: 1, maxLength: 60 }), (lines) => {
      fc.pre(lines.some((line) => line.trim() !== ""));
      const [hit] = hitsOf({ text: `x\n${lines.join("\n")}\ny`, startLine: 7 });
      const [source] = sourcesOf("q", { hits: [hit!], related: [] }, flatIdf);
      const blocks = source?.blocks ?? [];
      expect(blocks.map((block) => block.text).join("")).toBe(hit!.text);
      for (const [idx, block] of blocks.entries()) {
        expect(block.text.trim()).not.toBe("");
        expect(block.startLine).toBe(idx === 0 ? 7 : blocks[idx - 1]?.endLine);
        expect(splitLines(block.text.replace(/\n$/, ""))).toHaveLength(block.endLine - block.startLine);
      }
    }),
  ));

test("secrets do not go out and lines stay", () => {
  const [source] = sourcesOf(
    "q",
    { hits: hitsOf({ text: 'a\npassword = "hU7$kq92xL"\nb' }), related: [] },
    flatIdf,
  );
  expect(source?.blocks.map((block) => block.text).join("")).toBe('a\npassword = "[redacted]"\nb');
});

test("a very long hit is shown by its best lines, and all together stay within bounds", () => {
  const text = `${"pass\n".repeat(400)}jitter\n${"pass\n".repeat(400)}`;
  const sources = sourcesOf(
    "jitter",
    { hits: hitsOf(...Array.from({ length: 10 }, () => ({ text }))), related: [] },
    flatIdf,
  );
  const shown = sources.map(({ blocks }) => blocks.map((block) => block.text).join(""));
  expect(shown.every((lines) => lines.includes("jitter"))).toBe(true);
  expect(splitLines(shown.join("")).length).toBeLessThanOrEqual(1001);
});
