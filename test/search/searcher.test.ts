import { expect, test } from "vitest";
import { filesFor, searchWorld } from "./searchWorld";

/** The first files a question leads to, in order. */
async function checkFirst(fixture: string, query: string, expected: readonly string[]): Promise<void> {
  const found = await filesFor(await searchWorld(fixture.trimStart()), query);
  expect(found.slice(0, expected.length)).toEqual(expected);
}

const RETRY = `
//- /src/retry.ts
/** Retries an upload until the budget is used up. */
export function retryUpload(budget: number): void {
  while (budget-- > 0) send();
}
function send(): void {}
//- /test/retry.test.ts
import { retryUpload } from "../src/retry";
/** Tests of retrying an upload: the retry budget, retries of the upload, retry twice. */
test("retry upload", () => retryUpload(2));
test("retry upload twice, the upload retry budget is used up", () => retryUpload(2));
//- /docs/retry.md
# Retry an upload
How to retry an upload: the upload retry budget says how often an upload is retried.
//- /CHANGELOG.md
# Changes
- retry upload: retry budget for upload retries
//- /vendor/retry/retry.ts
/** Retries an upload: retry budget, upload retry. */
export function retryUploadVendored(budget: number): void {}
//- /src/latest.ts
export function latestUpload(): number {
  return 1;
}
`;

/** Case R1. */
test("the implementation comes before its tests, pages and copies", () =>
  checkFirst(RETRY, "how is an upload retried within the retry budget", ["src/retry.ts"]));
test("tests come first where they are asked for", () =>
  checkFirst(RETRY, "tests for the upload retry budget", ["test/retry.test.ts"]));
test("documentation comes first where it is asked for", () =>
  checkFirst(RETRY, "documentation of the upload retry budget", ["docs/retry.md"]));
test("latest is not test", () => checkFirst(RETRY, "latest upload", ["src/latest.ts"]));

const NAMES = `
//- /src/html.ts
export function parseHTML5(text: string): string {
  return text;
}
//- /src/htmlNotes.ts
// parse html: parse html5, html 5 parse, parse, html5 html
export function notes(): string {
  return "parse html5 parse html5 parseHtml html html5";
}
//- /src/token.py
class JWTToken:
    """A signed token."""

    def verify(self):
        return True
//- /src/jwt_notes.py
# jwt token, token jwt: notes on every token jwt
def token_notes():
    return "jwt token jwt token"
//- /src/cart.rb
class Cart
  def total
    1
  end
end
//- /src/order.rb
class Order
  def total
    2
  end
end
//- /lib/deep/cart.rb
def totals
  3
end
`;

/** Case R2. */
test.each([
  ["parseHTML5", "src/html.ts"],
  ["where is parseHTML5 implemented", "src/html.ts"],
  ["JWTToken", "src/token.py"],
  ["how does JWTToken check itself", "src/token.py"],
  ["Cart.total", "src/cart.rb"],
  ["Order::total", "src/order.rb"],
  ["lib/deep/cart.rb", "lib/deep/cart.rb"],
  ["what is in src/order.rb:3", "src/order.rb"],
])("an exact name wins: %s", (query, expected) => checkFirst(NAMES, query, [expected]));

test("a line leads to the lines around it", async () => {
  const { searcher } = await searchWorld(NAMES.trimStart());
  const { hits } = await searcher.search("src/token.py:5", { limit: 1 });
  expect(hits[0]!.startLine <= 4 && 4 < hits[0]!.endLine).toBe(true);
});

test("a header comes behind the source that implements it", () =>
  checkFirst(
    `
//- /src/pool.h
/* Opens a connection pool. */
int pool_open(int size);
//- /src/pool.c
#include "pool.h"
/* Opens a connection pool. */
int pool_open(int size) { return size; }
`,
    "open a connection pool",
    ["src/pool.c", "src/pool.h"],
  ));

test("a word that names the repository says nothing about its files", () =>
  checkFirst(
    `
//- /harbour.ts
export { berth } from "./berth";
//- /berth.ts
/** Gives a ship a free berth. */
export function berth(ship: string): string {
  return ship;
}
`,
    "how harbour gives a ship a berth",
    ["berth.ts"],
  ));

test("the parts of a score sum to it, and each hit says what found it", async () => {
  const { searcher } = await searchWorld(RETRY.trimStart());
  const { hits } = await searcher.search("retry upload", { limit: 10 });
  expect(hits.length).toBeGreaterThan(2);
  for (const { parts, score, ranks } of hits) {
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 6);
    expect(Object.keys(ranks)).not.toEqual([]);
  }
});

test("one text is shown once, with the number of its copies", async () => {
  const body = 'export function unfold(sail: string): string {\n  return sail + " unfolded";\n}\n';
  const { searcher } = await searchWorld(
    `//- /a/sail.ts\n${body}//- /b/sail.ts\n${body}//- /c/sail.ts\n${body}`,
  );
  const { hits } = await searcher.search("unfold the sail", { limit: 10 });
  expect(hits.map(({ nCopies }) => nCopies)).toEqual([2]);
});

/** Case R4: what to make of nothing relevant is the answer's matter; the search itself invents no place. */
test("words that are nowhere find nothing by their words", async () => {
  const { searcher } = await searchWorld(RETRY.trimStart());
  const { hits } = await searcher.search("zxqv wvut", { limit: 10 });
  for (const { ranks } of hits) expect(ranks).not.toHaveProperty("lexical");
});

test("as many results as are asked for, when there are that many", async () => {
  const sails = Array.from(
    { length: 120 },
    (_, file) =>
      `//- /sail${file}.ts\n${Array.from({ length: 10 }, (_, idx) => `export function hoistSail${file}x${idx}() {\n  return hoist("sail ${file} ${idx}");\n}\n`).join("\n")}`,
  ).join("");
  const { searcher, catalog, repo } = await searchWorld(sails);
  const count = async (limit: number) => (await searcher.search("hoist the sail", { limit })).hits.length;
  const all = catalog.countLive(repo);
  expect(all).toBeGreaterThan(500);
  expect([await count(10), await count(500), await count(1000)]).toEqual([10, 500, all]);
});
