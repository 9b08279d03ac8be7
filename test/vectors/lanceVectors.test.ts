import { mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openLanceVectors, removeLanceVectors } from "../../server/vectors/lanceVectors";
import type { VectorTable } from "../../server/vectors/vectors";
import { randomUnit, seeded } from "./randomVectors";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "plumbline-lance-"));
});
afterEach(() => rm(dir, { recursive: true }));

describe("a damaged or missing folder", () => {
  const DIM = 8;
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

  test("a missing one is empty, and reading does not make it", async () => {
    await removeLanceVectors(dir);
    const vectors = await openLanceVectors(dir, DIM);
    expect(await vectors.listChunks()).toEqual(new Set());
    expect(await readdir(dir)).toEqual([]);
    vectors.close();
  });

  test("a cut-off manifest is said in one sentence", async () => {
    await damage("_versions");
    await expect(openLanceVectors(dir, DIM)).rejects.toMatchObject(unreadable);
  });

  test("cut-off data are found when read", async () => {
    await damage("data");
    const vectors = await openLanceVectors(dir, DIM);
    await expect(vectors.listChunks()).rejects.toMatchObject(unreadable);
    await expect(readAll(vectors)).rejects.toMatchObject(unreadable);
    vectors.close();
  });

  test("a table of another kind or dimension is unreadable", async () => {
    await expect(openLanceVectors(dir, DIM + 1)).rejects.toMatchObject(unreadable);
    await removeLanceVectors(dir);
    await writeFile(table(), "no folder");
    await expect(openLanceVectors(dir, DIM)).rejects.toMatchObject(unreadable);
  });

  test("after removal it is built anew, and a reader follows", async () => {
    const reader = await openLanceVectors(dir, DIM);
    expect((await reader.listChunks()).size).toBe(50);
    await removeLanceVectors(dir);
    expect((await reader.listChunks()).size).toBe(0);
    const vectors = await openLanceVectors(dir, DIM);
    await vectors.add([{ chunk: 3, vector: randomUnit(seeded(1), DIM) }]);
    expect((await reader.listChunks()).size).toBe(1);
    reader.close();
    vectors.close();
  });
});

async function readAll(vectors: VectorTable): Promise<void> {
  for await (const _ of vectors.readAll());
}
