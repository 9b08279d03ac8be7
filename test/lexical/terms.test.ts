import { expect, test } from "vitest";
import { pathTerms, queryTerms, termsOf } from "../../server/lexical/terms";

function checkTerms(text: string, terms: string): void {
  expect([...termsOf(text).keys()].join(" ")).toBe(terms);
}

test("identifiers stay whole and are split", () => {
  checkTerms("JWTToken", "jwttoken jwt token");
  checkTerms("parseHTML5", "parsehtml5 pars html5 html");
  checkTerms("readConfigFile", "readconfigfile read config file");
  checkTerms("MAX_RETRY_COUNT", "maxretrycount max retri count");
  checkTerms("--dry-run", "dryrun dry run");
  checkTerms("$userName", "username user name");
  checkTerms("utf8", "utf8 utf");
  checkTerms("XMLHttpRequest2", "xmlhttprequest2 xml http request2 request");
});

test("words meet whatever their ending", () => {
  checkTerms("retries", "retri");
  checkTerms("retry", "retri");
  checkTerms("caching", "cach");
  checkTerms("caches", "cach");
});

test("other alphabets are words too", () => {
  checkTerms("größe Größe", "größe");
  checkTerms("поиск", "поиск");
});

test("single letters, hashes and blobs are no terms", () => {
  checkTerms("i = x + 1", "");
  checkTerms("deadbeefdeadbeef0123 0x00ff00ff00ff00ff0", "");
  checkTerms("a".repeat(65), "");
  checkTerms("404 1024", "404 1024");
});

test("terms are counted", () => {
  expect([...termsOf("readConfig config config")]).toEqual([
    ["readconfig", 1],
    ["read", 1],
    ["config", 3],
  ]);
});

test("a path gives its stem and three folders", () => {
  const terms = (path: string) => [...pathTerms(path).keys()].join(" ");
  expect(terms("a1/b1/server/httpClient/core/retryPolicy.test.ts")).toBe(
    "server httpclient http client core retrypolicy retri polici test",
  );
  expect(terms("Makefile")).toBe("makefil");
  expect(terms(".gitignore")).toBe("gitignor");
  expect(terms("")).toBe("");
});

function checkQuery(query: string, terms: string): void {
  expect(
    queryTerms(query)
      .map(({ term, weight }) => (weight === 1 ? term : `${term}*${weight}`))
      .join(" "),
  ).toBe(terms);
}

test("a question gives its words, then its neighbours joined at half weight", () => {
  checkQuery("how is the config file read?", "config file read configfile*0.5 fileread*0.5");
  checkQuery("where is JWTToken validated", "jwttoken jwt token valid jwttokenvalidated*0.5");
  checkQuery("read config readConfig", "read config readconfig configreadconfig*0.5");
});

test("a question of stop words keeps them", () => {
  checkQuery("what is this", "what is thi whatis*0.5 isthis*0.5");
  checkQuery("?!", "");
});

test("a megabyte on one line is bounded", () => {
  expect(termsOf("x9_".repeat(350_000)).size).toBe(0);
  expect(termsOf("ab+".repeat(350_000)).get("ab")).toBe(350_000);
  expect(termsOf(`${"ab-".repeat(350_000)}a`).size).toBe(0);
});
