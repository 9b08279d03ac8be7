import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type EngineWorld, openWorld, pathsFor } from "./engineWorld";

const PORT = `
//- /src/harbour.ts
/** Lets a ship into the harbour. */
export function admitShip(name: string): string {
  return name.trim();
}
//- /src/crane.ts
export function liftCargo(tons: number): number {
  return tons * 2;
}
`.trimStart();

const TYPED =
  "\n/** Counts the penguins on the pier. */\nexport function countPenguins(): number {\n  return 12;\n}\n";

async function openPort(): Promise<EngineWorld & { file: string; saved: string }> {
  const world = await openWorld(PORT);
  await world.engine.update();
  const file = path.join(world.dir, "src/harbour.ts");
  return { ...world, file, saved: readFileSync(file, "utf8") };
}

/** Case F4. */
test("a typed, unsaved function is found and marked, and gone after revert", async () => {
  const { engine, file, saved } = await openPort();
  await engine.setBuffer(file, saved + TYPED);
  const [hit] = (await engine.search("how many penguins are on the pier", { limit: 3 })).hits;
  expect([hit?.symbol, hit?.path, hit?.startLine, hit?.unsaved]).toEqual([
    "countPenguins",
    "src/harbour.ts",
    5,
    true,
  ]);
  const answer = await engine.ask("what counts the penguins?", {}, new AbortController().signal);
  expect(answer.sentences[0]?.citations[0]).toMatchObject({ path: "src/harbour.ts", unsaved: true });
  await engine.setBuffer(file, saved);
  const after = (await engine.search("countPenguins", { limit: 5 })).hits;
  expect(after.filter(({ unsaved, symbol }) => unsaved || symbol === "countPenguins")).toEqual([]);
});

test("what is deleted in an editor is not found while it is open", async () => {
  const { engine, file } = await openPort();
  await engine.setBuffer(file, "export const empty = 1;\n");
  expect((await engine.search("admitShip", { limit: 5 })).hits.map(({ symbol }) => symbol)).not.toContain(
    "admitShip",
  );
  await engine.dropBuffer(file);
  expect((await engine.search("admitShip", { limit: 5 })).hits[0]?.symbol).toBe("admitShip");
});

test("saved text loses its mark and is found once", async () => {
  const { engine, file, saved } = await openPort();
  await engine.setBuffer(file, saved + TYPED);
  writeFileSync(file, saved + TYPED);
  await engine.setBuffer(file, saved + TYPED); // What the editor says when it saved.
  const [before] = (await engine.search("countPenguins", { limit: 5 })).hits;
  expect([before?.symbol, before?.unsaved]).toEqual(["countPenguins", undefined]);
  await engine.update();
  const hits = (await engine.search("countPenguins", { limit: 5 })).hits;
  expect(hits.filter(({ symbol }) => symbol === "countPenguins")).toHaveLength(1);
  const { repositories, phase } = await engine.status();
  expect([phase, repositories[0]?.nVectorChunks]).toEqual(["ready", repositories[0]?.nChunks]);
});

test("an update of the file while it is edited does not bring the old text back", async () => {
  const { engine, file, saved } = await openPort();
  await engine.setBuffer(file, saved + TYPED);
  writeFileSync(file, `// note\n${saved}`);
  await engine.update();
  const hits = (await engine.search("admitShip", { limit: 5 })).hits;
  expect(hits.filter(({ symbol }) => symbol === "admitShip")).toHaveLength(1);
  expect(hits[0]).toMatchObject({ symbol: "admitShip", unsaved: true, startLine: 0 });
});

test("cited lines are located in the editor's text", async () => {
  const { engine, file, saved } = await openPort();
  const [hit] = (await engine.search("admitShip", { limit: 1 })).hits;
  await engine.setBuffer(file, `${"// above\n".repeat(30)}${saved}`);
  expect(await engine.locate(file, hit!, hit!.textHash)).toMatchObject({ state: "moved", startLine: 30 });
});

test("text typed quickly ends as the newest", async () => {
  const { engine, file, saved } = await openPort();
  const versions = Array.from(
    { length: 8 },
    (_, i) => `${saved}\nexport function draft${i}() {\n  return ${i};\n}\n`,
  );
  await Promise.all(versions.map((text) => engine.setBuffer(file, text)));
  const symbols = (await engine.search("draft7", { limit: 10 })).hits.map(({ symbol }) => symbol);
  expect(symbols[0]).toBe("draft7");
  expect(symbols).not.toContain("draft0");
});

test("an editor's file that no rule lets in stays out", async () => {
  const { engine, dir } = await openPort();
  writeFileSync(path.join(dir, ".gitignore"), "secret.ts\n");
  await engine.setBuffer(path.join(dir, "secret.ts"), "export function hiddenTreasure() {}\n");
  await engine.setBuffer("/elsewhere/other.ts", "export function hiddenTreasure() {}\n");
  expect(await pathsFor(engine, "hiddenTreasure")).not.toContain("secret.ts");
});
