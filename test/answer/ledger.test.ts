import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { contractLines } from "../../server/answer/contract";
import { Ledger, outgoingOf } from "../../server/answer/ledger";
import { sourcesOf } from "../../server/answer/prompt";
import { interleave, retrievalQueries } from "../../server/answer/subQueries";
import { flatIdf, hitsOf } from "./hits";

test("what is sent is counted by month, and a torn line is none", async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "plumbline-ledger-"));
  const ledger = new Ledger(dir);
  const sources = sourcesOf(
    "retry",
    { hits: hitsOf({ text: "def a():\n    return 1\n" }), related: [] },
    flatIdf,
  );
  const outgoing = outgoingOf("retry", sources, { host: "localhost:1", model: "local" });
  expect(outgoing).toMatchObject({ to: "localhost:1", files: ["demo/src/quota.py"] });
  await ledger.add({ at: "2026-04-30T23:59:59.000Z", ...outgoing, tokens: 5 });
  await ledger.add({ at: "2026-05-01T00:00:00.000Z", ...outgoing, tokens: 7 });
  await ledger.add({ at: "2026-05-02T00:00:00.000Z", ...outgoing, tokens: 8 });
  writeFileSync(path.join(dir, "sent.jsonl"), '{"at":"2026-05-0', { flag: "a" });
  expect(await ledger.tokensIn("2026-05")).toBe(15);
  rmSync(dir, { recursive: true });
});

test("the contract in words", () => {
  const repos = [
    { repo: "app", commit: "0123456789", nChanged: 2 },
    { repo: "notes", commit: null, nChanged: 0 },
  ];
  expect(
    contractLines({ repos, nUnsaved: 1, nStillIndexing: 0, notSearched: ["3 files or folders (binary)"] }),
  ).toEqual([
    "Searched app at 0123456789 with 2 files changed since, notes.",
    "Unsaved text of 1 file included.",
    "Not searched: 3 files or folders (binary).",
  ]);
});

test("questions that ask several things are searched part by part; a follow-up leans on what was asked", () => {
  expect(retrievalQueries("How are retries counted and where is the retry limit set?")).toEqual([
    "How are retries counted and where is the retry limit set?",
    "How are retries counted",
    "where is the retry limit set",
  ]);
  expect(retrievalQueries("read and write files")).toEqual(["read and write files"]);
  expect(retrievalQueries("Who calls it?", ["How does RetryQuota acquire tokens?"])).toEqual([
    "Who calls it? RetryQuota acquire tokens",
  ]);
  expect(
    interleave(
      [
        ["a", "b"],
        ["c", "a", "d"],
      ],
      (item) => item,
      3,
    ),
  ).toEqual(["a", "c", "b"]);
});
