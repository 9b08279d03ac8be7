import { truncateSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { nearestIn, type Source } from "../../server/vectors/nearest";
import { type RowPaths, RowWriter } from "../../server/vectors/rowFiles";
import { Scanner } from "../../server/vectors/scan";
import { VectorRows } from "../../server/vectors/vectorRows";
import type { VectorRow } from "../../server/vectors/vectors";
import { tempDir } from "../tempDir";
import { randomUnit, seeded } from "./randomVectors";

const scanner = new Scanner();
/** Values of a byte move a cosine by less than this. */
const TOLERANCE = 4e-3;

function randomRows(nRows: number, dim: number, chunkOf = (row: number) => row): VectorRow[] {
  const random = seeded(7);
  return Array.from({ length: nRows }, (_, row) => ({
    chunk: chunkOf(row),
    vector: randomUnit(random, dim),
  }));
}

async function written(rows: readonly VectorRow[], dim: number): Promise<RowPaths> {
  const dir = tempDir();
  const paths = { sketches: path.join(dir, "sketches"), values: path.join(dir, "values") };
  const writer = await RowWriter.open(paths, dim, 0);
  await writer.append(rows.slice(0, rows.length >> 1));
  await writer.append(rows.slice(rows.length >> 1));
  await writer.close();
  return paths;
}

async function opened(rows: readonly VectorRow[], dim: number): Promise<VectorRows> {
  const reader = new VectorRows(await written(rows, dim), dim);
  await reader.readTo(rows.length);
  return reader;
}

function sourceOf(rows: VectorRows, accepts: (chunk: number) => boolean = () => true): Source {
  return { rows, accepts, onRead: (problem) => expect(problem).toBeNull() };
}

/** Each chunk's best cosine, best chunks first. */
function bruteForce(rows: readonly VectorRow[], vector: Float32Array): { chunk: number; score: number }[] {
  const best = new Map<number, number>();
  for (const row of rows) {
    const score = row.vector.reduce((sum, value, idx) => sum + value * vector[idx]!, 0);
    best.set(row.chunk, Math.max(best.get(row.chunk) ?? -1, score));
  }
  return [...best].map(([chunk, score]) => ({ chunk, score })).sort((a, b) => b.score - a.score);
}

/** Share of the true best `limit` among those found, over some questions; every score is checked. */
function recall(
  reader: VectorRows,
  rows: readonly VectorRow[],
  limit: number,
  accepts: (chunk: number) => boolean = () => true,
): number {
  const random = seeded(11);
  let nFound = 0;
  const N_QUESTIONS = 10;
  for (let question = 0; question < N_QUESTIONS; question++) {
    const vector = randomUnit(random, rows[0]!.vector.length);
    const truth = bruteForce(
      rows.filter(({ chunk }) => accepts(chunk)),
      vector,
    );
    const scores = new Map(truth.map(({ chunk, score }) => [chunk, score]));
    const [found = []] = nearestIn([sourceOf(reader, accepts)], { vector, limit }, scanner);
    expect(found.length).toBe(Math.min(limit, truth.length));
    for (const { chunk, score } of found)
      expect(Math.abs(score - scores.get(chunk)!)).toBeLessThan(TOLERANCE);
    const least = truth[found.length - 1]!.score - TOLERANCE;
    nFound += found.filter(({ chunk }) => scores.get(chunk)! >= least).length / found.length;
  }
  return nFound / N_QUESTIONS;
}

// Random directions are the hardest there are: code has neighbours that stand out.
test.each([256, 384, 768, 1024])(
  "of 10,000 chunks in %i dimensions the nearest are found, in any filter",
  async (dim) => {
    const rows = randomRows(20_000, dim, (row) => row >> 1);
    const reader = await opened(rows, dim);
    expect(recall(reader, rows, 10)).toBeGreaterThanOrEqual(0.95);
    expect(recall(reader, rows, 200)).toBeGreaterThanOrEqual(0.9);
    for (const every of [2, 20, 300])
      expect(recall(reader, rows, 10, (chunk) => chunk % every === 0)).toBeGreaterThanOrEqual(0.95);
  },
  60_000,
);

test("a chunk with many rows comes once, with its best", async () => {
  const rows = randomRows(300, 16, (row) => Math.floor(row / 50));
  const reader = await opened(rows, 16);
  expect(recall(reader, rows, 6)).toBe(1);
  const vector = randomUnit(seeded(3), 16);
  const [best] = bruteForce(
    rows.filter(({ chunk }) => chunk === 4),
    vector,
  );
  expect(Math.abs(reader.cosine(4, vector)! - best!.score)).toBeLessThan(0.02);
  expect(reader.cosine(6, vector)).toBeNull();
  expect([reader.has(5), reader.has(6), reader.has(-1)]).toEqual([true, false, false]);
});

test("the nearest over several repositories are those of one that holds all", async () => {
  const rows = randomRows(3000, 64);
  const parts = [rows.slice(0, 100), rows.slice(100, 2900), rows.slice(2900)];
  const sources = await Promise.all(parts.map(async (part) => sourceOf(await opened(part, 64))));
  const whole = sourceOf(await opened(rows, 64));
  const query = { vector: randomUnit(seeded(3), 64), limit: 50 };
  const apart = nearestIn(sources, query, scanner).flat();
  expect(apart.sort((a, b) => b.score - a.score)).toEqual(nearestIn([whole], query, scanner)[0]);
});

test("what is appended later is found, what no commit counts is not", async () => {
  const rows = randomRows(40, 32);
  const paths = await written(rows, 32);
  const reader = new VectorRows(paths, 32);
  await reader.readTo(23);
  const nearest = () =>
    nearestIn([sourceOf(reader)], { vector: rows[30]!.vector, limit: 1 }, scanner)[0]![0]!.chunk;
  expect(nearest()).not.toBe(30);
  await reader.readTo(31);
  expect(nearest()).toBe(30);
  const writer = await RowWriter.open(paths, 32, 31); // What a killed writer left goes.
  await writer.append(rows.slice(38));
  await writer.close();
  await reader.readTo(33);
  expect([reader.has(31), reader.has(38), reader.nRows]).toEqual([false, true, 33]);
});

test("a vector without direction is near nothing", async () => {
  const reader = await opened(randomRows(20, 32), 32);
  const vector = new Float32Array(32);
  expect(nearestIn([sourceOf(reader)], { vector, limit: 3 }, scanner)).toEqual([[]]);
});

test.each(["sketches", "values"] as const)("cut-off %s are said, by writer and reader", async (part) => {
  const rows = randomRows(20, 32);
  const paths = await written(rows, 32);
  truncateSync(paths[part], 100);
  await expect(RowWriter.open(paths, 32, 20)).rejects.toThrow("cut off");
  await expect(new VectorRows(paths, 32).readTo(20)).rejects.toThrow("cut off");
});
