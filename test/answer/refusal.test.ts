import { expect, test } from "vitest";
import { judgeRelevance, refuseIrrelevant, refuseUnproven } from "../../server/answer/refusal";
import { hitsOf } from "./hits";

const hits = hitsOf(
  {
    symbol: "RetryQuota.acquire",
    path: "src/retries/quota.py",
    text: "def acquire(self, amount):\n    self.lock()",
  },
  { symbol: "sendRequest", path: "src/http.ts", text: "async function sendRequest(url) { connect(); }" },
);
/** `the` words of code are everywhere, the rest is rare. */
const idf = (term: string): number =>
  ["request", "server", "config"].includes(term) ? 1 : term === "sent" ? 5 : 6;

function checkJudged(question: string, expected: { relevant: boolean; missing: readonly string[] }): void {
  expect(judgeRelevance(question, hits, idf)).toMatchObject(expected);
}

test("a question whose words are there is relevant, by stem, in text, symbol or path", () => {
  checkJudged("How is the retry quota acquired?", { relevant: true, missing: [] });
  checkJudged("Where is the retry quota acquired, locked and sent?", { relevant: true, missing: ["sent"] });
});

test("rare words that are nowhere make it irrelevant, common ones that are there do not save it", () =>
  checkJudged("How does the Kafka consumer rebalance a request?", {
    relevant: false,
    missing: ["kafka", "consumer", "rebalance"],
  }));

test("an identifier counts as a whole: its parts are everywhere", () => {
  checkJudged("sendRequest", { relevant: true, missing: [] });
  checkJudged("RequestQuota", { relevant: false, missing: ["requestquota"] });
});

test("generic words that code does not spell do not make a question irrelevant", () =>
  checkJudged("retry quota lifecycle management", { relevant: true, missing: ["lifecycle", "management"] }));

test("a question of stop words alone has nothing to miss", () =>
  checkJudged("how does this work?", { relevant: true, missing: [] }));

test("no hits, nothing relevant", () =>
  expect(judgeRelevance("retry", [], idf)).toEqual({ relevant: false, coverage: 0, missing: ["retry"] }));

test("the refusal names what was searched and what was not", () => {
  const scope = { repos: ["api", "web"], nFiles: 1200, nChunks: 1, excluded: ["14 ignored files"] };
  expect(refuseIrrelevant({ missing: ["kafka", "consumer"], hits: [] }, scope, 4)).toEqual({
    sentences: [],
    refused: true,
    reason:
      "Nothing about “kafka” or “consumer” was found in 2 repositories: api and web (1,200 files, 1 chunk; not searched: 14 ignored files).",
    generation: 4,
    model: null,
    nDropped: 0,
  });
});

test("an unproven answer says how much was left out", () => {
  const scope = { repos: ["api"], nFiles: 1, nChunks: 9 };
  expect(refuseUnproven(2, scope, { generation: 4, model: "m" })).toMatchObject({
    reason:
      "No sentence of the answer could be proven by the lines found (2 sentences left out); searched: api (1 file, 9 chunks).",
    model: "m",
    nDropped: 2,
  });
});
