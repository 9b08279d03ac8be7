import { expect, test } from "vitest";
import { coverageOf, matchName, wordLikeness } from "../../server/search/nameMatch";

test.each([
  ["retry", "retry", 1],
  ["config", "configuration", 0.9],
  ["auth", "authent", 0.9],
  ["test", "latest", 0],
  ["ab", "abc", 0],
])("%s ~ %s", (word, part, likeness) => expect(wordLikeness(word, part)).toBe(likeness));

test("a name is matched by its parts, a question by its rare words", () => {
  const words = [
    { word: "retry", idf: 3 },
    { word: "budget", idf: 6 },
  ];
  expect(matchName(words, ["retry"])).toEqual({ full: 1, coverage: 3 / 9 });
  expect(matchName(words, [])).toEqual({ full: 0, coverage: 0 });
  expect(coverageOf(words, new Set(["budget"]))).toBeCloseTo(6 / 9);
});
