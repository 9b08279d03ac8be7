import { expect, test } from "vitest";
import { chainForModel, chainOf } from "../../server/answer/chain";
import { extractiveAnswer } from "../../server/answer/extractive";
import type { Related } from "../../server/answer/related";
import { flatIdf, type HitText, hitsOf } from "./hits";

const acquire: HitText = { symbol: "acquire", path: "src/quota.py", text: "def acquire(): retry budget" };
const spec: HitText = {
  symbol: "test_acquire",
  path: "tests/test_quota.py",
  text: "def test_acquire(): retry budget",
};
const readme: HitText = {
  symbol: "Retries",
  kind: "section",
  path: "README.md",
  text: "# Retries\nThe retry budget.",
};

/** The symbols of the chain, in reading order. */
function checkChain(question: string, hits: readonly HitText[], expected: readonly string[]): void {
  const chain = chainOf(question, { hits: hitsOf(...hits), related: [] }, flatIdf);
  expect(chain.map(({ hit }) => hit.symbol)).toEqual(expected);
}

test("R1: a test appears only where tests are asked for, or where there is nothing else", () => {
  checkChain("how does the retry budget work?", [acquire, spec], ["acquire"]);
  checkChain("which tests cover the retry budget?", [acquire, spec], ["acquire", "test_acquire"]);
  checkChain("how does the retry budget work?", [spec], ["test_acquire"]);
});

test("documents follow the code", () =>
  checkChain(
    "retry budget",
    [acquire, readme, { ...acquire, symbol: "release" }],
    ["acquire", "release", "Retries"],
  ));

test("a model is given every hit, and judges for itself", () => {
  const hits = hitsOf(acquire, spec, { symbol: "other", text: "def other(): pass" });
  const chain = chainForModel("retry budget", { hits, related: [] }, flatIdf, 100);
  expect(chain.map(({ hit }) => hit.symbol).sort()).toEqual(["acquire", "other", "test_acquire"]);
});

test("who calls the definition and what its constant is set to are told too, each with its line", () => {
  const [found, caller, setting] = hitsOf(
    { ...acquire, text: "def acquire(): retry budget < MAX_TRIES" },
    { symbol: "upload", path: "src/upload.py", text: "def upload():\n  acquire()\n" },
    { symbol: "MAX_TRIES", kind: "constant", path: "src/settings.py", text: "MAX_TRIES = 5" },
  );
  const related: Related[] = [
    { role: "caller", hit: caller!, line: 1, name: "acquire" },
    { role: "setting", hit: setting!, line: 0, name: "MAX_TRIES" },
  ];
  const links = chainOf("retry budget", { hits: [found!], related }, flatIdf);
  const { sentences } = extractiveAnswer("retry budget", links, { generation: 1, idf: flatIdf });
  const told = sentences.map(
    ({ text, citations: [cited] }) => `${text} [${cited?.path}:${cited!.startLine + 1}]`,
  );
  expect(told.slice(1)).toEqual([
    "`upload` calls `acquire`. [src/upload.py:2]",
    "`MAX_TRIES` is set in `settings.py`: `MAX_TRIES = 5`. [src/settings.py:1]",
  ]);
});
