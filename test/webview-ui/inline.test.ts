import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInline } from "../../webview-ui/inline";

/** Runs drawn as `look(text)`; plain text as it is. */
function checkInline(markdown: string, expected: string): void {
  const drawn = parseInline(markdown).map(({ look, text }) => (look === "text" ? text : `${look}(${text})`));
  expect(drawn.join("")).toBe(expected);
}

test("code, bold and italics", () =>
  checkInline("`retry` waits **twice as** *long*.", "code(retry) waits strong(twice as) em(long)."));
test("marks inside code are code", () => checkInline("`a ** b ** c`", "code(a ** b ** c)"));
test("double backticks hold single ones", () => checkInline("`` a`b ``", "code(a`b)"));
test("identifiers and arithmetic are no emphasis", () =>
  checkInline("snake_case_name is 2 * 3 * 4 and a ** b", "snake_case_name is 2 * 3 * 4 and a ** b"));
test("unclosed marks, HTML and links are text", () =>
  checkInline("`open <b>x</b> [a](http://b) **c", "`open <b>x</b> [a](http://b) **c"));

test("no text without marks is ever changed or lost", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const plain = text.replace(/[`*]/g, "");
      expect(
        parseInline(plain)
          .map((run) => run.text)
          .join(""),
      ).toBe(plain);
    }),
  );
});
