/**
 * The words of the shipped embedding table: runs of ASCII letters cut at camelCase and acronym borders, and runs of
 * digits. The rules were fixed when the table was trained (`eval/train/tok.py`); `config.json` states the same pattern.
 */
export const WORD = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
export const MIN_WORD_LENGTH = 2;
export const MAX_WORD_LENGTH = 40;

/** @returns lower-cased words in order, repeats kept; single characters and overlong runs are left out. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const word of text.match(WORD) ?? []) {
    if (word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH) words.push(word.toLowerCase());
  }
  return words;
}
