import { expect, test } from "vitest";
import { chainOf } from "../../server/answer/chain";
import { extractiveAnswer } from "../../server/answer/extractive";
import { hashOf } from "../../server/base/hash";
import { flatIdf, type HitText, hitsOf } from "./hits";

/** Expects one line for each sentence: `text [path:first-last]`, lines 1-based inclusive. */
function checkAnswer(question: string, hits: readonly HitText[], expected: string): void {
  const links = chainOf(question, { hits: hitsOf(...hits), related: [] }, flatIdf);
  const answer = extractiveAnswer(question, links, { generation: 3, idf: flatIdf });
  const seen = answer.sentences.map(({ text, citations }) => {
    expect(citations).toHaveLength(1);
    const [cited] = citations;
    expect(cited!.textHash).toBe(hashOf(cited!.quote));
    return `${text} [${cited!.path}:${cited!.startLine + 1}-${cited!.endLine}]`;
  });
  expect(seen.join("\n")).toBe(expected.trim());
  expect(answer).toMatchObject({ refused: false, model: null, generation: 3, nDropped: 0 });
}

const acquire: HitText = {
  symbol: "RetryQuota.acquire",
  kind: "method",
  summary: "Acquire capacity for a retry.",
  startLine: 9,
  text: `
def acquire(self, amount):
    """Acquire capacity for a retry."""
    with self.lock:
        self.available -= amount
`,
};

test("the summary gets the symbol as its subject", () =>
  checkAnswer(
    "how is retry capacity acquired?",
    [acquire],
    "`RetryQuota.acquire` acquires capacity for a retry. [src/quota.py:10-13]",
  ));

test("summaries of many shapes read like sentences", () => {
  const shape = (summary: string, kind: HitText["kind"] = "function"): HitText => ({
    symbol: "Foo",
    kind: kind ?? "function",
    summary,
    text: "def Foo(tree: Tree): retry",
  });
  checkAnswer(
    "retry",
    [
      shape("Foo returns a retry."),
      shape("Parse and validate the retry header."),
      shape("A token bucket for retries.", "class"),
      shape("Whether a retry is allowed."),
      shape("HTTP retry rules of the service."),
      shape("Cuts {@link Tree} retries."),
    ],
    `
\`Foo\` returns a retry. [src/quota.py:1-1]
\`Foo\` parses and validates the retry header. [src/quota.py:1-1]
\`Foo\` is a token bucket for retries. [src/quota.py:1-1]
\`Foo\` tells whether a retry is allowed. [src/quota.py:1-1]
\`Foo\`: HTTP retry rules of the service. [src/quota.py:1-1]
\`Foo\` cuts \`Tree\` retries. [src/quota.py:1-1]`,
  );
});

test("a summary that says nothing is as none", () => {
  for (const summary of ["Constructor.", "@param amount how many", "<p>"]) {
    checkAnswer(
      "acquire",
      [{ ...acquire, summary }],
      "`RetryQuota.acquire` is the method `def acquire(self, amount)`. [src/quota.py:10-13]",
    );
  }
});

test("without a summary the signature speaks", () =>
  checkAnswer(
    "acquire",
    [{ ...acquire, summary: "" }],
    "`RetryQuota.acquire` is the method `def acquire(self, amount)`. [src/quota.py:10-13]",
  ));

const long = `def run(self):\n${"    pass\n".repeat(30)}    backoff = jitter()\n    sleep(backoff)\n${"    pass\n".repeat(8)}`;

test("a long hit is cited by the lines that are about the question", () =>
  checkAnswer(
    "where is the jitter of the backoff?",
    [{ symbol: "run", text: long, startLine: 100 }],
    "`run` in `quota.py` has the line `backoff = jitter()`. [src/quota.py:123-137]",
  ));

test("the signature line stays in when it fits", () =>
  checkAnswer(
    "what passes?",
    [{ symbol: "run", text: long, startLine: 100 }],
    "`run` is the function `def run(self)`. [src/quota.py:101-115]",
  ));

test("what the best hit calls comes right after it, and weak hits stay away", () =>
  checkAnswer(
    "retry loop of a request",
    [
      { symbol: "send", summary: "Sends a request.", text: "def send():\n  retry(backoff(1))  # loop" },
      { symbol: "other", summary: "Retry loop of another request.", text: "def other(): pass" },
      { symbol: "backoff", summary: "Waits before a retry request.", text: "def backoff(n): pass" },
      { symbol: "unrelated", summary: "Draws a chart.", text: "def unrelated(): pass" },
    ],
    `
\`send\` sends a request. [src/quota.py:1-2]
\`backoff\` waits before a retry request. [src/quota.py:1-1]
\`other\`: retry loop of another request. [src/quota.py:1-1]`,
  ));

test("a summary that names what the cited lines do not have is not repeated", () =>
  checkAnswer(
    "acquire a retry",
    [{ ...acquire, summary: "Acquires a retry, at most 500, as `release` says." }],
    "`RetryQuota.acquire` is the method `def acquire(self, amount)`. [src/quota.py:10-13]",
  ));

test("carriage returns count as the editor counts them", () =>
  checkAnswer(
    "retry",
    [{ symbol: "a", startLine: 4, text: "def a():\r\n  retry\r\n" }],
    "`a` is the function `def a()`. [src/quota.py:5-6]",
  ));

test("lines that define nothing are named by their file", () =>
  checkAnswer(
    "retry settings",
    [{ kind: "text", path: "conf/retry.ini", text: "[retry]\nmax = 3" }],
    "`retry.ini` has the line `[retry]`. [conf/retry.ini:1-2]",
  ));
