import { expect, test } from "vitest";
import type { Sentence } from "../../server/answer/answer";
import { type DraftCitation, verifySentence } from "../../server/answer/citations";
import { type Source, sourcesOf } from "../../server/answer/prompt";
import { flatIdf, hitsOf } from "./hits";

const hits = hitsOf(
  {
    path: "src/quota.py",
    symbol: "RetryQuota.acquire",
    kind: "method",
    startLine: 20,
    text: `
def acquire(self, amount):
    # Waits for the lock before
    # it looks at the tokens.
    with self._lock:
        if self.available_tokens >= amount:
            self.available_tokens -= amount
            return True
        log.warn("retry quota exceeded")
        return False

    # 14,000 tokens a day, 1_500 an hour.
    limit = 0.5 * MAX_TOKENS
`,
  },
  {
    path: "src/quota.py",
    symbol: "RetryQuota.release",
    kind: "method",
    startLine: 40,
    text: `
def release(self, amount):
    with self._lock:
        self.available_tokens = min(self.available_tokens + amount, 500)
        self.notify_all()


def close(self):
    self.closed = True
    self.timeout = 30
`,
  },
  {
    path: "lib/other.py",
    symbol: "Pool.acquire",
    startLine: 0,
    text: "def acquire(self):\n    return self.pool.pop(0)\n",
  },
);
const sources: readonly Source[] = sourcesOf("retry", { hits, related: [] }, flatIdf);

/** `quota.py:21-23` (1-based, inclusive) with an optional quote. */
type Cited = string | { readonly at: string; readonly quote: string };

function draftOf(cited: Cited): DraftCitation {
  const { at, quote } = typeof cited === "string" ? { at: cited, quote: null } : cited;
  const [, path = "", from, to] = /^(.*):(\d+)-(\d+)$/.exec(at) ?? [];
  return { repo: "demo", path, startLine: Number(from) - 1, endLine: Number(to), quote };
}

/** Expects the places of the citations, or the reason why the sentence falls. */
function check(text: string, cited: readonly Cited[], expected: readonly string[] | string): void {
  const verdict = verifySentence({ text, citations: cited.map(draftOf) }, sources);
  expect(verdict.state !== "unsupported" ? placesOf(verdict.sentence) : verdict.reason).toEqual(expected);
}

function placesOf(sentence: Sentence): string[] {
  return sentence.citations.map((cited) => `${cited.path}:${cited.startLine + 1}-${cited.endLine}`);
}

const acquire = "src/quota.py:21-29";
const release = "src/quota.py:41-44";
const lacks = (kind: string, text: string): string => `the cited lines do not have the ${kind} “${text}”`;

test("a true sentence is verified with its lines", () =>
  check(
    "`acquire` returns `True` after it took `amount` from `self.available_tokens`.",
    [acquire],
    [acquire],
  ));

test("the symbol and the path of the cited place count", () => {
  check(
    "`RetryQuota.acquire` in `src/quota.py` takes the lock.",
    ["src/quota.py:24-24"],
    ["src/quota.py:24-24"],
  );
  check("quota.py holds RetryQuota.", ["src/quota.py:24-24"], ["src/quota.py:24-24"]);
});

test("seeded fault: off by 6 lines", () => {
  const quote = "self.available_tokens -= amount\n            return True";
  check("It returns.", [{ at: "src/quota.py:26-27", quote }], ["src/quota.py:26-27"]);
  check("It returns.", [{ at: "src/quota.py:20-21", quote }], "lines 20-21 of src/quota.py were not found");
  check(
    "It returns.",
    [{ at: "src/quota.py:31-32", quote }],
    "the quote is not what lines 31-32 of src/quota.py say",
  );
  check("`acquire` takes `amount` tokens.", ["src/quota.py:30-32"], lacks("name", "amount"));
});

test("seeded fault: wrong function", () => {
  check("`release` calls `notify_all()`.", [release], [release]);
  check("`release` calls `notify_all()`.", [acquire], lacks("name", "release"));
  check("It calls notify_all.", [acquire], lacks("name", "notify_all"));
});

test("seeded fault: wrong function of the same name", () =>
  check(
    "`RetryQuota.acquire` returns something.",
    ["lib/other.py:1-2"],
    lacks("name", "RetryQuota.acquire"),
  ));

test("seeded fault: made-up quote", () => {
  const quote = "self.tokens.clear()";
  check("It clears.", [{ at: acquire, quote }], "the quote is not what lines 21-29 of src/quota.py say");
  check('It warns "retry quota exceeded".', [acquire], [acquire]);
  check('It warns "quota is gone".', [acquire], lacks("quote", "quota is gone"));
});

test("seeded fault: spliced quote", () => {
  const quote = "self.available_tokens -= amount return False";
  check("It fails.", [{ at: acquire, quote }], "the quote is not what lines 21-29 of src/quota.py say");
  check('It "waits for the lock".', [acquire], lacks("quote", "waits for the lock"));
  check('It "Waits for the lock before it looks at the tokens."', [acquire], [acquire]);
  check('It says "Waits for the tokens".', [acquire], lacks("quote", "Waits for the tokens"));
});

test("seeded fault: invented path", () => {
  check("It waits.", ["src/invented.py:21-22"], "src/invented.py is not among what was found");
  check("It is in `src/invented.py`.", [acquire], lacks("path", "src/invented.py"));
  check("It is in invented.py.", [acquire], lacks("path", "invented.py"));
  check("It is in `other/quota.py`.", [acquire], lacks("path", "other/quota.py"));
});

test("seeded fault: number changed", () => {
  check("At most 500 tokens are kept.", [release], [release]);
  check("At most 600 tokens are kept.", [release], lacks("number", "600"));
  check("At most 50 tokens are kept.", [release], lacks("number", "50"));
  check("A day has 14,000 tokens and an hour 1500.", ["src/quota.py:31-32"], ["src/quota.py:31-32"]);
  check("Half is `0.5`.", ["src/quota.py:31-32"], ["src/quota.py:31-32"]);
  check("It waits 30s.", ["src/quota.py:47-49"], ["src/quota.py:47-49"]);
  check("It waits 3s.", ["src/quota.py:47-49"], lacks("number", "3"));
});

test("seeded fault: operator changed in quoted code", () => {
  check("It checks `self.available_tokens >= amount`.", [acquire], [acquire]);
  check("It checks `self.available_tokens>=amount`.", [acquire], [acquire]);
  check(
    "It checks `self.available_tokens > amount`.",
    [acquire],
    lacks("code", "self.available_tokens > amount"),
  );
});

test("numbers in names and list marks are no claims", () =>
  check("With UTF-8 and SHA-256 it is the 1st step for JavaScript and GitHub.", [acquire], [acquire]));

test("parts of names prove nothing", () => {
  check("It uses `available`.", [acquire], lacks("name", "available"));
  check("It uses `self.amount`.", [acquire], lacks("name", "self.amount"));
});

test("a call in a sentence is checked by name and arguments", () => {
  check("It calls `min(amount, ...)`.", [release], [release]);
  check("It calls `min(other)`.", [release], lacks("name", "other"));
});

test("a sentence may rest on several places; touching ones become one, blank ends go", () => {
  check(
    "`acquire` and `release` share `_lock`.",
    ["src/quota.py:21-24", "src/quota.py:41-42"],
    ["src/quota.py:21-24", "src/quota.py:41-42"],
  );
  check(
    "It returns.",
    ["src/quota.py:25-27", "lib/other.py:1-1", "src/quota.py:23-24"],
    ["src/quota.py:23-27", "lib/other.py:1-1"],
  );
  check("It ends.", ["src/quota.py:29-30"], ["src/quota.py:29-29"]);
});

test("a quote narrows its citation to its own lines", () =>
  check("It notifies.", [{ at: release, quote: "self.notify_all()" }], ["src/quota.py:44-44"]));

test("a false citation falls, the sentence stays with its true one", () =>
  check("It returns `False`.", ["src/none.py:1-2", acquire], [acquire]));

test("a sentence without a citation, or across the border of a hit, falls", () => {
  check("It is fine.", [], "it cites nothing");
  check("It is fine.", ["src/quota.py:30-42"], "lines 30-42 of src/quota.py were not found");
  check("It is fine.", ["src/quota.py:30-29"], "lines 30-29 of src/quota.py were not found");
});
