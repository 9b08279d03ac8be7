import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openLanceVectors } from "../../server/vectors/lanceVectors";
import { type MemoryRows, MemoryVectors } from "../../server/vectors/memoryVectors";
import type { VectorRow, Vectors } from "../../server/vectors/vectors";
import { randomUnit, seeded } from "./randomVectors";

const DIM = 16;

/** Opens the same vectors again and again, as one process after another would. */
interface Place {
  open(): Promise<Vectors>;
  remove(): Promise<void>;
}

async function lancePlace(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), "plumbline-vectors-"));
  return {
    open: () => openLanceVectors(join(dir, "store"), DIM),
    remove: () => rm(dir, { recursive: true }),
  };
}

async function memoryPlace(): Promise<Place> {
  const rows: MemoryRows = new Map();
  return { open: async () => new MemoryVectors(rows), remove: async () => {} };
}

function randomRows(nRows: number, chunkOf: (row: number) => number): VectorRow[] {
  const random = seeded(7);
  return Array.from({ length: nRows }, (_, row) => ({
    chunk: chunkOf(row),
    vector: randomUnit(random, DIM),
  }));
}

function axis(dimIdx: number): Float32Array {
  return Float32Array.from({ length: DIM }, (_, idx) => (idx === dimIdx ? 1 : 0));
}

function bruteForce(rows: readonly VectorRow[], vector: Float32Array): Map<number, number> {
  const best = new Map<number, number>();
  for (const row of rows) {
    const score = row.vector.reduce((sum, value, idx) => sum + value * vector[idx]!, 0);
    best.set(row.chunk, Math.max(best.get(row.chunk) ?? -1, score));
  }
  return best;
}

/** Half floats move a cosine by less than this. */
const TOLERANCE = 2e-3;

async function checkNearest(vectors: Vectors, rows: readonly VectorRow[], limit: number): Promise<void> {
  const vector = randomUnit(seeded(99), DIM);
  const expected = bruteForce(rows, vector);
  const best = [...expected.values()].sort((a, b) => b - a).slice(0, limit);
  const found = await vectors.search({ vector, limit });
  expect(new Set(found.map(({ chunk }) => chunk)).size).toBe(best.length);
  for (const [idx, { chunk, score }] of found.entries()) {
    expect(Math.abs(score - expected.get(chunk)!)).toBeLessThan(TOLERANCE);
    expect(Math.abs(score - best[idx]!)).toBeLessThan(TOLERANCE);
  }
}

describe.each([
  ["on disk", lancePlace],
  ["in memory", memoryPlace],
])("vectors %s", (_name, newPlace) => {
  let place: Place;
  let vectors: Vectors;
  beforeEach(async () => {
    place = await newPlace();
    vectors = await place.open();
  });
  afterEach(async () => {
    vectors.close();
    await place.remove();
  });

  test("nothing added reads as empty", async () => {
    expect(await vectors.search({ vector: axis(0), limit: 5 })).toEqual([]);
    expect(await vectors.countChunks()).toBe(0);
    await vectors.delete([1]);
    await vectors.add([]);
    await vectors.optimize();
  });

  test("the nearest chunks come first", async () => {
    const rows = randomRows(300, (row) => row);
    await vectors.add(rows);
    await checkNearest(vectors, rows, 20);
    await checkNearest(vectors, rows, 1000);
  });

  test("a chunk with many rows comes once, with its best", async () => {
    const rows = randomRows(300, (row) => Math.floor(row / 50));
    await vectors.add(rows);
    await checkNearest(vectors, rows, 5);
    expect(await vectors.countChunks()).toBe(6);
    expect(await vectors.listChunks()).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  test("a deleted chunk is gone, with all its rows", async () => {
    const rows = randomRows(90, (row) => Math.floor(row / 3));
    await vectors.add(rows);
    await vectors.delete([0, 7, 12, 999]);
    await checkNearest(
      vectors,
      rows.filter(({ chunk }) => ![0, 7, 12].includes(chunk)),
      50,
    );
    expect(await vectors.countChunks()).toBe(27);
  });

  test("a search within chunks sees these alone", async () => {
    const rows = randomRows(3000, (row) => row);
    await vectors.add(rows);
    for (const within of [[5], [1, 2, 3, 4000], Array.from({ length: 1500 }, (_, idx) => 2 * idx)]) {
      const vector = randomUnit(seeded(3), DIM);
      const expected = bruteForce(
        rows.filter(({ chunk }) => within.includes(chunk)),
        vector,
      );
      const best = [...expected].sort((a, b) => b[1] - a[1]).slice(0, 3);
      const found = await vectors.search({ vector, limit: 3, within });
      expect(found.map(({ chunk }) => chunk)).toEqual(best.map(([chunk]) => chunk));
    }
    expect(await vectors.search({ vector: axis(0), limit: 3, within: [] })).toEqual([]);
  });

  test("a vector without direction is near nothing", async () => {
    await vectors.add([{ chunk: 1, vector: axis(0) }]);
    expect(await vectors.search({ vector: new Float32Array(DIM), limit: 3 })).toEqual([]);
    expect(await vectors.search({ vector: axis(0), limit: 0 })).toEqual([]);
  });

  test("another instance sees what was written, before its next search", async () => {
    const reader = await place.open();
    expect(await reader.search({ vector: axis(1), limit: 1 })).toEqual([]);
    await vectors.add([{ chunk: 1, vector: axis(0) }]);
    expect(await reader.search({ vector: axis(1), limit: 1 })).toMatchObject([{ chunk: 1, score: 0 }]);
    await vectors.add([{ chunk: 2, vector: axis(1) }]);
    expect(await reader.search({ vector: axis(1), limit: 1 })).toMatchObject([{ chunk: 2, score: 1 }]);
    await vectors.delete([2]);
    await vectors.optimize();
    expect(await reader.countChunks()).toBe(1);
    reader.close();
  });

  test("upkeep, once and again, changes no answer", async () => {
    const rows = randomRows(200, (row) => row);
    for (let start = 0; start < 200; start += 20) await vectors.add(rows.slice(start, start + 20));
    await vectors.optimize();
    await vectors.optimize();
    await checkNearest(vectors, rows, 20);
    expect(await vectors.countChunks()).toBe(200);
  });

  test("writes asked for at once all arrive", async () => {
    const rows = randomRows(40, (row) => row);
    await Promise.all([...rows.map((row) => vectors.add([row])), vectors.optimize(), vectors.delete([0])]);
    expect(await vectors.countChunks()).toBe(39);
  });
});
