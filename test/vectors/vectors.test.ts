import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openLanceVectors } from "../../server/vectors/lanceVectors";
import { type MemoryRows, MemoryVectors } from "../../server/vectors/memoryVectors";
import type { VectorRow, VectorTable } from "../../server/vectors/vectors";
import { randomUnit, seeded } from "./randomVectors";

const DIM = 16;

/** Opens the same vectors again and again, as one process after another would. */
interface Place {
  open(): Promise<VectorTable>;
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

async function readAll(vectors: VectorTable): Promise<VectorRow[]> {
  const all: VectorRow[] = [];
  for await (const rows of vectors.readAll()) all.push(...rows);
  return all;
}

/** What is read is what was written, but for the precision of half floats; a chunk's rows follow one another. */
async function checkHolds(vectors: VectorTable, rows: readonly VectorRow[]): Promise<void> {
  const read = await readAll(vectors);
  expect(read.map(({ chunk }) => chunk)).toEqual(rows.map(({ chunk }) => chunk));
  for (const [idx, { vector }] of read.entries())
    for (const [dim, value] of vector.entries()) expect(value).toBeCloseTo(rows[idx]!.vector[dim]!, 3);
  expect(await vectors.listChunks()).toEqual(new Set(rows.map(({ chunk }) => chunk)));
}

describe.each([
  ["on disk", lancePlace],
  ["in memory", memoryPlace],
])("vectors %s", (_name, newPlace) => {
  let place: Place;
  let vectors: VectorTable;
  beforeEach(async () => {
    place = await newPlace();
    vectors = await place.open();
  });
  afterEach(async () => {
    vectors.close();
    await place.remove();
  });

  test("nothing added reads as empty", async () => {
    await checkHolds(vectors, []);
    await vectors.delete([1]);
    await vectors.add([]);
    await vectors.optimize();
  });

  test("what was added is read back", async () => {
    const rows = randomRows(300, (row) => Math.floor(row / 50));
    for (let start = 0; start < 300; start += 50) await vectors.add(rows.slice(start, start + 50));
    await checkHolds(vectors, rows);
  });

  test("a deleted chunk is gone, with all its rows", async () => {
    const rows = randomRows(90, (row) => Math.floor(row / 3));
    await vectors.add(rows);
    await vectors.delete([0, 7, 12, 999]);
    await checkHolds(
      vectors,
      rows.filter(({ chunk }) => ![0, 7, 12].includes(chunk)),
    );
  });

  test("another instance sees what was written, before its next reading", async () => {
    const reader = await place.open();
    expect(await reader.listChunks()).toEqual(new Set());
    await vectors.add(randomRows(1, () => 1));
    expect(await reader.listChunks()).toEqual(new Set([1]));
    await vectors.add(randomRows(1, () => 2));
    await vectors.delete([1]);
    await vectors.optimize();
    expect(await reader.listChunks()).toEqual(new Set([2]));
    reader.close();
  });

  test("upkeep, once and again, changes nothing", async () => {
    const rows = randomRows(80, (row) => row);
    for (let start = 0; start < 80; start += 2) await vectors.add(rows.slice(start, start + 2));
    await vectors.optimize();
    await vectors.optimize();
    await checkHolds(vectors, rows);
  });

  test("writes asked for at once all arrive", async () => {
    const rows = randomRows(40, (row) => row);
    await Promise.all([...rows.map((row) => vectors.add([row])), vectors.optimize(), vectors.delete([0])]);
    expect((await vectors.listChunks()).size).toBe(39);
  });
});
