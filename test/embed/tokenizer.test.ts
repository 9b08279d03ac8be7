import fc from "fast-check";
import { expect, test } from "vitest";
import { Tokenizer } from "../../server/embed/tokenizer";
import { wordsOf } from "../../server/embed/words";

function checkWords(text: string, words: string): void {
  expect(wordsOf(text).join(" ")).toBe(words);
}

test("words are cut at case, acronym and digit borders", () => {
  checkWords("readConfig JWTToken HTTP2Server", "read config jwt token http server");
  checkWords("snake_case kebab-case parseHTML5 utf16", "snake case kebab case parse html utf 16");
  checkWords("a b x1 é", "");
  checkWords("x".repeat(41), "");
});

const VOCABULARY = ["read", "config", "con", "figure", "10", "html"];

function checkIds(text: string, pieces: string): void {
  const ids = new Tokenizer(VOCABULARY).ids(text);
  expect(ids.map((id) => VOCABULARY[id]).join(" ")).toBe(pieces);
}

test("an unknown word becomes its greedy longest prefixes", () => {
  checkIds("readConfig", "read config");
  checkIds("configure", "config");
  checkIds("xconfigureread", "config read");
  checkIds("10 11 HTMLRead", "10 html read");
});

test("counting ids equals listing them, memo or not", () => {
  const tokenizer = new Tokenizer(VOCABULARY);
  const word = fc.constantFrom("readConfig", "CONFIGRead", "con", "html10", "zz", "_", " ");
  fc.assert(
    fc.property(fc.array(word), (parts) => {
      const text = parts.join("");
      const ids = tokenizer.ids(text);
      expect(ids).toEqual(new Tokenizer(VOCABULARY).ids(text));
      expect([...tokenizer.counts(text).values()].reduce((sum, n) => sum + n, 0)).toBe(ids.length);
    }),
  );
});
