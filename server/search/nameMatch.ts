/**
 * How well a word of a question names a part of a file's or symbol's name: 1 for the same word, less for a shared
 * beginning (`config` ~ `configuration`, `auth` ~ `authentication`), 0 for chance likeness.
 */
export function wordLikeness(word: string, part: string): number {
  if (word === part) return 1;
  const [short, long] = word.length < part.length ? [word, part] : [part, word];
  if (short.length < 3) return 0;
  if (long.startsWith(short)) return short.length >= 4 ? 0.9 : 0.7;
  const shared = sharedPrefix(word, part);
  return shared >= 5 && shared / long.length >= 0.6 ? shared / long.length : 0;
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

export interface NameMatch {
  /** Mean likeness of the name's parts to their best word, 0 to 1. */
  readonly full: number;
  /** Share of the question's idf that the name's parts cover, 0 to 1. */
  readonly coverage: number;
}

export interface WeightedWord {
  readonly word: string;
  readonly idf: number;
}

export function matchName(words: readonly WeightedWord[], parts: readonly string[]): NameMatch {
  if (parts.length === 0 || words.length === 0) return { full: 0, coverage: 0 };
  let full = 0;
  for (const part of parts) full += Math.max(...words.map(({ word }) => wordLikeness(word, part)));
  return { full: full / parts.length, coverage: coverageOf(words, new Set(parts), wordLikeness) };
}

/** Share of the words' idf found in `parts`; with `likeness`, near matches count in part. */
export function coverageOf(
  words: readonly WeightedWord[],
  parts: ReadonlySet<string>,
  likeness?: (word: string, part: string) => number,
): number {
  let covered = 0;
  let total = 0;
  for (const { word, idf } of words) {
    total += idf;
    if (parts.has(word)) covered += idf;
    else if (likeness) covered += idf * Math.max(0, ...[...parts].map((part) => likeness(word, part)));
  }
  return total > 0 ? covered / total : 0;
}
