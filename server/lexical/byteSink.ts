/** A growing run of bytes: numbers as LEB128 varints (7 bits a byte, low ones first) and raw bytes. */
export class ByteSink {
  #bytes = Buffer.allocUnsafe(1 << 12);
  length = 0;

  varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.length++] = rest;
  }

  raw(source: Uint8Array, start = 0, end = source.length): void {
    this.#reserve(end - start);
    this.#bytes.set(source.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** A view of what was written; valid until the next write. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(nBytes: number): void {
    if (this.length + nBytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.length + nBytes));
    grown.set(this.written);
    this.#bytes = grown;
  }
}
