import type { WeightedWord } from "./nameMatch";
import { type Query, wordsOf } from "./query";

/** What is left of the idf of a word that names the repository: every file of clap is about `clap`. */
const NAMING_SHARE = 0.2;

/** A query's words as one repository sees them. */
export interface QueryWords {
  /** Every word; those that name the repository count little. */
  readonly all: readonly WeightedWord[];
  /** Without those that name the repository; all where none is left. */
  readonly telling: readonly WeightedWord[];
  /** Share of the query's idf that names the repository, 0 to 1. */
  readonly naming: number;
}

export function queryWordsIn(repoName: string, query: Query, idf: (term: string) => number): QueryWords {
  const ofName = new Set(wordsOf(repoName.replace(/[^\p{L}\p{N}]+/gu, " ")));
  const words = query.words.map((word) => ({ word, idf: idf(word) }));
  const telling = words.filter(({ word }) => !ofName.has(word));
  if (telling.length === 0 || telling.length === words.length) {
    return { all: words, telling: words, naming: telling.length === 0 ? 1 : 0 };
  }
  const all = words.map(({ word, idf }) => ({ word, idf: ofName.has(word) ? idf * NAMING_SHARE : idf }));
  return { all, telling, naming: 1 - total(telling) / total(words) };
}

function total(words: readonly WeightedWord[]): number {
  return words.reduce((sum, { idf }) => sum + idf, 0);
}
