import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CitedFiles } from "../../server/answer/citedFiles";
import { readDrafts } from "../../server/answer/readDrafts";
import { verifyOutside } from "../../server/answer/verifyOutside";
import { discoverRoots } from "../../server/workspace/roots";
import { writeFixture } from "../fixture";

const dir = mkdtempSync(path.join(os.tmpdir(), "plumbline-verify-"));
let files: CitedFiles;
beforeAll(async () => {
  writeFixture(
    dir,
    `
//- /src/quota.ts
export const MAX_RETRIES = 5;
export const TIMEOUT_MS = 30_000;

/** Takes one token; never waits for one. */
export function take(pool: Pool, amount: number): boolean {
  if (amount > MAX_RETRIES) throw new RangeError("too many tokens");
  if (pool.closed) return false;
  pool.free -= amount;
  return true;
}

/** Gives tokens back. */
export function give(pool: Pool, amount: number): void {
  pool.free += amount;
  notify(pool.waiters);
}
//- /src/pool.ts
export function take(list: string[]): string | undefined {
  return list.pop();
}
`,
  );
  files = new CitedFiles(await discoverRoots([dir]), ".");
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Checks a text and draws each sentence's state, and its reason where it has one. */
async function check(text: string, expected: readonly string[]): Promise<void> {
  const checked = [];
  for (const draft of readDrafts(text)) checked.push(await verifyOutside(draft, files));
  expect(checked.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))).toEqual(expected);
}

function json(text: string, ...citations: readonly object[]): string {
  return JSON.stringify({ sentences: [{ text, citations }] });
}

test("Markdown references of every form are read; prose that cites nothing is left alone", () =>
  check(
    `# Quota
It was written in a hurry.
\`take\` throws a \`RangeError\` (src/quota.ts:5-10). \`give\` calls \`notify\`, see [there](src/quota.ts#L13-L16).
- \`MAX_RETRIES\` is 5. (\`quota.ts:1\`)
- \`take\` calls \`list.pop()\` in https://example.com/o/r/blob/main/src/pool.ts#L1-L3
`,
    ["verified", "verified", "verified", "verified"],
  ));

test("a place that is none", async () => {
  await check("`take` is in src/none.ts:3.", ["unsupported: there is no file src/none.ts"]);
  await check("`take` is in src/pool.ts:30.", ["unsupported: src/pool.ts has only 3 lines"]);
  await check("`take` is in ../../etc/hosts.conf:1.", ["unsupported: there is no file ../../etc/hosts.conf"]);
});

test("numbers in other units and words", async () => {
  await check("`TIMEOUT_MS` is 30 seconds (src/quota.ts:2).", ["verified"]);
  await check("`TIMEOUT_MS` is 30 milliseconds (src/quota.ts:1-3).", [
    "unsupported: the cited lines do not have the number “30”",
  ]);
  await check("There are five retries (src/quota.ts:1).", ["verified"]);
  await check("`MAX_RETRIES` is 6 (src/quota.ts:1-2).", [
    "unsupported: the cited lines do not have the number “6”",
  ]);
});

test("a negation turned round", async () => {
  await check("`take` takes one token and never waits for one (src/quota.ts:4-10).", ["verified"]);
  await check("`take` takes one token and waits for one (src/quota.ts:4-10).", [
    "unsupported: the cited lines say the opposite",
  ]);
  await check("`take` does not subtract from `pool.free` (src/quota.ts:4-10).", [
    "weak: the cited lines do not decide its “not” or its comparison",
  ]);
});

test("JSON: quotes and moved lines", async () => {
  const at = (start: number, end: number, quote?: string) => ({
    repo: "x",
    path: "src/quota.ts",
    start,
    end,
    quote,
  });
  await check(json("It lowers the free tokens.", at(8, 8, "pool.free -= amount;")), ["verified"]);
  await check(json("It lowers the free tokens.", at(14, 16, "pool.free -= amount;")), [
    "moved: the quote stands in lines 8",
  ]);
  await check(json("It lowers the free tokens.", at(5, 10, "pool.free = 0; return true;")), [
    "unsupported: lines 5-10 of src/quota.ts do not say the quote",
  ]);
  await check(json("It fails.", at(5, 10, 'throw new RangeError("too many tokens"); pool.free -= amount;')), [
    "unsupported: lines 5-10 of src/quota.ts do not say the quote",
  ]);
  await check(json("`give` calls `notify`.", at(7, 9)), ["moved: lines 13-15 say it"]);
  await check(json("`take` uses a pool."), ["unsupported: it cites nothing"]);
});
