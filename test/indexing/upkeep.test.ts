import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readIndex } from "../engine/engineWorld";
import { tempDir } from "../tempDir";
import { IndexWorld } from "./indexWorld";

/** Few enough, with five chunks each, that no retriever cuts among equals. */
const FILES = 4;
const MANY_FILES = 40;
const body = (file: number, version: number) =>
  Array.from(
    { length: 10 },
    (_, i) =>
      `export function step${file}x${i}() {\n  return "${i === version % 10 ? `version${version}` : "same"}";\n}\n`,
  ).join("\n");

function writeAll(dir: string, version: (file: number) => number, nFiles = FILES): void {
  for (let file = 0; file < nFiles; file++)
    writeFileSync(path.join(dir, `f${file}.ts`), body(file, version(file)));
}

/** The same folder in a store of its own. */
async function fresh(dir: string): Promise<IndexWorld> {
  const world = await IndexWorld.open(dir);
  await world.update();
  return world;
}

async function checkEqualsFresh(world: IndexWorld, dir: string): Promise<void> {
  const other = await fresh(dir);
  expect(await readIndex({ dir, storeDir: world.storeDir })).toEqual(
    await readIndex({ dir, storeDir: other.storeDir }),
  );
  for (const query of ["step3x4", "version", "return same"]) {
    expect((await world.found(query)).places).toEqual((await other.found(query)).places);
    expect((await (await world.reopened()).found(query)).places).toEqual((await other.found(query)).places);
  }
}

/** Rewrites one file after another, `nUpdates` times, with upkeep now and then. @returns the most bytes seen after it. */
async function updateOften(
  world: IndexWorld,
  dir: string,
  nFiles: number,
  nUpdates: number,
): Promise<number> {
  let largest = 0;
  for (let version = 1; version <= nUpdates; version++) {
    const file = version % nFiles;
    writeFileSync(path.join(dir, `f${file}.ts`), body(file, version));
    const { chunks } = await world.update({ paths: [`f${file}.ts`] });
    expect(chunks.embedded).toBeLessThanOrEqual(2); // Only what changed in the file.
    if (version % 25 !== 0) continue;
    await world.upkeep();
    largest = Math.max(largest, world.bytes);
  }
  return largest;
}

/** Case M2. Stores of a few hundred records are left alone, so the bound is shown on one that is larger. */
test("hundreds of single-file updates stay within twice the live data", { timeout: 120_000 }, async () => {
  const dir = tempDir();
  writeAll(dir, () => 0, MANY_FILES);
  const world = await IndexWorld.open(dir);
  await world.update();
  const largest = await updateOften(world, dir, MANY_FILES, 400);
  const live = await fresh(dir);
  expect(largest).toBeLessThan(2 * live.bytes);
  expect(world.nVectorChunks).toBeLessThan(2 * live.nVectorChunks);
});

test("hundreds of single-file updates leave what a fresh index holds and finds", {
  timeout: 120_000,
}, async () => {
  const dir = tempDir();
  writeAll(dir, () => 0);
  const world = await IndexWorld.open(dir);
  await world.update();
  await updateOften(world, dir, FILES, 200);
  await checkEqualsFresh(world, dir);
});

/** Case F1 and M2: branches differ little, so twenty cost little more than one. */
test("twenty branches visited cost at most half as much again, and going back embeds nothing", {
  timeout: 120_000,
}, async () => {
  const dir = tempDir();
  writeAll(dir, () => 0, MANY_FILES);
  const world = await IndexWorld.open(dir);
  await world.update();
  const one = world.bytes;
  const branch = (n: number) => writeAll(dir, (file) => (file % 20 === n % 20 ? n : 0), MANY_FILES);
  for (let n = 1; n <= 20; n++) {
    branch(n);
    await world.update();
    await world.upkeep();
  }
  expect(world.bytes).toBeLessThan(1.5 * one);
  for (const n of [19, 20, 19, 20]) {
    branch(n);
    expect((await world.update()).chunks.embedded).toBe(0);
  }
  const other = await fresh(dir);
  const [followed, anew] = [world, other].map(({ storeDir }) => readIndex({ dir, storeDir }));
  expect(await followed).toEqual(await anew);
});

test("a branch where everything is different is kept for the way back", async () => {
  const dir = tempDir();
  writeAll(dir, () => 0);
  const world = await IndexWorld.open(dir);
  await world.update();
  for (let file = 0; file < FILES; file++)
    writeFileSync(path.join(dir, `f${file}.ts`), `export const other${file} = 1;\n`.repeat(90));
  await world.update();
  await world.upkeep();
  writeAll(dir, () => 0);
  expect((await world.update()).chunks.embedded).toBe(0);
});

test("an upkeep that cannot write changes nothing, and the next one does it", async () => {
  const dir = tempDir();
  writeAll(dir, () => 0);
  const world = await IndexWorld.open(dir);
  await world.update();
  for (let version = 1; version <= 60; version++) {
    writeFileSync(path.join(dir, "f1.ts"), body(1, version));
    await world.update({ paths: ["f1.ts"] });
  }
  const before = await world.found("version60");
  const again = await world.reopened();
  rmSync(world.storeDir, { recursive: true });
  expect(await world.found("version60")).toEqual(before); // Read from memory, checked against the file.
  await again.update();
  await again.upkeep();
  expect(await again.found("version60")).toEqual(before);
});
