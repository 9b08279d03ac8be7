import { SCAN_MODULE } from "./scanModule";
import { NIBBLE_CODES } from "./sketch";

// The door to `scan.wat`. Sketches lie in ordinary memory and pass through the module's own half megabyte a piece at a
// time: the copy is read again from the processor's cache. 400,000 rows of 96 bytes take 5 ms.

/** Rows that are scored side by side, and padded to. */
export const ROWS_OF_BLOCK = 16;
const ROWS_AT = 1 << 16;
const MAX_ROW_BYTES = 1 << 18;
const OUT_AT = ROWS_AT + MAX_ROW_BYTES;
const MAX_ROWS = 1 << 15;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly scan: (rows: number, nBlocks: number, nBytes: number, table: number, out: number) => void;
}

/** What we use of it: the types of Node have no WebAssembly. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

export class Scanner {
  readonly #memory: Uint8Array;
  readonly #scan: Exports["scan"];
  readonly #scores: Uint16Array;

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(SCAN_MODULE, "base64"));
    const exports = new WebAssembly.Instance(module).exports as Exports;
    this.#memory = new Uint8Array(exports.memory.buffer);
    this.#scores = new Uint16Array(exports.memory.buffer, OUT_AT, MAX_ROWS);
    this.#scan = exports.scan;
  }

  /** @returns the score of each row of some blocks against a question's table of shares. */
  scan(blocks: Uint8Array, shares: Uint8Array): Uint16Array {
    const nBytes = shares.length / (2 * NIBBLE_CODES);
    const blockBytes = nBytes * ROWS_OF_BLOCK;
    const nAtOnce = Math.min(Math.floor(MAX_ROW_BYTES / blockBytes), MAX_ROWS / ROWS_OF_BLOCK);
    const scores = new Uint16Array((blocks.length / blockBytes) * ROWS_OF_BLOCK);
    this.#memory.set(shares, 0);
    for (let at = 0; at < blocks.length; at += nAtOnce * blockBytes) {
      const some = blocks.subarray(at, at + nAtOnce * blockBytes);
      this.#memory.set(some, ROWS_AT);
      const nBlocks = some.length / blockBytes;
      this.#scan(ROWS_AT, nBlocks, nBytes, 0, OUT_AT);
      scores.set(this.#scores.subarray(0, nBlocks * ROWS_OF_BLOCK), (at / blockBytes) * ROWS_OF_BLOCK);
    }
    return scores;
  }
}
