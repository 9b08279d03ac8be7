import type { DocId, LexicalMatch } from "./lexical";

/** Keeps the `limit` best of any number of documents: a heap with the worst kept one on top. */
export class TopDocs {
  readonly #heap: LexicalMatch[] = [];

  constructor(private readonly limit: number) {}

  /** The score of the worst one kept, once `limit` are: less cannot come in. Before that below every score. */
  get threshold(): number {
    return this.#heap.length < this.limit ? Number.NEGATIVE_INFINITY : (this.#heap[0]?.score ?? Infinity);
  }

  offer(doc: DocId, score: number): void {
    if (this.#heap.length < this.limit) {
      this.#heap.push({ doc, score });
      this.#siftUp(this.#heap.length - 1);
    } else if (this.limit > 0 && isBetter(doc, score, this.#heap[0]!)) {
      this.#heap[0] = { doc, score };
      this.#siftDown(0);
    }
  }

  /** Best first, ties by document number. Ends this object's use. */
  take(): LexicalMatch[] {
    return this.#heap.sort((a, b) => b.score - a.score || a.doc - b.doc);
  }

  #siftUp(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #siftDown(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      if (left >= this.#heap.length) return;
      const right = left + 1;
      const worse = right < this.#heap.length && this.#isWorse(right, left) ? right : left;
      if (!this.#isWorse(worse, at)) return;
      this.#swap(at, worse);
      at = worse;
    }
  }

  #isWorse(aIdx: number, bIdx: number): boolean {
    const a = this.#heap[aIdx]!;
    return isBetter(this.#heap[bIdx]!.doc, this.#heap[bIdx]!.score, a);
  }

  #swap(aIdx: number, bIdx: number): void {
    const a = this.#heap[aIdx]!;
    this.#heap[aIdx] = this.#heap[bIdx]!;
    this.#heap[bIdx] = a;
  }
}

function isBetter(doc: DocId, score: number, than: LexicalMatch): boolean {
  return score > than.score || (score === than.score && doc < than.doc);
}
