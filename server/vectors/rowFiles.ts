import { promises as fs } from "node:fs";
import { sketchBytes, writeSketch } from "./sketch";
import type { VectorRow } from "./vectors";

// Vectors as they are searched, in two files of records of one size, row i of both being one vector:
//
//   sketches   chunk: int32, sketch                 read into memory
//   values     scale: float32, dim x int8           read where a row is promising; value = scale x int8
//
// A cosine of such values is off by less than .003, .0004 on average.

export interface RowPaths {
  readonly sketches: string;
  readonly values: string;
}

export const HEAD_BYTES = 4;
export const sketchRecordBytes = (dim: number) => HEAD_BYTES + sketchBytes(dim);
export const valueRecordBytes = (dim: number) => HEAD_BYTES + dim;

/** Appends rows ahead of the commit that counts them. Invariant: the caller holds the store's writer lock. */
export class RowWriter {
  private constructor(
    private readonly paths: RowPaths,
    private readonly dim: number,
    private readonly handles: readonly [sketches: fs.FileHandle, values: fs.FileHandle],
    private nRowsWritten: number,
  ) {}

  /** Cuts off what no commit counts. @throws Error where a file is shorter than what is counted. */
  static async open(paths: RowPaths, dim: number, nRows: number): Promise<RowWriter> {
    const handles = [await fs.open(paths.sketches, "a"), await fs.open(paths.values, "a")] as const;
    const writer = new RowWriter(paths, dim, handles, nRows);
    const sizes = [nRows * sketchRecordBytes(dim), nRows * valueRecordBytes(dim)];
    for (const [idx, handle] of handles.entries()) {
      if ((await handle.stat()).size < sizes[idx]!) {
        await writer.close();
        throw new Error("The vectors are cut off.");
      }
      await handle.truncate(sizes[idx]!);
    }
    return writer;
  }

  get nRows(): number {
    return this.nRowsWritten;
  }

  async append(rows: readonly VectorRow[]): Promise<void> {
    if (rows.length === 0) return;
    const [sketches, values] = this.handles;
    await Promise.all([sketches.appendFile(this.#sketches(rows)), values.appendFile(this.#values(rows))]);
    await Promise.all([sketches.datasync(), values.datasync()]);
    this.nRowsWritten += rows.length;
  }

  /** Copies the rows of the chunks that `isKept` to other files. @returns how many. */
  copyTo(to: RowPaths, isKept: (chunk: number) => boolean): Promise<number> {
    return copyRows(this.paths, to, { dim: this.dim, nRows: this.nRows, isKept });
  }

  async close(): Promise<void> {
    for (const handle of this.handles) await handle.close();
  }

  #sketches(rows: readonly VectorRow[]): Buffer {
    const size = sketchRecordBytes(this.dim);
    const bytes = Buffer.alloc(rows.length * size);
    for (const [idx, { chunk, vector }] of rows.entries()) {
      bytes.writeInt32LE(chunk, idx * size);
      writeSketch(vector, bytes, idx * size + HEAD_BYTES);
    }
    return bytes;
  }

  #values(rows: readonly VectorRow[]): Buffer {
    const size = valueRecordBytes(this.dim);
    const bytes = Buffer.alloc(rows.length * size);
    for (const [idx, { vector }] of rows.entries()) {
      const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
      bytes.writeFloatLE(scale, idx * size);
      for (let dim = 0; dim < vector.length; dim++)
        bytes.writeInt8(Math.round(vector[dim]! / scale), idx * size + HEAD_BYTES + dim);
    }
    return bytes;
  }
}

/** Rows that are copied at once: some 2 MB. */
const SLICE_ROWS = 4096;

async function copyRows(
  from: RowPaths,
  to: RowPaths,
  { dim, nRows, isKept }: { dim: number; nRows: number; isKept: (chunk: number) => boolean },
): Promise<number> {
  const files: fs.FileHandle[] = [];
  const open = async (file: string, flags: "r" | "w") => {
    const handle = await fs.open(file, flags);
    files.push(handle);
    return handle;
  };
  try {
    const [sketches, values] = [await open(from.sketches, "r"), await open(from.values, "r")];
    const [newSketches, newValues] = [await open(to.sketches, "w"), await open(to.values, "w")];
    let nKept = 0;
    for (let first = 0; first < nRows; first += SLICE_ROWS) {
      const count = Math.min(SLICE_ROWS, nRows - first);
      const heads = await readRecords(sketches, sketchRecordBytes(dim), first, count);
      const rows = Array.from({ length: count }, (_, row) => row).filter((row) =>
        isKept(heads.readInt32LE(row * sketchRecordBytes(dim))),
      );
      const bodies = await readRecords(values, valueRecordBytes(dim), first, count);
      await newSketches.appendFile(pick(heads, sketchRecordBytes(dim), rows));
      await newValues.appendFile(pick(bodies, valueRecordBytes(dim), rows));
      nKept += rows.length;
    }
    await Promise.all([newSketches.datasync(), newValues.datasync()]);
    return nKept;
  } finally {
    for (const file of files) await file.close();
  }
}

/** @throws Error where the file ends before. */
export async function readRecords(
  file: fs.FileHandle,
  size: number,
  first: number,
  count: number,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(count * size);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, first * size);
  if (bytesRead < bytes.length) throw new Error("The vectors are cut off.");
  return bytes;
}

function pick(records: Buffer, size: number, rows: readonly number[]): Buffer {
  for (const [to, row] of rows.entries()) records.copyWithin(to * size, row * size, (row + 1) * size);
  return records.subarray(0, rows.length * size);
}
