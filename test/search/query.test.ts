import { expect, test } from "vitest";
import { parseQuery } from "../../server/search/query";

function checkQuery(
  text: string,
  expected: Partial<Record<"names" | "shape" | "wants" | "place", unknown>>,
): void {
  const { names, shape, wants, place } = parseQuery(text);
  expect({ names, shape, wants: [...wants], place }).toMatchObject(expected);
}

/** Case R2: exact names. */
test("a lone word is a symbol", () => checkQuery("parseHTML5", { names: ["parseHTML5"], shape: "symbol" }));
test("snake_case in a sentence is a name", () =>
  checkQuery("where is parse_html5 called?", { names: ["parse_html5"], shape: "sentence" }));
test("qualified names keep their parts together", () =>
  checkQuery("what does Foo.bar return and Baz::qux", { names: ["Foo.bar", "Baz::qux"] }));
test("a call is a name", () => checkQuery("who calls retry() first", { names: ["retry"] }));
test("quoted strings are names", () =>
  checkQuery('find "upload retry budget" please', { names: ["upload retry budget"] }));
test("ordinary capitalised words are none", () => checkQuery("How does Search work", { names: [] }));
test("a path with a line is a place", () =>
  checkQuery("path/to/file.ts:42", { place: { path: "path/to/file.ts", line: 41 } }));
test("a path in a sentence is a place", () =>
  checkQuery("what is in server/engine.ts?", { place: { path: "server/engine.ts", line: null } }));
test("a sentence's end is no path", () => checkQuery("How do retries work. And why", { place: null }));

/** Case R1: tests and docs count only where they are asked for. */
test("tests are asked for", () => checkQuery("tests of the parser", { wants: ["tests"] }));
test("latest is not test", () => checkQuery("latest contest attestation", { wants: [] }));
test("docs are asked for", () => checkQuery("documentation of the API", { wants: ["docs"] }));
