import { type PostingBlock, PostingBlockWriter } from "./postingBlock";

/** Collects the keys of documents 0, 1, 2, … in that order and packs them. */
export class PostingBlockBuilder {
  readonly #lists = new Map<string, number[][]>();

  /** Invariant: documents come in ascending order; a key comes once a document. */
  put(doc: number, key: string, slot: number): void {
    let bySlot = this.#lists.get(key);
    if (!bySlot) {
      bySlot = [];
      this.#lists.set(key, bySlot);
    }
    const docs = bySlot[slot];
    if (docs) docs.push(doc);
    else bySlot[slot] = [doc];
  }

  finish(nDocs: number): Buffer {
    const keys = [...this.#lists].map(([key, lists]) => ({ bytes: Buffer.from(key), lists }));
    keys.sort((a, b) => a.bytes.compare(b.bytes));
    const writer = new PostingBlockWriter();
    for (const { bytes, lists } of keys) writer.put(bytes, lists);
    return writer.finish(nDocs);
  }
}

export interface MergePart {
  readonly block: PostingBlock;
  /** The block's documents -> documents of the merged block, -1 for those left out. Ascending, also from part to part. */
  readonly docs: Int32Array;
}

/** One block of several: walks all their sorted keys side by side. */
export function mergeBlocks(parts: readonly MergePart[], nDocs: number): Buffer {
  const writer = new PostingBlockWriter();
  const heads = new Heads(parts.filter(({ block }) => block.nKeys > 0));
  while (heads.size > 0) {
    const key = heads.first.key;
    const bySlot: number[][] = [];
    while (heads.size > 0 && heads.first.key.equals(key)) {
      const { part, idx } = heads.first;
      part.block.visitAt(idx, (doc, slot) => {
        const merged = part.docs[doc]!;
        if (merged < 0) return;
        const docs = bySlot[slot];
        if (docs) docs.push(merged);
        else bySlot[slot] = [merged];
      });
      heads.advance();
    }
    writer.put(key, bySlot);
  }
  return writer.finish(nDocs);
}

interface Head {
  readonly part: MergePart;
  readonly order: number;
  idx: number;
  key: Buffer;
}

/** A binary heap of the parts by the key each stands at, equal keys in the order of the parts. */
class Heads {
  readonly #heap: Head[] = [];

  constructor(parts: readonly MergePart[]) {
    for (const [order, part] of parts.entries())
      this.#heap.push({ part, order, idx: 0, key: part.block.keyAt(0) });
    for (let at = this.#heap.length >> 1; at >= 0; at--) this.#sink(at);
  }

  get size(): number {
    return this.#heap.length;
  }

  get first(): Head {
    return this.#heap[0]!;
  }

  /** Moves the first part to its next key, or drops it after its last. */
  advance(): void {
    const { first } = this;
    first.idx++;
    if (first.idx < first.part.block.nKeys) first.key = first.part.block.keyAt(first.idx);
    else {
      const last = this.#heap.pop()!;
      if (last !== first) this.#heap[0] = last;
    }
    this.#sink(0);
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#heap.length && this.#before(child, least)) least = child;
      if (least === at) return;
      [this.#heap[at], this.#heap[least]] = [this.#heap[least]!, this.#heap[at]!];
      at = least;
    }
  }

  #before(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a]!, this.#heap[b]!];
    return (one.key.compare(other.key) || one.order - other.order) < 0;
  }
}
