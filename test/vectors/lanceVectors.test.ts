import { mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openLanceVectors, probeLanceVectors, removeLanceVectors } from "../../server/vectors/lanceVectors";
import type { Vectors } from "../../server/vectors/vectors";
import { randomUnit, seeded } from "./randomVectors";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "plumbline-lance-"));
});
afterEach(() => rm(dir, { recursive: true }));

describe("a damaged or missing folder", () => {
  const DIM = 8;
  const probe = () => probeLanceVectors(dir, DIM);
  const table = () => join(dir, "vectors.lance");

  beforeEach(async () => {
    const vectors = await openLanceVectors(dir, DIM);
    const random = seeded(1);
    await vectors.add(Array.from({ length: 50 }, (_, chunk) => ({ chunk, vector: randomUnit(random, DIM) })));
    vectors.close();
  });

  const unreadable = {
    kind: "index-unreadable",
    message: expect.stringMatching(/^The vectors in .* cannot be read: rebuild the index\.$/),
  };

  async function damage(folder: string): Promise<void> {
    for (const name of await readdir(join(table(), folder))) await truncate(join(table(), folder, name), 3);
  }

  test("a whole one is readable", async () => {
    expect(await probe()).toBe("readable");
  });

  test("a missing one is absent, and reading does not make it", async () => {
    await removeLanceVectors(dir);
    expect(await probe()).toBe("absent");
    expect(await readdir(dir)).toEqual([]);
  });

  test("a cut-off manifest is said in one sentence", async () => {
    await damage("_versions");
    expect(await probe()).toBe("unreadable");
    await expect(openLanceVectors(dir, DIM)).rejects.toMatchObject(unreadable);
  });

  test("cut-off data are found by the probe and by a search", async () => {
    await damage("data");
    expect(await probe()).toBe("unreadable");
    const vectors = await openLanceVectors(dir, DIM);
    const vector = randomUnit(seeded(2), DIM);
    await expect(vectors.search({ vector, limit: 3 })).rejects.toMatchObject(unreadable);
    vectors.close();
  });

  test("a table of another kind or dimension is unreadable", async () => {
    expect(await probeLanceVectors(dir, DIM + 1)).toBe("unreadable");
    await removeLanceVectors(dir);
    await writeFile(table(), "no folder");
    expect(await probe()).toBe("unreadable");
  });

  test("after removal it is built anew, and a reader follows", async () => {
    const reader = await openLanceVectors(dir, DIM);
    expect(await reader.countChunks()).toBe(50);
    await removeLanceVectors(dir);
    expect(await reader.countChunks()).toBe(0);
    const vectors = await openLanceVectors(dir, DIM);
    await vectors.add([{ chunk: 3, vector: randomUnit(seeded(1), DIM) }]);
    expect(await reader.countChunks()).toBe(1);
    reader.close();
    vectors.close();
  });
});

test("beyond 20,000 rows the index finds nine of the ten true neighbours, also after changes and upkeep", async () => {
  const DIM = 384;
  const random = seeded(5);
  const rows = Array.from({ length: 30_000 }, (_, chunk) => ({ chunk, vector: randomUnit(random, DIM) }));
  const vectors = await openLanceVectors(dir, DIM);
  await vectors.add(rows);
  await vectors.optimize();
  expect(await recall(vectors, rows)).toBeGreaterThanOrEqual(0.9);

  const more = Array.from({ length: 3000 }, (_, idx) => ({
    chunk: 30_000 + idx,
    vector: randomUnit(random, DIM),
  }));
  await vectors.add(more);
  await vectors.delete(rows.slice(0, 100).map(({ chunk }) => chunk));
  const found = await vectors.search({ vector: more[7]!.vector, limit: 1 });
  expect(found[0]!.chunk).toBe(more[7]!.chunk); // Not in the index yet.

  const left = [...rows.slice(100), ...more];
  await vectors.optimize();
  await vectors.optimize();
  expect(await recall(vectors, left)).toBeGreaterThanOrEqual(0.9);
  expect(await vectors.countChunks()).toBe(left.length);
  vectors.close();
}, 60_000);

type Row = { readonly chunk: number; readonly vector: Float32Array };

/** Share of the true ten nearest of `rows` among the ten found, over ten questions. */
async function recall(vectors: Vectors, rows: readonly Row[]): Promise<number> {
  const random = seeded(11);
  let nFound = 0;
  for (let query = 0; query < 10; query++) {
    const vector = randomUnit(random, rows[0]!.vector.length);
    const truth = rows
      .map((row) => ({ chunk: row.chunk, score: dot(row.vector, vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 10);
    const found = new Set((await vectors.search({ vector, limit: 10 })).map(({ chunk }) => chunk));
    nFound += truth.filter(({ chunk }) => found.has(chunk)).length;
  }
  return nFound / 100;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let idx = 0; idx < a.length; idx++) sum += a[idx]! * b[idx]!;
  return sum;
}
