import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Dense } from "../../server/search/dense";
import { FactsOfFiles } from "../../server/search/fileFacts";
import { acceptanceOf, compileFilter, type Filter } from "../../server/search/filter";
import { parseQuery } from "../../server/search/query";
import { retrieve } from "../../server/search/retrieve";
import { commitAll } from "../fixture";
import { filesFor, searchWorld } from "./searchWorld";

/** Files in two folders and two languages; those on deck are nearer to the question. */
const FLEET = Array.from({ length: 400 }, (_, idx) =>
  idx % 4
    ? `//- /deck/sail${idx}.ts\nexport function hoistSail${idx}() {\n  return "hoist the sail ${idx}";\n}\n`
    : `//- /hold/rope${idx}.py\ndef coil_rope_${idx}():\n    return "rope of sail ${idx}"\n`,
).join("");

/** The ten best of the filtered set, by each retriever, are found: the filter comes before the ranking. */
async function checkExact(filter: Filter): Promise<void> {
  const { repo, catalog, embedder } = await searchWorld(FLEET);
  const query = parseQuery("hoist the sail");
  const compiled = compileFilter(filter, [repo]);
  const context = {
    catalog,
    embedder,
    facts: new FactsOfFiles(catalog),
    dense: new Dense(catalog),
    nWanted: 10,
  };
  const { candidates, vector } = await retrieve(query, compiled, context);
  const accepts = acceptanceOf(compiled);
  for (const { chunk } of candidates) expect(accepts(chunk)).toBe(true);

  const near = [...catalog.liveChunks(repo)]
    .filter((chunk) => accepts(chunk))
    .map((chunk) => ({ score: repo.rows!.cosine(chunk.n, vector) ?? 0 }))
    .sort((a, b) => b.score - a.score);
  const byWords = catalog.lexical.search(query.terms, 10_000);
  checkTop(
    near,
    candidates.map(({ dense }) => dense),
  );
  checkTop(
    byWords.filter(({ doc }) => accepts(catalog.chunk(doc)!)),
    candidates.map(({ lexical }) => lexical),
  );
}

/** At least ten found scores reach the tenth true one: many are equal, so places cannot be compared. */
function checkTop(truth: readonly { readonly score: number }[], found: readonly number[]): void {
  const tenth = truth[9]!.score - 1e-6;
  expect(found.filter((score) => score >= tenth).length).toBeGreaterThanOrEqual(10);
}

test("a folder of others' files hides nothing of one's own", () => checkExact({ paths: ["hold"] }));
test("a language", () => checkExact({ languages: ["python"] }));
test("a kind", () => checkExact({ kinds: ["function"] }));

test("only what differs from a commit: edited, committed since, new", async () => {
  const world = await searchWorld("//- /a.ts\nexport const sail = 1;\n//- /b.ts\nexport const sail2 = 2;\n");
  const write = (file: string, text: string) => writeFileSync(path.join(world.dir, file), text);
  commitAll(world.dir);
  write("b.ts", "export const sail2 = 3;\n");
  write("c.ts", "export const sail3 = 3;\n");
  await world.update();
  const changed = (ref: string) => filesFor(world, "sail", { filter: { changedSince: ref } });
  expect((await changed("HEAD")).sort()).toEqual(["b.ts", "c.ts"]);
  commitAll(world.dir, "Second");
  expect(await changed("HEAD")).toEqual([]);
  expect((await changed("HEAD~1")).sort()).toEqual(["b.ts", "c.ts"]);
  await expect(changed("no-such-branch")).rejects.toThrow(
    'No open repository has a commit called "no-such-branch".',
  );
  await expect(changed("--output=x")).rejects.toThrow("No open repository");
});

test("a value that names nothing is refused with those that exist", async () => {
  const world = await searchWorld("//- /a.ts\nexport const sail = 1;\n");
  const search = (filter: Filter) => filesFor(world, "sail", { filter });
  await expect(search({ languages: ["pyton"] })).rejects.toThrow(
    'No language is called "pyton"; there is: typescript.',
  );
  await expect(search({ repos: ["ship"] })).rejects.toThrow("there is: harbour.");
});
