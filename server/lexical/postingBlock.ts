import { ByteSink } from "./byteSink";

// The posting lists of a run of documents, packed: what FlexSearch holds as arrays of arrays (150 MB for 130,000
// chunks) in some 25 MB that are read from disk as they are. Documents are numbered within the block.
//
//   version, documents, keys, key bytes, list bytes           5 x uint32
//   ends of the keys, ends of the lists                       2 x keys x uint32
//   keys, sorted by their bytes                               UTF-8
//   lists: count, then per slot: slot, count, document steps  varints

const VERSION = 1;
const HEADER_BYTES = 20;

export class PostingBlock {
  readonly nDocs: number;
  readonly nKeys: number;
  readonly #keyEnds: Uint32Array;
  readonly #listEnds: Uint32Array;
  readonly #keys: Buffer;
  readonly #lists: Buffer;

  /** @throws Error where the bytes are no whole block. */
  constructor(bytes: Buffer) {
    const header = bytes.length >= HEADER_BYTES ? uints(bytes, 0, 5) : [];
    const [version, nDocs = 0, nKeys = 0, nKeyBytes = 0, nListBytes = 0] = header;
    const keysAt = HEADER_BYTES + 8 * nKeys;
    if (version !== VERSION || bytes.length !== keysAt + nKeyBytes + nListBytes)
      throw new Error("The posting lists are damaged.");
    this.nDocs = nDocs;
    this.nKeys = nKeys;
    this.#keyEnds = uints(bytes, HEADER_BYTES, nKeys);
    this.#listEnds = uints(bytes, HEADER_BYTES + 4 * nKeys, nKeys);
    this.#keys = bytes.subarray(keysAt, keysAt + nKeyBytes);
    this.#lists = bytes.subarray(keysAt + nKeyBytes);
  }

  /** Documents that hold the key. */
  count(key: Buffer): number {
    const idx = this.#find(key);
    return idx < 0 ? 0 : this.#cursor(idx).next();
  }

  /** Every document of the key with its slot, slots ascending. */
  visit(key: Buffer, use: (doc: number, slot: number) => void): void {
    const idx = this.#find(key);
    if (idx >= 0) this.visitAt(idx, use);
  }

  visitAt(idx: number, use: (doc: number, slot: number) => void): void {
    const lists = this.#cursor(idx);
    for (let left = lists.next(); left > 0; ) {
      const slot = lists.next();
      const nDocs = lists.next();
      for (let i = 0, doc = 0; i < nDocs; i++) {
        doc += lists.next();
        use(doc, slot);
      }
      left -= nDocs;
    }
  }

  keyAt(idx: number): Buffer {
    return this.#keys.subarray(this.#keyStart(idx), this.#keyEnds[idx]);
  }

  #find(key: Buffer): number {
    let low = 0;
    let high = this.nKeys - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#keys.compare(key, 0, key.length, this.#keyStart(middle), this.#keyEnds[middle]);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #keyStart(idx: number): number {
    return idx === 0 ? 0 : this.#keyEnds[idx - 1]!;
  }

  #cursor(idx: number): Varints {
    return new Varints(this.#lists, idx === 0 ? 0 : this.#listEnds[idx - 1]!);
  }
}

class Varints {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  next(): number {
    let byte = this.bytes[this.at++]!;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.bytes[this.at++]!;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  }
}

/** A copy: a block's bytes may lie at any offset of their file. */
function uints(bytes: Buffer, at: number, count: number): Uint32Array {
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + 4 * count));
}

/** Writes a block key by key, in the order of the keys' bytes. */
export class PostingBlockWriter {
  readonly #keyEnds: number[] = [];
  readonly #listEnds: number[] = [];
  readonly #keys = new ByteSink();
  readonly #lists = new ByteSink();

  /** @param bySlot for each slot its documents, ascending; holes and empty lists are left out. */
  put(key: Uint8Array, bySlot: readonly (readonly number[] | undefined)[]): void {
    let count = 0;
    for (const docs of bySlot) count += docs?.length ?? 0;
    if (count === 0) return;
    this.#keys.raw(key);
    this.#keyEnds.push(this.#keys.length);
    this.#lists.varint(count);
    for (let slot = 0; slot < bySlot.length; slot++) {
      const docs = bySlot[slot];
      if (!docs || docs.length === 0) continue;
      this.#lists.varint(slot);
      this.#lists.varint(docs.length);
      let last = 0;
      for (const doc of docs) {
        this.#lists.varint(doc - last);
        last = doc;
      }
    }
    this.#listEnds.push(this.#lists.length);
  }

  finish(nDocs: number): Buffer {
    const sizes = [VERSION, nDocs, this.#keyEnds.length, this.#keys.length, this.#lists.length];
    const numbers = Uint32Array.from([...sizes, ...this.#keyEnds, ...this.#listEnds]);
    return Buffer.concat([Buffer.from(numbers.buffer), this.#keys.written, this.#lists.written]);
  }
}
