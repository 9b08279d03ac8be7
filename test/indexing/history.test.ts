import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readIndex } from "../engine/engineWorld";
import { commitAll } from "../fixture";
import { tempDir } from "../tempDir";
import { IndexWorld } from "./indexWorld";

const WHO = [
  "-c",
  "user.name=Fixture",
  "-c",
  "user.email=fixture@example.invalid",
  "-c",
  "commit.gpgsign=false",
];

/** What fails (nothing to stash, a conflict) is a state of the folder like any other. */
function git(dir: string, ...args: string[]): void {
  try {
    execFileSync("git", ["-C", dir, ...WHO, ...args], { stdio: "pipe" });
  } catch {
    // See above.
  }
}

const text = (file: number, version: number) =>
  Array.from(
    { length: 1 + (version % 4) },
    (_, i) => `def step${file}_${i}():\n    return ${version * i}\n`,
  ).join("\n");

const STEPS: Readonly<Record<string, (dir: string, file: number, version: number) => void>> = {
  edit: (dir, file, version) => writeFileSync(path.join(dir, `f${file}.py`), text(file, version)),
  insertAbove: (dir, file) => {
    const name = path.join(dir, `f${file}.py`);
    if (existsSync(name)) writeFileSync(name, `# note\n\n${text(file, 2)}`);
  },
  remove: (dir, file) => rmSync(path.join(dir, `f${file}.py`), { force: true }),
  rename: (dir, file) => {
    if (existsSync(path.join(dir, `f${file}.py`)))
      renameSync(path.join(dir, `f${file}.py`), path.join(dir, `f${(file + 1) % 5}.py`));
  },
  commit: (dir, _, version) => {
    git(dir, "add", "--all");
    git(dir, "commit", "--quiet", "--message", `v${version}`);
  },
  branch: (dir, file) => git(dir, "checkout", "--quiet", "-B", `b${file}`),
  checkout: (dir, file) => git(dir, "checkout", "--quiet", "--force", `b${file}`),
  merge: (dir, file) => git(dir, "merge", "--quiet", `b${file}`),
  rebase: (dir, file) => git(dir, "rebase", "--quiet", `b${file}`),
  abort: (dir) => git(dir, "rebase", "--abort"),
  stash: (dir) => git(dir, "stash", "--include-untracked"),
  unstash: (dir) => git(dir, "stash", "pop"),
  reset: (dir) => git(dir, "reset", "--quiet", "--hard", "HEAD~1"),
  clean: (dir) => git(dir, "clean", "-fdq"),
};

const step = fc.record({
  name: fc.constantFrom(...Object.keys(STEPS)),
  file: fc.nat(3),
  version: fc.nat(7),
  afterwards: fc.constantFrom("update", "update", "wait", "upkeep", "restart"),
});

/** Case F1, F3, S3: after any history the index that followed it equals a fresh one, and so does what is found. */
test("an index that followed any history equals a fresh one", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const dir = tempDir();
      for (let file = 0; file < 3; file++) STEPS.edit!(dir, file, file + 1);
      commitAll(dir);
      for (let file = 0; file < 4; file++) git(dir, "branch", `b${file}`);
      let world = await IndexWorld.open(dir);
      await world.update();
      for (const { name, file, version, afterwards } of steps) {
        STEPS[name]!(dir, file, version);
        if (afterwards !== "wait") await world.update();
        if (afterwards === "upkeep") await world.upkeep();
        if (afterwards === "restart") world = await world.reopened();
      }
      await world.update();
      const fresh = await IndexWorld.open(dir);
      await fresh.update();
      expect(await readIndex({ dir, storeDir: world.storeDir })).toEqual(
        await readIndex({ dir, storeDir: fresh.storeDir }),
      );
      for (const query of ["step1_0", "return", "note"]) {
        expect(await world.found(query)).toEqual(await fresh.found(query));
      }
      expect((await world.update()).chunks.embedded).toBe(0);
    }),
    { numRuns: 12 },
  );
});
