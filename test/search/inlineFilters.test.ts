import { expect, test } from "vitest";
import { takeFilters, typedIn } from "../../server/search/inlineFilters";

const cases: readonly [typed: string, text: string, filter: object][] = [
  ["retry budget", "retry budget", {}],
  ["repo:api retry budget", "retry budget", { repos: ["api"] }],
  ["retry lang:ts budget lang:python", "retry budget", { languages: ["typescript", "python"] }],
  ["Kind:function path:src/** retry", "retry", { kinds: ["function"], paths: ["src/**"] }],
  ['path:"my docs" retry', "retry", { paths: ["my docs"] }],
  ["retry changed:HEAD~3", "retry", { changedSince: "HEAD~3" }],
  ["std::vector push", "std::vector push", {}],
  ["src/file.ts:42", "src/file.ts:42", {}],
  ["http://example.com kind: function", "http://example.com kind: function", {}],
  ["why is lang: empty?", "why is lang: empty?", {}],
];

test.each(cases)("%j is a query and its filters", (typed, text, filter) =>
  expect(takeFilters(typed)).toEqual({ text, filter }),
);

test("what was typed joins what was chosen", () =>
  expect(typedIn("repo:b retry", { limit: 3, filter: { repos: ["a"], paths: ["src"] } })).toEqual({
    text: "retry",
    options: { limit: 3, filter: { repos: ["a", "b"], paths: ["src"] } },
  }));

test("filters alone are no question, and the error says so", () =>
  expect(() => typedIn("lang:ts", {})).toThrow("Say what to look for, beside the filters."));
