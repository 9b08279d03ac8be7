import { bestPerChunk, isZero } from "./bestPerChunk";
import type { VectorMatch, VectorQuery, VectorRow, Vectors } from "./vectors";

/** Rows that instances may share, as processes share a folder. */
export type MemoryRows = Map<number, Float32Array[]>;

/** The exact twin of `lanceVectors.ts` for tests: no disk, no native code. */
export class MemoryVectors implements Vectors {
  constructor(private readonly rows: MemoryRows = new Map()) {}

  async add(rows: readonly VectorRow[]): Promise<void> {
    for (const { chunk, vector } of rows)
      this.rows.set(chunk, [...(this.rows.get(chunk) ?? []), vector.slice()]);
  }

  async delete(chunks: readonly number[]): Promise<void> {
    for (const chunk of chunks) this.rows.delete(chunk);
  }

  async search({ vector, limit, within }: VectorQuery): Promise<VectorMatch[]> {
    if (isZero(vector)) return [];
    const chunks = within ?? [...this.rows.keys()];
    const scored = chunks.flatMap((chunk) =>
      (this.rows.get(chunk) ?? []).map((row) => ({ chunk, score: dot(row, vector) })),
    );
    return bestPerChunk(scored).slice(0, limit);
  }

  async listChunks(): Promise<Set<number>> {
    return new Set(this.rows.keys());
  }

  async countChunks(): Promise<number> {
    return this.rows.size;
  }

  async optimize(): Promise<void> {}

  close(): void {}
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let idx = 0; idx < a.length; idx++) sum += a[idx]! * b[idx]!;
  return sum;
}
