import path from "node:path";
import { expect, test } from "vitest";
import { FAULTS, faultPairs } from "../../eval/faultPairs";
import { type CitedFile, CitedFiles } from "../../server/answer/citedFiles";
import { verifyOutside } from "../../server/answer/verifyOutside";
import { discoverRoots } from "../../server/workspace/roots";
import { listFiles } from "../../server/workspace/walk";

/** The generated faults over our own code: small, and the same in every checkout. */
async function ownCode(folders: readonly string[]) {
  const [root] = await discoverRoots([path.resolve(".")]);
  const files = new CitedFiles(root ? [root] : [], ".");
  const listed = root ? await listFiles(root) : [];
  const code = listed.filter(
    (file) => folders.some((folder) => file.startsWith(folder)) && file.endsWith(".ts"),
  );
  const read = await Promise.all(code.map((file) => files.find(root?.name ?? "", file)));
  return { files, code: read.filter((file): file is CitedFile => typeof file !== "string") };
}

test("seeded faults over our own code: nearly all that is true is verified, next to nothing that is spoiled", async () => {
  const { files, code } = await ownCode([
    "server/base/",
    "server/workspace/",
    "server/lexical/",
    "server/store/",
  ]);
  const nVerified = new Map<string, [verified: number, pairs: number]>(
    FAULTS.map((fault) => [fault, [0, 0]]),
  );
  for (const { fault, sentence } of faultPairs(code, 40)) {
    const { state } = await verifyOutside(sentence, files);
    const [verified, pairs] = nVerified.get(fault) ?? [0, 0];
    nVerified.set(fault, [verified + (state === "verified" ? 1 : 0), pairs + 1]);
  }
  const share = (fault: string) => {
    const [verified, pairs] = nVerified.get(fault) ?? [0, 0];
    return verified / Math.max(1, pairs);
  };
  expect(nVerified.get("correct")?.[1]).toBeGreaterThanOrEqual(30);
  expect(share("correct")).toBeGreaterThanOrEqual(0.97);
  for (const fault of ["made-up quote", "spliced quote", "invented path", "number changed"])
    expect(share(fault)).toBe(0);
  for (const fault of FAULTS.slice(1)) expect([fault, share(fault) <= 0.03]).toEqual([fault, true]);
});
