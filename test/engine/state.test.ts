import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Pace } from "../../server/engine/activity";
import { type EngineWorld, openEngine, openWorld, pathsFor, readIndex } from "./engineWorld";

const MILL = `
//- /src/mill.ts
/** Grinds grain to flour. */
export function grindGrain(sacks: number): number {
  return sacks * 9;
}
//- /src/oven.py
def bake_bread(flour):
    """Bakes bread of flour."""
    return flour * 2
`.trimStart();

const inStore = (world: EngineWorld) =>
  readdirSync(world.storeDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Case S6. */
test("paused, changed, resumed: every change is there; nothing runs in between", async () => {
  const world = await openWorld(MILL);
  await world.engine.update();
  await world.engine.pause();
  expect((await world.engine.status()).phase).toBe("paused");
  writeFileSync(path.join(world.dir, "src/new.ts"), "export function weighFlour() {\n  return 1;\n}\n");
  rmSync(path.join(world.dir, "src/oven.py"));
  world.engine.filesSaved([path.join(world.dir, "src/new.ts")]);
  expect(await pathsFor(world.engine, "weighFlour")).not.toContain("src/new.ts");
  await world.engine.resume();
  expect((await pathsFor(world.engine, "weighFlour"))[0]).toBe("src/new.ts");
  expect(await pathsFor(world.engine, "bake_bread")).not.toContain("src/oven.py");
  expect((await world.engine.status()).phase).toBe("ready");
});

/** Case S6. */
test("clear deletes what is stored, and a rebuild brings it back", async () => {
  const world = await openWorld(MILL);
  await world.engine.update();
  await world.engine.clear();
  expect(inStore(world)).toEqual([]);
  expect(await pathsFor(world.engine, "grindGrain")).toEqual([]);
  expect((await world.engine.status()).repositories[0]?.nChunks).toBe(0);
  await world.engine.rebuild();
  expect((await pathsFor(world.engine, "grindGrain"))[0]).toBe("src/mill.ts");
});

/** Case S5. */
test("progress only moves forward", () => {
  const pace = new Pace("mill");
  const seen = [3, 1, 5].map((done) => {
    pace.note({ repo: "mill", done, total: 9, nChunks: done * 2 });
    return [pace.progress.done, pace.progress.nChunks];
  });
  expect(seen).toEqual([
    [3, 6],
    [3, 6],
    [5, 10],
  ]);
});

/** Case M3: whatever part is lost or cut off, the next update makes it good. */
test.each([
  ["index-", "deleted"],
  ["index-", "truncated"],
  ["postings-", "deleted"],
  ["postings-", "truncated"],
  ["data/", "deleted"],
  ["data/", "truncated"],
  [".manifest", "overwritten"],
  ["store.json", "overwritten"],
] as const)("a store whose %s is %s is made good", async (part, how) => {
  const world = await openWorld(MILL);
  await world.engine.update();
  const before = await readIndex(world);
  await world.engine.dispose();
  const files = inStore(world).filter((file) => file.includes(part));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) damage(file, how);
  const engine = await openEngine(world.dir, world.storeDir);
  await pathsFor(engine, "grindGrain"); // It may find less, it may not fail.
  await engine.update();
  expect((await pathsFor(engine, "grindGrain"))[0]).toBe("src/mill.ts");
  expect(await readIndex(world)).toEqual(before);
  const { phase, repositories } = await engine.status();
  expect([phase, repositories[0]?.nVectorChunks]).toEqual(["ready", repositories[0]?.nChunks]);
  const { hits } = await engine.search("bread", { limit: 3 });
  expect(hits[0]?.ranks.dense).toBeDefined();
});

function damage(file: string, how: "deleted" | "truncated" | "overwritten"): void {
  if (how === "deleted") rmSync(file);
  else if (how === "truncated") truncateSync(file, Math.floor(statSync(file).size / 2));
  else writeFileSync(file, "no such thing\n".repeat(3));
}

/** Case M3: only what is lost is made anew. */
test("lost vectors are embedded again, the log stays", async () => {
  const world = await openWorld(MILL);
  const [first] = await world.engine.update();
  await world.engine.dispose();
  const vectors = inStore(world).find((file) => file.includes("vectors"))!;
  const dir = vectors.slice(0, vectors.indexOf("vectors") + "vectors".length);
  rmSync(dir, { recursive: true });
  const engine = await openEngine(world.dir, world.storeDir);
  const [report] = await engine.update();
  expect(report?.chunks.embedded).toBe(first?.chunks.embedded);
  expect(report?.generation).toBeGreaterThan(first!.generation);
  expect(existsSync(dir)).toBe(true);
});
