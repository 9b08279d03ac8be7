// Which documents define or use a name, without keeping the names: 54 bits of a hash stand for each, in a hash table of
// typed arrays (14 MB for 250,000 names used 1.2 million times; a Map of arrays took 90). Two names of one hash are
// expected once in some hundred thousand code bases of that size.

/** `def`: the name in lower case is defined; `call`: it is called; `use`: it is imported or inherited. */
export type NameRole = "def" | "call" | "use";

/** The two halves of a name's hash. */
export type NameHash = readonly [low: number, high: number];

const SEEDS: Readonly<Record<NameRole, NameHash>> = {
  def: [0x811c9dc5, 0x1b873593],
  call: [0x2f0b4c47, 0x5bd1e995],
  use: [0x7a3c91b5, 0x3c6ef372],
};

export function hashOfName(role: NameRole, name: string): NameHash {
  let [low, high] = SEEDS[role];
  for (let idx = 0; idx < name.length; idx++) {
    const code = name.charCodeAt(idx);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul((high ^ code) + (high << 7), 0x85ebca6b);
  }
  low ^= low >>> 15;
  return [low >>> 0, (high ^ (high >>> 13)) & 0x3fffff];
}

/** The names of a run of chunks as stored: for each chunk how many, then low and high of each. */
export class NameLists {
  readonly #numbers: number[] = [];

  /** The next chunk's names. */
  put(hashes: readonly NameHash[]): void {
    this.#numbers.push(hashes.length);
    for (const [low, high] of hashes) this.#numbers.push(low, high);
  }

  finish(): Buffer {
    return Buffer.from(Uint32Array.from(this.#numbers).buffer);
  }
}

export interface NameVisitor {
  readonly chunk?: (chunk: number) => void;
  readonly name: (chunk: number, low: number, high: number) => void;
}

/** Reads what `NameLists` wrote, chunk by chunk. */
export function readNameLists(bytes: Buffer, visitor: NameVisitor): void {
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  for (let at = 0, chunk = 0; at < numbers.length; chunk++) {
    const count = numbers[at++]!;
    visitor.chunk?.(chunk);
    for (let i = 0; i < count; i++, at += 2) visitor.name(chunk, numbers[at]!, numbers[at + 1]!);
  }
}

const EMPTY = -1;

export class NameTable {
  #keys = new Float64Array(1 << 10).fill(EMPTY);
  #heads = new Int32Array(1 << 10);
  #nKeys = 0;
  /** Lists of documents, newest first: document and the place of the next. */
  #docs = new Int32Array(1 << 10);
  #next = new Int32Array(1 << 10);
  #nNodes = 0;

  add(low: number, high: number, doc: number): void {
    if (2 * (this.#nKeys + 1) > this.#keys.length) this.#growKeys();
    if (this.#nNodes === this.#docs.length) this.#growNodes();
    const at = this.#slotOf(keyOf(low, high));
    const isNew = this.#keys[at] === EMPTY;
    if (isNew) {
      this.#keys[at] = keyOf(low, high);
      this.#nKeys++;
    }
    this.#docs[this.#nNodes] = doc;
    this.#next[this.#nNodes] = isNew ? EMPTY : this.#heads[at]!;
    this.#heads[at] = this.#nNodes++;
  }

  /** Documents in the order they were added. */
  docs([low, high]: NameHash): number[] {
    const at = this.#slotOf(keyOf(low, high));
    const docs: number[] = [];
    if (this.#keys[at] === EMPTY) return docs;
    for (let node = this.#heads[at]!; node !== EMPTY; node = this.#next[node]!) docs.push(this.#docs[node]!);
    return docs.reverse();
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let at = (key >>> 0) & mask;
    while (this.#keys[at] !== EMPTY && this.#keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  #growKeys(): void {
    const [keys, heads] = [this.#keys, this.#heads];
    this.#keys = new Float64Array(2 * keys.length).fill(EMPTY);
    this.#heads = new Int32Array(2 * keys.length);
    for (let idx = 0; idx < keys.length; idx++) {
      if (keys[idx] === EMPTY) continue;
      const at = this.#slotOf(keys[idx]!);
      this.#keys[at] = keys[idx]!;
      this.#heads[at] = heads[idx]!;
    }
  }

  #growNodes(): void {
    const [docs, next] = [this.#docs, this.#next];
    this.#docs = new Int32Array(2 * docs.length);
    this.#docs.set(docs);
    this.#next = new Int32Array(2 * next.length);
    this.#next.set(next);
  }
}

function keyOf(low: number, high: number): number {
  return high * 2 ** 32 + low;
}
