import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { readIndex } from "../engine/engineWorld";
import { writeFixture } from "../fixture";
import { tempDir } from "../tempDir";

const CLI = path.resolve(import.meta.dirname, "../../dist/cli.js");

/** Enough for several batches: 120 files of 25 functions. */
const FILES = Array.from({ length: 120 }, (_, file) => {
  const functions = Array.from(
    { length: 25 },
    (_, i) =>
      `export function step${file}x${i}(input: number): number {\n  const doubled = input * ${i};\n\n  return doubled + ${file};\n}\n`,
  );
  return `//- /src/part${file}.ts\n${functions.join("\n")}`;
}).join("");

/** Invariant: the server may be killed at any moment; at most one batch is lost and nothing is wrong afterwards. */
test("an index killed at random moments catches up and equals a fresh one", {
  timeout: 300_000,
}, async () => {
  const dir = path.join(tempDir(), "shop");
  writeFixture(dir, FILES);
  const [storeDir, freshDir] = [path.join(tempDir(), "killed"), path.join(tempDir(), "fresh")];
  for (const afterMs of [150, 600, 1100, 1500, 1900, 2300]) {
    const child = spawn(process.execPath, [CLI, "index", dir, "--store", storeDir], {
      detached: true,
      stdio: "ignore",
    });
    await delay(afterMs);
    try {
      process.kill(-child.pid!, "SIGKILL"); // The whole group: terminal and worker die at once.
    } catch {
      // It was done already.
    }
  }
  for (const store of [storeDir, freshDir]) {
    const ran = spawnSync(process.execPath, [CLI, "index", dir, "--store", store], { encoding: "utf8" });
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: "" });
  }
  expect(await readIndex({ dir, storeDir })).toEqual(await readIndex({ dir, storeDir: freshDir }));
});
