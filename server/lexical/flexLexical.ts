import { Index } from "flexsearch";
import { type FieldLengths, REFERENCE_LENGTHS, RESOLUTION, slotImpact, slotsOf } from "./impact";
import type { DocId, FieldTerms, Lexical, LexicalMatch, QueryTerm } from "./lexical";
import type { PostingBlock } from "./postingBlock";
import { TopDocs } from "./topDocs";

// The only door to flexsearch, used as a store of posting lists. FlexSearch keeps, for each term, one list of documents
// a *slot*, slot 0 being the best match; its own score knows no frequency, idf or length. Here the slot is the BM25F
// impact (`impact.ts`) in `resolution` steps, and a question sums idf x impact over the lists:
//
//   term "retry" -> [slot 0: docs 7, 12] [slot 1: -] [slot 2: docs 3, 9, 40] ...
//
// FlexSearch's lists are arrays of arrays: right for what changes, too big for all of a code base (230 MB for 130,000
// chunks). So the bulk stays in the packed blocks it was written in (`postingBlock.ts`, the same terms and slots), and
// FlexSearch holds the small blocks: files saved since, and unsaved text. A question reads both.
//
// Documents are not removed from FlexSearch (`remove()` walks every list): they are skipped, and when many are gone the
// small blocks are added anew.

/** A block of more documents than this is searched as it is. */
const SMALL_BLOCK = 256;
/** Documents gone from FlexSearch at which it is built anew: some 50 ms. */
const MAX_GONE = 512;

export interface FlexOptions {
  readonly resolution?: number;
  readonly averageLengths?: FieldLengths;
}

type PostingLists = readonly (readonly DocId[] | undefined)[];

const ABSENT = 0;
const LIVE = 1;
const HIDDEN = 2;

type Slots = ReadonlyMap<string, number>;

/** One term of a question with what it adds to a document's score in each slot. */
interface Weighed {
  readonly key: Buffer;
  readonly lists: PostingLists;
  readonly weight: number;
}

export class FlexLexical implements Lexical {
  #index: Index<false, false, false>;
  readonly #averages: FieldLengths;
  /** Slot -> the impact it stands for. */
  readonly #impacts: Float64Array;
  /** Terms of the document being added and their slots: what `encode` and `score` hand to the index. */
  #adding: { readonly terms: string[]; readonly slots: number[] } | null = null;
  #states = new Uint8Array(1024);
  #nDocs = 0;
  #nLive = 0;
  /** Live documents by term, of the terms asked for since a document's state changed. */
  readonly #liveCounts = new Map<string, number>();
  /** Scores of the search under way, by document. Invariant: all zero between searches. */
  #scores = new Float64Array(1024);
  /** Documents with a score in the search under way. */
  #touched = new Uint32Array(1024);
  /** Blocks searched as they are, with the document of each of theirs. */
  readonly #packed = new Map<PostingBlock, Uint32Array>();
  /** What FlexSearch holds. */
  readonly #small = new Map<PostingBlock, Uint32Array>();
  readonly #loose = new Map<DocId, Slots>();
  #nGone = 0;

  constructor({ resolution = RESOLUTION, averageLengths = REFERENCE_LENGTHS }: FlexOptions = {}) {
    this.#averages = averageLengths;
    this.#impacts = Float64Array.from({ length: resolution }, (_, slot) => slotImpact(slot, resolution));
    this.#index = this.#newIndex();
  }

  get nDocs(): number {
    return this.#nDocs;
  }

  #setState(doc: DocId, state: number): void {
    const before = this.#states[doc] ?? ABSENT;
    if (before === state) return;
    this.#nDocs += Number(state !== ABSENT) - Number(before !== ABSENT);
    this.#nLive += Number(state === LIVE) - Number(before === LIVE);
    this.#states[doc] = state;
    this.#liveCounts.clear();
  }

  add(doc: DocId, terms: FieldTerms): void {
    this.declare(doc);
    this.#setState(doc, LIVE);
    const slots = slotsOf(terms, this.#averages, this.#impacts.length);
    this.#loose.set(doc, slots);
    this.#addToIndex(doc, slots);
  }

  declare(doc: DocId): void {
    this.#grow(doc + 1);
    if (this.#states[doc] !== ABSENT) throw new Error(`Document ${doc} was added before.`);
    this.#setState(doc, HIDDEN);
  }

  addBlock(block: PostingBlock, docs: Uint32Array): void {
    this.#liveCounts.clear();
    if (block.nDocs > SMALL_BLOCK) this.#packed.set(block, docs);
    else {
      this.#small.set(block, docs);
      this.#addSmall(block, docs);
    }
  }

  removeBlock(block: PostingBlock): void {
    this.#packed.delete(block);
    // Invariant: what FlexSearch holds is in no packed block, or it would count twice.
    if (this.#small.delete(block)) this.#buildAnew();
  }

  forget(doc: DocId): void {
    if ((this.#states[doc] ?? ABSENT) === ABSENT) return;
    this.#setState(doc, ABSENT);
    if (this.#loose.delete(doc)) this.#nGone++;
    if (this.#nGone > MAX_GONE) this.#buildAnew();
  }

  setLive(doc: DocId, live: "live" | "hidden"): void {
    if ((this.#states[doc] ?? ABSENT) === ABSENT) throw new Error(`Document ${doc} was never added.`);
    this.#setState(doc, live === "live" ? LIVE : HIDDEN);
  }

  search(query: readonly QueryTerm[], limit: number, accept?: (doc: DocId) => boolean): LexicalMatch[] {
    let nTouched = 0;
    for (const { term, weight } of query) {
      if (!(weight > 0) || term === "") continue; // A zero share would touch a document twice.
      const key = Buffer.from(term);
      const lists = this.#lists(term);
      nTouched = this.#accumulate({ key, lists, weight: weight * this.#idfOf(key, lists) }, nTouched);
    }
    return this.#takeBest(nTouched, limit, accept);
  }

  idf(term: string): number {
    return this.#idfOf(Buffer.from(term), this.#lists(term));
  }

  #lists(term: string): PostingLists {
    return term === "" ? [] : (this.#index.search(term, { resolve: false }).result as PostingLists);
  }

  #idfOf(key: Buffer, lists: PostingLists): number {
    const n = this.#nLive === 0 ? 0 : this.#liveCount(key, lists);
    return Math.log(1 + (this.#nLive - n + 0.5) / (n + 0.5));
  }

  /** Live documents that hold a term: an index that has seen many changes scores as a fresh one does. */
  #liveCount(key: Buffer, lists: PostingLists): number {
    const term = key.toString();
    const known = this.#liveCounts.get(term);
    if (known !== undefined) return known;
    let n = 0;
    for (const docs of lists) for (const doc of docs ?? []) if (this.#states[doc] === LIVE) n++;
    for (const [block, docs] of this.#packed) {
      if (this.#nLive === this.#nDocs) n += block.count(key);
      else block.visit(key, (idx) => (n += Number(this.#states[docs[idx]!] === LIVE)));
    }
    this.#liveCounts.set(term, n);
    return n;
  }

  /** Adds a term's share to every document of its lists. @returns how many documents have been touched so far. */
  #accumulate({ key, lists, weight }: Weighed, nTouchedBefore: number): number {
    const scores = this.#scores;
    const touched = this.#touched;
    const impacts = this.#impacts;
    let nTouched = nTouchedBefore;
    for (let slot = 0; slot < lists.length; slot++) {
      const docs = lists[slot];
      if (!docs) continue;
      const share = weight * impacts[slot]!;
      for (let idx = 0; idx < docs.length; idx++) {
        const doc = docs[idx]!;
        const score = scores[doc]!;
        if (score === 0) touched[nTouched++] = doc;
        scores[doc] = score + share;
      }
    }
    for (const [block, docs] of this.#packed) {
      block.visit(key, (idx, slot) => {
        const doc = docs[idx]!;
        const score = scores[doc]!;
        if (score === 0) touched[nTouched++] = doc;
        scores[doc] = score + weight * impacts[slot]!;
      });
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

  #newIndex(): Index<false, false, false> {
    return new Index<false, false, false>({
      tokenize: "strict",
      resolution: this.#impacts.length,
      resolve: false,
      fastupdate: false,
      encode: (text) => this.#adding?.terms ?? [text],
      score: (_terms, _term, termIdx) => this.#adding!.slots[termIdx]!,
    });
  }

  #addToIndex(doc: DocId, slots: Slots): void {
    this.#adding = { terms: [...slots.keys()], slots: [...slots.values()] };
    this.#index.add(doc, "terms of #adding");
    this.#adding = null;
  }

  #addSmall(block: PostingBlock, docs: Uint32Array): void {
    const slots = Array.from(docs, () => new Map<string, number>());
    for (let idx = 0; idx < block.nKeys; idx++) {
      const term = block.keyAt(idx).toString();
      block.visitAt(idx, (doc, slot) => slots[doc]!.set(term, slot));
    }
    for (const [idx, doc] of docs.entries()) this.#addToIndex(doc, slots[idx]!);
  }

  #buildAnew(): void {
    this.#index = this.#newIndex();
    this.#nGone = 0;
    for (const [block, docs] of this.#small) this.#addSmall(block, docs);
    for (const [doc, slots] of this.#loose) this.#addToIndex(doc, slots);
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
