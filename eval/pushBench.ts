import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Engine } from "../server/engine/engine";

// Measures how fresh an index is: pushes replayed from a repository's history, a branch there and back, a saved file, an
// unsaved function, a commit that touches half the files, a restart. The engine is the product's, its worker too.
//
//   node eval/run.mjs pushBench GITDIR [--pushes 50] [--dist DIR]
//
// GITDIR is a clone with history; it is cloned again and never changed. A push is as many consecutive first-parent
// commits as touch 50 files. "Searchable" means: from the end of the checkout until an update that sees it has ended and
// a search has been answered; the watcher's 60 ms of gathering are not in it.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pushes: { type: "string", default: "50" }, dist: { type: "string", default: "dist" } },
});
const source = path.resolve(positionals[0] ?? ".");
const work = mkdtempSync(path.join(os.tmpdir(), "plumbline-push-bench-"));
const repo = path.join(work, "repo");
const storeDir = path.join(work, "store");
const dist = path.resolve(values.dist);
const PUSH_FILES = 50;

const git = (...args: string[]) =>
  execFileSync("git", ["-C", repo, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

async function openEngine(): Promise<Engine> {
  const engine = await Engine.open({
    storeDir,
    resourcesDir: path.resolve("."),
    worker: {
      program: path.join(dist, "worker.js"),
      idleMs: 600_000,
      priority: "foreground",
      upkeep: "when idle",
    },
    answer: { model: "none", apiKey: null, baseUrl: null },
  });
  await engine.openFolders([repo]);
  return engine;
}

async function main(): Promise<void> {
  execFileSync("git", ["clone", "--quiet", "--no-checkout", source, repo]);
  const pushes = pushesOf(Number(values.pushes));
  git("checkout", "--quiet", pushes[0]!.from);
  let engine = await openEngine();
  const cold = await timed(() => engine.update());
  const { repositories } = await engine.status();
  print(`cold: ${repositories[0]?.nFiles} files, ${repositories[0]?.nChunks} chunks, ${ms(cold)}`);

  const times: number[] = [];
  let nFiles = 0;
  let nEmbedded = 0;
  for (const { to } of pushes) {
    git("checkout", "--quiet", to);
    times.push(
      await timed(async () => {
        const [report] = await engine.update();
        nFiles += report!.files.changed + report!.files.deleted;
        nEmbedded += report!.chunks.embedded;
        await engine.search("how are connections closed", { limit: 10 });
      }),
    );
  }
  const each = `${Math.round(nFiles / pushes.length)} files, ${Math.round(nEmbedded / pushes.length)} chunks embedded each`;
  print(
    `push: ${pushes.length} (${each}): p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`,
  );

  const head = git("rev-parse", "HEAD");
  git("checkout", "--quiet", pushes[Math.floor(pushes.length / 2)]!.from);
  const [there] = await engine.update();
  git("checkout", "--quiet", head);
  const backTime = await timed(async () => {
    const [back] = await engine.update();
    print(
      `branch: ${there!.files.changed} files there; on the way back ${back!.chunks.embedded} chunks embedded`,
    );
  });
  print(`branch: back in ${ms(backTime)}`);

  await engine.watch();
  const file = git("ls-files", "*.py", "*.go", "*.ts").split("\n")[3]!;
  const saved: number[] = [];
  for (let i = 0; i < 9; i++) {
    const name = `savedProbe${i}`;
    appendFileSync(path.join(repo, file), `\n\ndef ${name}():\n    return ${i}\n`);
    engine.filesSaved([path.join(repo, file)]);
    saved.push(await timed(() => until(() => finds(engine, name))));
  }
  print(`saved file: p50 ${ms(quantile(saved, 0.5))} from the save to the hit`);

  const typed: number[] = [];
  const before = readFileSync(path.join(repo, file), "utf8");
  for (let i = 0; i < 9; i++) {
    const name = `typedProbe${i}`;
    typed.push(
      await timed(async () => {
        await engine.setBuffer(path.join(repo, file), `${before}\n\ndef ${name}():\n    return ${i}\n`);
        if (!(await finds(engine, name))) throw new Error(`${name} is not found.`);
      }),
    );
  }
  print(`unsaved function: p50 ${ms(quantile(typed, 0.5))} and 150 ms of quiet typing`);
  await engine.dropBuffer(path.join(repo, file));
  git("checkout", "--quiet", ".");

  const half = git("ls-files", "*.py", "*.go", "*.ts", "*.js")
    .split("\n")
    .filter((_, idx) => idx % 2 === 0);
  for (const one of half)
    if (existsSync(path.join(repo, one))) appendFileSync(path.join(repo, one), "\n# touched\n");
  print(`half the files (${half.length}): ${ms(await timed(() => engine.update()))}`);
  await engine.dispose();

  const again: number[] = [];
  for (let i = 0; i < 5; i++) {
    const opened = await timed(async () => {
      engine = await openEngine();
      const [report] = await engine.update();
      if (report!.chunks.embedded > 0) throw new Error("A restart embedded something.");
    });
    again.push(opened);
    await engine.dispose();
  }
  print(`restart: p50 ${ms(quantile(again, 0.5))} to open, check every file and be ready, 0 chunks embedded`);
  rmSync(work, { recursive: true, force: true });
}

interface Push {
  readonly from: string;
  readonly to: string;
}

/** The newest pushes of the history, oldest first. */
function pushesOf(count: number): Push[] {
  const log = ["log", "--first-parent", "-m", "--name-only", "--format=%x00%H", "-n", "4000", "origin/HEAD"];
  const commits = git(...log)
    .split("\0")
    .filter(Boolean)
    .reverse();
  const pushes: Push[] = [];
  let from: string | null = null;
  let touched = new Set<string>();
  for (const commit of commits) {
    const [to = "", ...files] = commit.split("\n").filter(Boolean);
    from ??= to;
    for (const file of files) touched.add(file);
    if (touched.size < PUSH_FILES || from === to) continue;
    pushes.push({ from, to });
    from = to;
    touched = new Set();
  }
  return pushes.slice(-count);
}

async function finds(engine: Engine, symbol: string): Promise<boolean> {
  const { hits } = await engine.search(symbol, { limit: 10 });
  return hits.some((hit) => hit.text.includes(symbol));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) if (await holds()) return;
  throw new Error("It never held.");
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

const ms = (value: number) => `${Math.round(value)} ms`;
const print = (line: string) => process.stdout.write(`${line}\n`);

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
