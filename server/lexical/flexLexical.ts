import { Index } from "flexsearch";
import { type FieldLengths, REFERENCE_LENGTHS, slotImpact, slotOf, weightedFrequencies } from "./impact";
import type { DocId, FieldTerms, Lexical, LexicalMatch, QueryTerm } from "./lexical";
import { TopDocs } from "./topDocs";

// The only door to flexsearch, used as a store of posting lists. FlexSearch keeps, for each term, one list of documents
// a *slot*, slot 0 being the best match; its own score knows no frequency, idf or length. Here the slot is the BM25F
// impact (`impact.ts`) in `resolution` steps, and a question sums idf x impact over the lists:
//
//   term "retry" -> [slot 0: docs 7, 12] [slot 1: -] [slot 2: docs 3, 9, 40] ...
//
// Nothing is ever removed (`remove()` walks every list): hidden documents stay and are skipped, until the index is
// built anew.

/** nDCG@10 against .771 with exact impacts, and heap of 134 k chunks: 16 slots .765, 192 MB; 24 .770, 213; 32 .770, 232. */
const RESOLUTION = 24;

export interface FlexOptions {
  readonly resolution?: number;
  readonly averageLengths?: FieldLengths;
}

type PostingLists = readonly (readonly DocId[] | undefined)[];

const ABSENT = 0;
const LIVE = 1;
const HIDDEN = 2;

/** One term of a question with what it adds to a document's score in each slot. */
interface WeighedLists {
  readonly lists: PostingLists;
  readonly weight: number;
}

export class FlexLexical implements Lexical {
  readonly #index: Index<false, false, false>;
  readonly #averages: FieldLengths;
  /** Slot -> the impact it stands for. */
  readonly #impacts: Float64Array;
  /** Terms of the document being added and their slots: what `encode` and `score` hand to the index. */
  #adding: { readonly terms: string[]; readonly slots: number[] } | null = null;
  #states = new Uint8Array(1024);
  #nDocs = 0;
  /** Scores of the search under way, by document. Invariant: all zero between searches. */
  #scores = new Float64Array(1024);
  /** Documents with a score in the search under way. */
  #touched = new Uint32Array(1024);

  constructor({ resolution = RESOLUTION, averageLengths = REFERENCE_LENGTHS }: FlexOptions = {}) {
    this.#averages = averageLengths;
    this.#impacts = Float64Array.from({ length: resolution }, (_, slot) => slotImpact(slot, resolution));
    this.#index = new Index<false, false, false>({
      tokenize: "strict",
      resolution,
      resolve: false,
      fastupdate: false,
      encode: (text) => this.#adding?.terms ?? [text],
      score: (_terms, _term, termIdx) => this.#adding!.slots[termIdx]!,
    });
  }

  get nDocs(): number {
    return this.#nDocs;
  }

  add(doc: DocId, terms: FieldTerms): void {
    this.#grow(doc + 1);
    if (this.#states[doc] !== ABSENT) throw new Error(`Document ${doc} was added before.`);
    this.#states[doc] = LIVE;
    this.#nDocs++;
    const frequencies = weightedFrequencies(terms, this.#averages);
    const slots: number[] = [];
    for (const frequency of frequencies.values()) slots.push(slotOf(frequency, this.#impacts.length));
    this.#adding = { terms: [...frequencies.keys()], slots };
    this.#index.add(doc, "terms of #adding");
    this.#adding = null;
  }

  setLive(doc: DocId, live: "live" | "hidden"): void {
    if ((this.#states[doc] ?? ABSENT) === ABSENT) throw new Error(`Document ${doc} was never added.`);
    this.#states[doc] = live === "live" ? LIVE : HIDDEN;
  }

  search(query: readonly QueryTerm[], limit: number, accept?: (doc: DocId) => boolean): LexicalMatch[] {
    let nTouched = 0;
    for (const { term, weight } of query) {
      if (!(weight > 0)) continue; // A zero share would touch a document twice.
      const lists = this.#lists(term);
      nTouched = this.#accumulate({ lists, weight: weight * this.#idfOf(lists) }, nTouched);
    }
    return this.#takeBest(nTouched, limit, accept);
  }

  idf(term: string): number {
    return this.#idfOf(this.#lists(term));
  }

  #lists(term: string): PostingLists {
    return term === "" ? [] : (this.#index.search(term, { resolve: false }).result as PostingLists);
  }

  #idfOf(lists: PostingLists): number {
    let n = 0;
    for (const docs of lists) n += docs?.length ?? 0;
    return Math.log(1 + (this.#nDocs - n + 0.5) / (n + 0.5));
  }

  /** Adds a term's share to every document of its lists. @returns how many documents have been touched so far. */
  #accumulate({ lists, weight }: WeighedLists, nTouchedBefore: number): number {
    const scores = this.#scores;
    const touched = this.#touched;
    let nTouched = nTouchedBefore;
    for (let slot = 0; slot < lists.length; slot++) {
      const docs = lists[slot];
      if (!docs) continue;
      const share = weight * this.#impacts[slot]!;
      for (let idx = 0; idx < docs.length; idx++) {
        const doc = docs[idx]!;
        const score = scores[doc]!;
        if (score === 0) touched[nTouched++] = doc;
        scores[doc] = score + share;
      }
    }
    return nTouched;
  }

  /** Ranks the touched documents that may be seen and zeroes their scores. */
  #takeBest(nTouched: number, limit: number, accept?: (doc: DocId) => boolean): LexicalMatch[] {
    const top = new TopDocs(limit);
    let threshold = top.threshold;
    for (let idx = 0; idx < nTouched; idx++) {
      const doc = this.#touched[idx]!;
      const score = this.#scores[doc]!;
      this.#scores[doc] = 0;
      if (score < threshold || this.#states[doc] !== LIVE || (accept && !accept(doc))) continue;
      top.offer(doc, score);
      threshold = top.threshold;
    }
    return top.take();
  }

  #grow(nDocs: number): void {
    if (nDocs <= this.#states.length) return;
    const capacity = Math.max(nDocs, 2 * this.#states.length);
    const states = new Uint8Array(capacity);
    states.set(this.#states);
    this.#states = states;
    this.#scores = new Float64Array(capacity);
    this.#touched = new Uint32Array(capacity);
  }
}
