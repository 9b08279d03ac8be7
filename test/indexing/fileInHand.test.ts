import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FileInHand } from "../../server/indexing/fileInHand";
import { tempDir } from "../tempDir";

/** Opens, takes `hash` in hand and never comes back, as a process does that is killed. */
async function killedWhileCutting(folder: string, hash: string): Promise<void> {
  const inHand = await FileInHand.open(folder);
  void inHand.during(hash, () => new Promise<never>(() => {}));
}

/** The same of a process whose parser aborts: its parent sees it. */
async function endWhileCutting(folder: string, hash: string): Promise<void> {
  await killedWhileCutting(folder, hash);
  await FileInHand.blame(folder);
}

async function isSetAside(folder: string, hash: string): Promise<boolean> {
  const inHand = await FileInHand.open(folder);
  const reason = inHand.reasonAgainst(hash);
  inHand.close();
  return reason !== null;
}

test("content that ended the process twice is set aside by name and reason", async () => {
  const folder = tempDir();
  await endWhileCutting(folder, "a1");
  expect(await isSetAside(folder, "a1")).toBe(false); // Somebody may have killed it.
  await endWhileCutting(folder, "a1");
  expect(await isSetAside(folder, "a1")).toBe(true);
  expect(await isSetAside(folder, "b2")).toBe(false);
  const inHand = await FileInHand.open(folder);
  expect(inHand.reasonAgainst("a1")).toBe("set aside: the index worker ended 2 times while cutting it");
});

test("a file in hand when everything was killed is blamed for nothing", async () => {
  const folder = tempDir();
  for (let nth = 0; nth < 3; nth++) await killedWhileCutting(folder, "a1");
  expect(await isSetAside(folder, "a1")).toBe(false);
});

test("content that is cut in the end is forgotten", async () => {
  const folder = tempDir();
  await endWhileCutting(folder, "a1");
  const inHand = await FileInHand.open(folder);
  expect(await inHand.during("a1", async () => 7)).toBe(7);
  inHand.close();
  await endWhileCutting(folder, "a1");
  expect(await isSetAside(folder, "a1")).toBe(false);
});

test("an end between two files is the fault of neither", async () => {
  const folder = tempDir();
  for (let nth = 0; nth < 3; nth++) await (await FileInHand.open(folder)).during("a1", async () => {});
  expect(await isSetAside(folder, "a1")).toBe(false);
});

test("a list that is cut off gives everyone another chance", async () => {
  const folder = tempDir();
  writeFileSync(path.join(folder, "ends.json"), '{"a1": 2');
  expect(await isSetAside(folder, "a1")).toBe(false);
});
