// I6: names that trip over quoting, encoding or length go through indexing, search, hover and deletion unharmed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openWorld, pathsFor } from "./engineWorld";

const NAMES = [
  "with space/a b.ts",
  'quotes/it\'s "so".ts',
  "percent/100%25 %2F.ts",
  "brackets/[id]/(group)/{x}.ts",
  "back\\slash/a\\b.ts",
  "glob/*.?.ts",
  "hash#/a#b.ts",
  "nfc/caf\u00e9.ts",
  "nfd/cafe\u0301.ts",
  "emoji/\u{1f980}.ts",
  "-dash/--help.ts",
  "$dollar/$HOME.ts",
  "tab\there/new\nline.ts",
  `${"long/".repeat(30)}${"n".repeat(200)}.ts`,
];

/** Each file defines a function of its own. */
const functionOf = (idx: number) => `paintedHarbour${String.fromCharCode(65 + idx)}`;

test("paths of every kind: indexed, found, opened, deleted", async () => {
  const { engine, dir } = await openWorld("//- /plain.ts\nexport const plain = 1;\n");
  NAMES.forEach((name, idx) => {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), `export function ${functionOf(idx)}() {\n  return ${idx};\n}\n`);
  });
  const [report] = await engine.update();
  expect(report?.files.listed).toBe(NAMES.length + 1);
  for (const [idx, name] of NAMES.entries()) {
    const { hits } = await engine.search(functionOf(idx), { limit: 5 });
    const hit = hits.find(({ path: found }) => found === name);
    expect(hit, name).toBeDefined();
    expect(readFileSync(hit!.file, "utf8")).toContain(functionOf(idx));
  }
  for (const name of NAMES) rmSync(path.join(dir, name));
  await engine.update();
  for (const idx of NAMES.keys()) expect(await pathsFor(engine, functionOf(idx))).not.toContain(NAMES[idx]);
});
