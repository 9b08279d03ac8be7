import { batches } from "../base/batches";
import type { VectorRow, VectorTable } from "./vectors";

/** Rows that instances may share, as processes share a folder. */
export type MemoryRows = Map<number, Float32Array[]>;

/** The twin of `lanceVectors.ts` for tests: no disk, no native code. */
export class MemoryVectors implements VectorTable {
  constructor(private readonly rows: MemoryRows = new Map()) {}

  async add(rows: readonly VectorRow[]): Promise<void> {
    for (const { chunk, vector } of rows)
      this.rows.set(chunk, [...(this.rows.get(chunk) ?? []), vector.slice()]);
  }

  async delete(chunks: readonly number[]): Promise<void> {
    for (const chunk of chunks) this.rows.delete(chunk);
  }

  async listChunks(): Promise<Set<number>> {
    return new Set(this.rows.keys());
  }

  async *readAll(): AsyncGenerator<readonly VectorRow[]> {
    const rows = [...this.rows].flatMap(([chunk, vectors]) => vectors.map((vector) => ({ chunk, vector })));
    yield* batches(rows, 100);
  }

  async optimize(): Promise<void> {}

  close(): void {}
}
