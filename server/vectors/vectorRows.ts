import { closeSync, promises as fs, openSync, readSync } from "node:fs";
import { HEAD_BYTES, type RowPaths, readRecords, sketchRecordBytes, valueRecordBytes } from "./rowFiles";
import { ROWS_OF_BLOCK } from "./scan";
import { sketchBytes } from "./sketch";

/** Rows read from the file at once when opening. */
const SLICE_ROWS = 4096;
/** Room for rows to come, as a share of those there are. */
const SPARE = 1 / 8;
const NO_ROW = -1;

/** A repository's vectors as a reader has them: sketches in memory, in the blocks `scan.wat` takes; values on disk. */
export class VectorRows {
  #blocks = new Uint8Array(0);
  /** Chunk of each row. */
  #chunks = new Int32Array(0);
  /** A chunk's first row; its others follow. */
  #firstRows = new Int32Array(0);
  #nRows = 0;
  #values: number | null = null;
  #records = Buffer.alloc(0);

  constructor(
    private readonly paths: RowPaths,
    private readonly dim: number,
  ) {}

  get nRows(): number {
    return this.#nRows;
  }

  /** Sketches, padded to whole blocks. */
  get blocks(): Uint8Array {
    const nBlocks = Math.ceil(this.#nRows / ROWS_OF_BLOCK);
    return this.#blocks.subarray(0, nBlocks * ROWS_OF_BLOCK * sketchBytes(this.dim));
  }

  chunkAt(row: number): number {
    return this.#chunks[row]!;
  }

  has(chunk: number): boolean {
    return (this.#firstRows[chunk] ?? NO_ROW) !== NO_ROW;
  }

  /** Takes over the rows up to `nRows`. @throws Error where the file has fewer. */
  async readTo(nRows: number): Promise<void> {
    if (nRows <= this.#nRows) return;
    const file = await fs.open(this.paths.sketches, "r");
    try {
      const size = sketchRecordBytes(this.dim);
      const { size: valueBytes } = await fs.stat(this.paths.values);
      if (valueBytes < nRows * valueRecordBytes(this.dim)) throw new Error("The vectors are cut off.");
      this.#reserve(Math.max(nRows, Math.floor((await file.stat()).size / size)));
      while (this.#nRows < nRows) {
        const count = Math.min(SLICE_ROWS, nRows - this.#nRows);
        this.#take(await readRecords(file, size, this.#nRows, count), count);
      }
    } finally {
      await file.close();
    }
  }

  /**
   * Cosine of a unit vector and a chunk's nearest row, from the values on disk: 2 microseconds where these are in the
   * file cache.
   *
   * @returns null where the chunk has no row.
   */
  cosine(chunk: number, vector: Float32Array): number | null {
    if (!this.has(chunk)) return null;
    const first = this.#firstRows[chunk]!;
    let end = first + 1;
    while (end < this.#nRows && this.#chunks[end] === chunk) end++;
    const records = this.#read(first, end);
    let best = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < records.length; at += valueRecordBytes(this.dim)) {
      let sum = 0;
      for (let idx = 0; idx < vector.length; idx++)
        sum += ((records[at + HEAD_BYTES + idx]! << 24) >> 24) * vector[idx]!;
      best = Math.max(best, sum * records.readFloatLE(at));
    }
    return best;
  }

  close(): void {
    if (this.#values !== null) closeSync(this.#values);
    this.#values = null;
  }

  /** The values of rows `[first, end)`; valid until the next call. */
  #read(first: number, end: number): Buffer {
    this.#values ??= openSync(this.paths.values, "r");
    const size = valueRecordBytes(this.dim);
    const nBytes = (end - first) * size;
    if (this.#records.length < nBytes) this.#records = Buffer.alloc(nBytes);
    const nRead = readSync(this.#values, this.#records, 0, nBytes, first * size);
    if (nRead < nBytes) throw new Error("The vectors are cut off.");
    return this.#records.subarray(0, nBytes);
  }

  #take(records: Buffer, count: number): void {
    const nBytes = sketchBytes(this.dim);
    const size = sketchRecordBytes(this.dim);
    for (let idx = 0; idx < count; idx++) {
      const row = this.#nRows + idx;
      const chunk = records.readInt32LE(idx * size);
      this.#note(chunk, row);
      const block = Math.floor(row / ROWS_OF_BLOCK) * ROWS_OF_BLOCK * nBytes + (row % ROWS_OF_BLOCK);
      const from = idx * size + HEAD_BYTES;
      for (let byte = 0; byte < nBytes; byte++)
        this.#blocks[block + byte * ROWS_OF_BLOCK] = records[from + byte]!;
    }
    this.#nRows += count;
  }

  #note(chunk: number, row: number): void {
    if (this.#chunks[row - 1] !== chunk || row === 0) {
      this.#firstRows = grown(this.#firstRows, chunk + 1, NO_ROW);
      this.#firstRows[chunk] = row;
    }
    this.#chunks[row] = chunk;
  }

  #reserve(nRows: number): void {
    if (nRows <= this.#chunks.length) return;
    const room = this.#nRows === 0 ? nRows : Math.ceil(nRows * (1 + SPARE));
    const chunks = new Int32Array(room);
    chunks.set(this.#chunks);
    this.#chunks = chunks;
    const blocks = new Uint8Array(Math.ceil(room / ROWS_OF_BLOCK) * ROWS_OF_BLOCK * sketchBytes(this.dim));
    blocks.set(this.#blocks);
    this.#blocks = blocks;
  }
}

function grown(numbers: Int32Array<ArrayBuffer>, length: number, fill: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.ceil(length * (1 + SPARE))).fill(fill);
  larger.set(numbers);
  return larger;
}
