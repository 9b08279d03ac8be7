// Answers a benchmark's labelled queries with the built terminal program, one index a repository.
//
//   node eval/devBench.mjs --bench DIR --trees DIR [--out FILE] [--only NAME,NAME] [--store DIR]
//
// --bench holds queries.jsonl ({"id","repo","query",…}) and, where it has one, its own score.py; --trees holds one
// folder a repository. Writes {"id","results","ms"} lines to --out and prints the score.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    bench: { type: "string" },
    trees: { type: "string" },
    out: { type: "string" },
    only: { type: "string" },
    store: { type: "string" },
  },
});
if (!values.bench || !values.trees) {
  console.error(
    "usage: node eval/devBench.mjs --bench DIR --trees DIR [--out FILE] [--only NAME,NAME] [--store DIR]",
  );
  process.exit(2);
}

const work = mkdtempSync(path.join(os.tmpdir(), "plumbline-bench-"));
const store = values.store ?? path.join(work, "store");
const out = values.out ?? path.join(work, "results.jsonl");
const cli = path.resolve(import.meta.dirname, "../dist/cli.js");
const queries = readFileSync(path.join(values.bench, "queries.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const only = values.only?.split(",");
const repos = [...new Set(queries.map((query) => query.repo))].filter((repo) => !only || only.includes(repo));

const answers = repos.flatMap(answerRepo);
writeFileSync(out, `${answers.join("\n")}\n`);
const asked = path.join(work, "queries.jsonl");
writeFileSync(
  asked,
  queries
    .filter((query) => repos.includes(query.repo))
    .map((query) => JSON.stringify(query))
    .join("\n"),
);
const scorer = path.join(values.bench, "score.py");
if (existsSync(scorer)) spawnSync("python3", [scorer, asked, out, "--per-repo"], { stdio: "inherit" });
console.log(`results: ${out}`);

function answerRepo(repo) {
  const own = queries.filter((query) => query.repo === repo);
  const input = path.join(work, `${repo}.queries.jsonl`);
  const output = path.join(work, `${repo}.results.jsonl`);
  writeFileSync(input, own.map(({ id, query }) => JSON.stringify({ id, query })).join("\n"));
  const args = [
    "batch",
    "--queries",
    input,
    "--out",
    output,
    "--dir",
    path.join(values.trees, repo),
    "--store",
    store,
  ];
  const ran = spawnSync(process.execPath, [cli, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(`${repo}: ${ran.stderr}`);
  return readFileSync(output, "utf8").trim().split("\n");
}
