import { ownedString } from "../base/ownedString";
import { wordsOf } from "./words";

/** No word of {@link wordsOf} crosses the border of such a run, so runs can be looked up whole. */
const RUN = /[A-Za-z]+|[0-9]+/g;
/** Shortest and longest piece that may stand for a part of an unknown word. */
const MIN_PIECE = 3;
const MAX_PIECE = 20;
/** Source text repeats itself: 50,000 runs cover all but a few per cent of it and stay under 10 MB. */
const MAX_MEMO = 50_000;
const MAX_MEMO_RUN = 64;

/** Text -> word ids of a vocabulary; an unknown word becomes its greedy longest known prefixes. */
export class Tokenizer {
  readonly #ids = new Map<string, number>();
  readonly #memo = new Map<string, readonly number[]>();

  /** @param vocabulary lower-cased words; a word's index is its id. */
  constructor(vocabulary: readonly string[]) {
    for (const [id, word] of vocabulary.entries()) this.#ids.set(word, id);
  }

  /** @returns ids in text order, repeats kept. */
  ids(text: string): number[] {
    const ids: number[] = [];
    for (const run of text.match(RUN) ?? []) for (const id of this.#runIds(run)) ids.push(id);
    return ids;
  }

  /** @returns each distinct id with its number of occurrences. */
  counts(text: string): Map<number, number> {
    const counts = new Map<number, number>();
    for (const run of text.match(RUN) ?? []) {
      for (const id of this.#runIds(run)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  #runIds(run: string): readonly number[] {
    const known = this.#memo.get(run);
    if (known) return known;
    const ids = wordsOf(run).flatMap((word) => this.#wordIds(word));
    if (this.#memo.size < MAX_MEMO && run.length <= MAX_MEMO_RUN) this.#memo.set(ownedString(run), ids);
    return ids;
  }

  #wordIds(word: string): number[] {
    const id = this.#ids.get(word);
    if (id !== undefined) return [id];
    return word >= "a" ? this.#pieces(word) : []; // Unknown digit runs are dropped.
  }

  #pieces(word: string): number[] {
    const ids: number[] = [];
    for (let at = 0; at < word.length; ) {
      const end = this.#longestPiece(word, at);
      if (end === at) at++;
      else {
        ids.push(this.#ids.get(word.slice(at, end))!);
        at = end;
      }
    }
    return ids;
  }

  /** @returns the end of the longest known piece that starts at `at`; `at` where there is none. */
  #longestPiece(word: string, at: number): number {
    for (let end = Math.min(word.length, at + MAX_PIECE); end >= at + MIN_PIECE; end--) {
      if (this.#ids.has(word.slice(at, end))) return end;
    }
    return at;
  }
}
