import { expect, test } from "vitest";
import { pickItem } from "../../extension/pickItems";
import type { WireHit } from "../../server/protocol/wire";

const HIT: WireHit = {
  span: { repo: "app", path: "src/retry.ts", file: "/app/src/retry.ts", startLine: 39, endLine: 52 },
  symbol: "RetryQuota.acquire",
  kind: "method",
  language: "typescript",
  summary: "Takes one try.",
  score: 1,
  ranks: {},
};

function checkItem(hit: Partial<WireHit>, nRepos: number, expected: [string, string, string]): void {
  const { label, description, detail } = pickItem({ ...HIT, ...hit }, nRepos);
  expect([label, description, detail]).toEqual(expected);
}

test("symbol, place, summary", () =>
  checkItem({}, 1, ["$(symbol-method) RetryQuota.acquire", "src/retry.ts:40-52", "Takes one try."]));

test("the file names what defines nothing; with several repositories each is named", () =>
  checkItem({ symbol: "", kind: "text" }, 2, [
    "$(file-code) retry.ts",
    "app src/retry.ts:40-52",
    "Takes one try.",
  ]));

test("text from code makes no icons", () =>
  checkItem({ summary: "Logs $(trash)." }, 1, [
    "$(symbol-method) RetryQuota.acquire",
    "src/retry.ts:40-52",
    "Logs $\u200b(trash).",
  ]));
