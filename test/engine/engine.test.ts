import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type EngineWorld, openEngine, openWorld, pathsFor, readIndex } from "./engineWorld";

const SHOP = `
//- /src/retryBudget.ts
/** Enforces how many upload retries are allowed. */
export class RetryBudget {
  acquire(): boolean {
    return this.left-- > 0;
  }
  private left = 3;
}
//- /src/upload.ts
import { RetryBudget } from "./retryBudget";

export async function uploadFile(path: string, budget: RetryBudget): Promise<void> {
  while (budget.acquire()) await sendOnce(path);
}
//- /lib/colors.py
def mix(red, green):
    """Mixes two colors of paint."""
    return (red + green) / 2
`.trimStart();

const write = ({ dir }: EngineWorld, file: string, text: string) => {
  mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  writeFileSync(path.join(dir, file), text);
};

test("a folder is searchable after one update, each hit with the lines its file has", async () => {
  const { engine } = await openWorld(SHOP);
  const [report] = await engine.update();
  expect(report?.files).toEqual({ listed: 3, changed: 3, deleted: 0, skipped: 0 });
  const { hits } = await engine.search("how is the retry budget enforced", { limit: 5 });
  expect(hits[0]?.path).toBe("src/retryBudget.ts");
  for (const hit of hits) {
    const lines = readFileSync(hit.file, "utf8").split("\n");
    expect(hit.text.trimEnd()).toBe(lines.slice(hit.startLine, hit.endLine).join("\n").trimEnd());
  }
});

test("ready is derived from what the stores hold", async () => {
  const world = await openWorld(SHOP);
  expect((await world.engine.status()).phase).toBe("starting");
  await world.engine.update();
  const { phase, repositories } = await world.engine.status();
  expect(phase).toBe("ready");
  expect(repositories[0]?.nVectorChunks).toBe(repositories[0]?.nChunks);
});

test("a folder with nothing to read says so", async () => {
  const { engine } = await openWorld("//- /a.bin\n\0\0\0\n");
  await engine.update();
  expect(await engine.status()).toMatchObject({ phase: "empty", message: /No text file/ });
});

/** Cases F3 and F5. */
test("renamed and deleted files leave the results, also when times lie", async () => {
  const world = await openWorld(SHOP);
  await world.engine.update();
  renameSync(path.join(world.dir, "lib/colors.py"), path.join(world.dir, "lib/paint.py"));
  const { atime, mtime } = statSync(path.join(world.dir, "src/upload.ts"));
  write(world, "src/upload.ts", "export function greetPenguins() { return 'hello'; }\n");
  utimesSync(path.join(world.dir, "src/upload.ts"), atime, mtime);
  await world.engine.update();
  expect(await pathsFor(world.engine, "mixes two colors")).toContain("lib/paint.py");
  expect(await pathsFor(world.engine, "mixes two colors")).not.toContain("lib/colors.py");
  expect((await pathsFor(world.engine, "greet penguins"))[0]).toBe("src/upload.ts");
  expect(await pathsFor(world.engine, "uploadFile")).not.toContain("src/upload.ts:uploadFile");
});

/** Case F2, before the index knows of the edit. */
test("a hit whose lines moved is shown where they are; one whose lines are gone is withheld", async () => {
  const world = await openWorld(SHOP);
  await world.engine.update();
  const before = readFileSync(path.join(world.dir, "lib/colors.py"), "utf8");
  write(world, "lib/colors.py", `${"# note\n".repeat(30)}${before}`);
  const moved = (await world.engine.search("mix colors", { limit: 1 })).hits[0];
  expect([moved?.path, moved?.startLine]).toEqual(["lib/colors.py", 30]);
  write(world, "lib/colors.py", before.replace("/ 2", "/ 3"));
  expect(await pathsFor(world.engine, "mix colors")).not.toContain("lib/colors.py");
});

/** Invariant: one bad file is skipped and reported; it never stops a run. */
test("a file that cannot be read as text is reported, the rest is found", async () => {
  const { engine } = await openWorld(
    `${SHOP}//- /broken.bin\n\0\0\n//- /half.ts\nexport class { function (((\n`,
  );
  await engine.update();
  const { repositories } = await engine.status();
  expect(repositories[0]?.problems.map((problem) => problem.path)).toContain("broken.bin");
  expect((await pathsFor(engine, "RetryBudget"))[0]).toBe("src/retryBudget.ts");
});

/** Case I2: nothing is left out silently, and every rule can be overridden. */
test("coverage names what is not searched and why; a pattern brings it in, and its end takes it out", async () => {
  const big = `[${"1,\n".repeat(30_000)}1]`;
  const world = await openWorld(
    `${SHOP}//- /data.json\n${big}\n//- /id_rsa\nkey\n//- /notes.xyz\nplain words\n`,
  );
  await world.engine.update();
  const [before] = await world.engine.coverage();
  expect(before?.excluded).toEqual([
    { path: "data.json", rule: "data", reason: "data file larger than 64 KiB" },
    { path: "id_rsa", rule: "secret", reason: "holds keys" },
  ]);
  expect(before?.byLines).toEqual([{ path: "notes.xyz", reason: "no grammar for xyz" }]);
  await world.engine.openFolders([world.dir], { include: ["data.json"] });
  await world.engine.update();
  expect((await world.engine.coverage())[0]?.excluded.map(({ path }) => path)).toEqual(["id_rsa"]);
  await world.engine.openFolders([world.dir]);
  await world.engine.update();
  expect((await world.engine.coverage())[0]?.excluded.map(({ path }) => path)).toEqual([
    "data.json",
    "id_rsa",
  ]);
});

/** Case I9: what looks like a key is not stored. */
test("secrets in code are neither stored nor found", async () => {
  const key = "AKIAIOSFODNN7EXAMPLE";
  const world = await openWorld(`//- /deploy.py\ndef deploy():\n    upload(access="${key}")\n`);
  await world.engine.update();
  const files = readdirSync(world.storeDir, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const stored = files.map((file) => readFileSync(path.join(file.parentPath, file.name), "latin1")).join("");
  expect(stored.toLowerCase()).not.toContain(key.toLowerCase());
  expect((await world.engine.search("deploy", { limit: 1 })).hits[0]?.text).toContain(key);
});

/** Invariant: one writer. Both engines write at once; the store is whole and both see everything. */
test("two engines on one folder take turns", async () => {
  const world = await openWorld(SHOP);
  const other = await openEngine(world.dir, world.storeDir);
  const [[first], [second]] = await Promise.all([world.engine.update(), other.update()]);
  expect([first!.chunks.embedded > 0, second!.chunks.embedded > 0].filter(Boolean)).toHaveLength(1);
  expect((await pathsFor(world.engine, "RetryBudget"))[0]).toBe("src/retryBudget.ts");
  expect((await pathsFor(other, "RetryBudget"))[0]).toBe("src/retryBudget.ts");
});

/** Case F8. */
test("the index folder may vanish under a running engine", async () => {
  const world = await openWorld(SHOP);
  await world.engine.update();
  rmSync(world.storeDir, { recursive: true });
  expect(await pathsFor(world.engine, "RetryBudget")).toEqual([]);
  await world.engine.update();
  expect((await pathsFor(world.engine, "RetryBudget"))[0]).toBe("src/retryBudget.ts");
});

/** Cases S3 and F1: going back to earlier content embeds nothing. */
test("there and back embeds nothing on the way back", async () => {
  const world = await openWorld(SHOP);
  await world.engine.update();
  const text = readFileSync(path.join(world.dir, "src/upload.ts"), "utf8");
  write(world, "src/upload.ts", "export const changed = 1;\n");
  expect((await world.engine.update())[0]?.chunks.embedded).toBe(1);
  write(world, "src/upload.ts", text);
  expect((await world.engine.update())[0]?.chunks.embedded).toBe(0);
  expect(await pathsFor(world.engine, "uploadFile")).toContain("src/upload.ts");
});

test("a rebuild embeds everything anew and finds the same", async () => {
  const world = await openWorld(SHOP);
  const [first] = await world.engine.update();
  const before = await readIndex(world);
  const [again] = await world.engine.rebuild();
  expect(again?.chunks.embedded).toBe(first?.chunks.embedded);
  expect(await readIndex(world)).toEqual(before);
  expect((await pathsFor(world.engine, "RetryBudget"))[0]).toBe("src/retryBudget.ts");
});

test("a folder that is closed leaves the results, and is searchable at once when opened again", async () => {
  const world = await openWorld(SHOP);
  await world.engine.update();
  await world.engine.openFolders([]);
  expect((await world.engine.status()).phase).toBe("off");
  await world.engine.openFolders([world.dir]);
  expect((await pathsFor(world.engine, "RetryBudget"))[0]).toBe("src/retryBudget.ts");
});

test("cancelling keeps the engine usable", async () => {
  const world = await openWorld(SHOP);
  await expect(world.engine.update(AbortSignal.abort())).rejects.toThrow(/abort/i);
  await world.engine.update();
  expect((await pathsFor(world.engine, "RetryBudget"))[0]).toBe("src/retryBudget.ts");
});

test("explaining a symbol needs no model: definition, signature, callers", async () => {
  const world = await openWorld(SHOP);
  await world.engine.update();
  const file = path.join(world.dir, "src/upload.ts");
  const explained = await world.engine.explain({ file, line: 2, word: "acquire" });
  expect(explained).toMatchObject({
    symbol: "RetryBudget.acquire",
    definedAt: { path: "src/retryBudget.ts" },
    nCallers: 1,
  });
  expect(explained?.callers[0]?.path).toBe("src/upload.ts");
  expect(await world.engine.explain({ file, line: 2, word: "nothingOfThatName" })).toBeNull();
});

type Edit = { readonly kind: "write" | "delete" | "move"; readonly file: number; readonly body: number };
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("write" as const, "write" as const, "delete" as const, "move" as const),
  file: fc.nat(4),
  body: fc.nat(6),
});

/** Invariant: after any sequence of edits the incremental index holds what a fresh one holds. */
test("an index that followed the edits equals a fresh one", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      const world = await openWorld("//- /f0.ts\nexport const start = 0;\n");
      for (const step of edits) {
        applyEdit(world, step);
        await world.engine.update();
      }
      const storeDir = path.join(world.dir, "../fresh");
      const fresh = { ...world, engine: await openEngine(world.dir, storeDir), storeDir };
      await fresh.engine.update();
      expect(await readIndex(world)).toEqual(await readIndex(fresh));
    }),
    { numRuns: 6 },
  );
});

function applyEdit(world: EngineWorld, { kind, file, body }: Edit): void {
  const name = `f${file}.ts`;
  const functions = Array.from(
    { length: body },
    (_, i) => `export function f${i}() {\n  return ${i + file};\n}\n`,
  );
  if (kind === "write") write(world, name, functions.join("\n") || "\n");
  else if (kind === "delete") rmSync(path.join(world.dir, name), { force: true });
  else {
    write(world, name, functions.join("\n"));
    renameSync(path.join(world.dir, name), path.join(world.dir, `f${(file + 1) % 5}.ts`));
  }
}
