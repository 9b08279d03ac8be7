import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Engine } from "../server/engine/engine";

// How long a warm search takes, in one process, beside ripgrep and SQLite FTS5 over the same folders in the same run.
//
//   node --expose-gc eval/run.mjs searchBench --dir DIR [--dir DIR …] --store DIR --queries FILE [--rounds N]
//        [--resources DIR] [--no-rivals]
//
// --queries: JSON lines with a "query". The folders must be indexed already (`plumbline index`).

const { values } = parseArgs({
  options: {
    dir: { type: "string", multiple: true, default: [] },
    store: { type: "string", default: "" },
    queries: { type: "string", default: "" },
    rounds: { type: "string", default: "2" },
    resources: { type: "string", default: "." },
    rivals: { type: "boolean", default: true },
  },
  allowNegative: true,
});

async function main(): Promise<void> {
  const queries = readQueries(values.queries);
  const engine = await Engine.open({
    storeDir: path.resolve(values.store),
    resourcesDir: path.resolve(values.resources),
    worker: null,
    answer: { model: "none", apiKey: null, baseUrl: null },
  });
  const opened = performance.now();
  await engine.openFolders(values.dir);
  const openMs = performance.now() - opened;
  const { repositories } = await engine.status();
  const nChunks = repositories.reduce((sum, repo) => sum + repo.nChunks, 0);
  console.log(`${repositories.length} repositories, ${nChunks} chunks, opened in ${openMs.toFixed(0)} ms`);
  const lines: number[] = [];
  for (let round = 1; round <= Number(values.rounds); round++) {
    const times: number[] = [];
    for (const query of queries) {
      const started = performance.now();
      const { hits } = await engine.search(query, { limit: 10 });
      times.push(performance.now() - started);
      if (round === 1) for (const hit of hits) lines.push(hit.endLine - hit.startLine);
    }
    show(round === 1 ? "plumbline, each query new" : "plumbline, warm", times);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  console.log(`memory: ${mb(rss)} MB resident, ${mb(heapUsed)} heap, ${mb(external)} external`);
  console.log(
    `lines of a hit: median ${quantile(lines, 0.5)}, p90 ${quantile(lines, 0.9)}, max ${Math.max(...lines)}`,
  );
  await engine.dispose();
  if (values.rivals) compareRivals(queries.slice(0, 100));
}

/** Other tools that answer without a server: what they return is not judged here. */
function compareRivals(queries: readonly string[]): void {
  const words = queries.map((query) => query.match(/\w{4,}/g) ?? [query]);
  if (isThere("rg")) {
    show(
      "ripgrep, any of the words, file names",
      words.map((some) => timed("rg", ["-l", "-i", "-e", some.join("|"), ...values.dir])),
    );
  } else console.log("ripgrep: not installed");
  const script = path.join(path.resolve(values.resources), "eval", "baselines", "fts5.py");
  const found = execFileSync("python3", [script, ...values.dir], {
    input: JSON.stringify(words),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const { ms, rows, buildSeconds } = JSON.parse(found) as {
    ms: number[];
    rows: number;
    buildSeconds: number;
  };
  show(`SQLite FTS5, ${rows} windows of 50 lines, built in ${buildSeconds.toFixed(0)} s`, ms);
}

function isThere(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => {
    try {
      return readdirSync(folder).includes(program);
    } catch {
      return false;
    }
  });
}

function timed(program: string, args: readonly string[]): number {
  const started = performance.now();
  try {
    execFileSync(program, args, { stdio: ["ignore", "ignore", "ignore"] });
  } catch {
    // Exit status 1: nothing matched.
  }
  return performance.now() - started;
}

function readQueries(file: string): string[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { query: string }).query);
}

function show(what: string, times: readonly number[]): void {
  const at = (share: number) => quantile(times, share).toFixed(1);
  console.log(`${what}: p50 ${at(0.5)} ms, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(1)} (${times.length})`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function mb(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

void main();
