import { execFile, type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startClaudeServer } from "../answer/claudeServer";
import { commitAll, writeFixture } from "../fixture";
import { tempDir } from "../tempDir";

// The terminal door, as other programs use it: the built program, a real store, real output.

const CLI = path.resolve(import.meta.dirname, "../../dist/cli.js");

const CODE = `
//- /src/retryBudget.ts
/** Enforces how many upload retries are allowed. */
export class RetryBudget {
  constructor(private capacity: number) {}

  /** Takes one retry from the budget; false when it is used up. */
  acquire(): boolean {
    if (this.capacity === 0) return false;
    this.capacity -= 1;
    return true;
  }
}
//- /src/upload.ts
import { RetryBudget } from "./retryBudget";

/** Uploads a file, retrying within the budget. */
export async function uploadFile(path: string, budget: RetryBudget): Promise<void> {
  while (budget.acquire()) await sendOnce(path);
}
//- /lib/colors.py
def mix(red, green):
    """Mixes two colors of paint."""
    return (red + green) / 2
`.trimStart();

interface World {
  readonly dir: string;
  readonly store: string;
  readonly env: Record<string, string | undefined>;
  run(...args: string[]): SpawnSyncReturns<string>;
  json(...args: string[]): ReturnType<typeof JSON.parse>;
}

function newWorld(fixture = CODE, env: Record<string, string> = {}): World {
  const dir = path.join(tempDir(), "shop");
  writeFixture(dir, fixture);
  const store = path.join(tempDir(), "store");
  const fullEnv = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [CLI, ...args, "--store", store], {
      cwd: dir,
      encoding: "utf8",
      env: fullEnv,
    });
  return {
    dir,
    store,
    env: fullEnv,
    run,
    json(...args) {
      const ran = run(...args, "--json");
      expect(ran.stderr).toBe("");
      expect(ran.status).toBe(0);
      return JSON.parse(ran.stdout);
    },
  };
}

/** As `run`, but leaves this process free to answer as a server. */
function runAsync({ dir, store, env }: World, ...args: string[]) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [CLI, ...args, "--store", store], { cwd: dir, env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const RESULT_KEYS = ["repo", "path", "start", "end", "symbol", "kind", "language", "score"];

test("search --json has the shape others read", () => {
  const world = newWorld();
  commitAll(world.dir);
  const output = world.json("search", "retry budget", "--top-k", "3");
  expect(Object.keys(output)).toEqual(["results", "ms", "generation"]);
  expect(Object.keys(output.results[0])).toEqual(RESULT_KEYS);
  const best = output.results[0];
  expect([best.repo, best.path, best.language]).toEqual(["shop", "src/retryBudget.ts", "typescript"]);
  const lines = readFileSync(path.join(world.dir, best.path), "utf8").split("\n");
  expect(lines.slice(best.start - 1, best.end).join("\n")).toContain("RetryBudget");
});

test("ask --json has the shape others read, and each sentence a citation", () => {
  const output = newWorld().json("ask", "how is the upload retry budget enforced?");
  expect(Object.keys(output)).toEqual(["answer", "sentences", "refused", "ms"]);
  expect(output.refused).toBe(false);
  for (const sentence of output.sentences) {
    expect(Object.keys(sentence)).toEqual(["text", "citations"]);
    expect(sentence.citations.length).toBeGreaterThan(0);
    expect(Object.keys(sentence.citations[0])).toEqual(RESULT_KEYS);
  }
});

test("batch writes a line a query, in order", () => {
  const world = newWorld();
  const [queries, out] = [path.join(world.store, "../q.jsonl"), path.join(world.store, "../r.jsonl")];
  writeFileSync(queries, '{"id":"a","query":"retry budget"}\n\n{"id":"b","query":"mix colors"}\n');
  expect(world.run("batch", "--queries", queries, "--out", out).status).toBe(0);
  const lines = readFileSync(out, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => Object.keys(line))).toEqual(Array(2).fill(["id", "results", "ms"]));
  expect(lines.map((line) => [line.id, line.results[0].path])).toEqual([
    ["a", "src/retryBudget.ts"],
    ["b", "lib/colors.py"],
  ]);
  expect(Object.keys(lines[0].results[0])).toEqual(RESULT_KEYS);
});

test("inside a subfolder of a repository, paths are the repository's", () => {
  const world = newWorld();
  commitAll(world.dir);
  const { results } = world.json("search", "mix", "--dir", path.join(world.dir, "lib"));
  expect(results.map((result: { path: string }) => result.path)).toEqual(["lib/colors.py"]);
});

test.each([
  ["--language", "python", "lib/colors.py"],
  ["--path", "lib/*.py", "lib/colors.py"],
  ["--path", "lib", "lib/colors.py"],
  ["--kind", "class", "src/retryBudget.ts"],
])("%s %s restricts before ranking", (flag, value, expected) => {
  const { results } = newWorld().json("search", "retry budget mix", flag, value);
  expect(results.length).toBeGreaterThan(0);
  expect(new Set(results.map((result: { path: string }) => result.path))).toEqual(new Set([expected]));
});

/** Case S3. */
test("a second run with nothing changed embeds nothing", () => {
  const world = newWorld();
  const [first] = world.json("index").repositories;
  const [second] = world.json("index").repositories;
  expect(first.chunks.embedded).toBeGreaterThan(3);
  expect(second.chunks).toEqual({ kept: first.chunks.embedded, embedded: 0, deleted: 0 });
});

/** Case F3. */
test("changed, added and deleted files are followed", () => {
  const world = newWorld();
  world.json("index");
  rmSync(path.join(world.dir, "lib/colors.py"));
  writeFileSync(path.join(world.dir, "src/paint.ts"), "export function sprayPaint() { return 7; }\n");
  appendFileSync(path.join(world.dir, "src/upload.ts"), "export const GIVE_UP_AFTER_SECONDS = 99;\n");
  const [report] = world.json("index").repositories;
  expect(report.files).toMatchObject({ changed: 2, deleted: 1 });
  const paths = (query: string) =>
    world.json("search", query).results.map((result: { path: string }) => result.path);
  expect(paths("spray paint")[0]).toBe("src/paint.ts");
  expect(paths("give up after seconds")[0]).toBe("src/upload.ts");
  expect(paths("mixes two colors of paint")).not.toContain("lib/colors.py");
});

test("--no-update searches the index as it was", () => {
  const world = newWorld();
  world.json("index");
  writeFileSync(path.join(world.dir, "src/paint.ts"), "export function sprayPaint() { return 7; }\n");
  const { results } = world.json("search", "spray paint", "--no-update");
  expect(results.map((result: { path: string }) => result.path)).not.toContain("src/paint.ts");
});

test("status reads the store", () => {
  const world = newWorld();
  expect(world.json("status").repositories).toEqual([]);
  world.json("index");
  expect(world.json("status").repositories).toMatchObject([
    { repo: "shop", dir: world.dir, state: "ready", files: 3 },
  ]);
});

test("human output links path:line", () => {
  const world = newWorld();
  expect(world.run("search", "retry budget").stdout).toMatch(/^src\/retryBudget\.ts:\d+ {2}/);
  expect(world.run("ask", "how is the upload retry budget enforced?").stdout).toMatch(
    /^ {4}src\/\w+\.ts:\d+-\d+$/m,
  );
});

/** Bad input: a plain sentence each, and the exit code. */
function checkComplaint(ran: SpawnSyncReturns<string>, status: number, message: RegExp): void {
  expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status, stdout: "" });
  expect(ran.stderr.trim()).toMatch(message);
  expect(ran.stderr).not.toMatch(/\n\s+at |EngineError/);
}

test("a missing folder", () =>
  checkComplaint(
    newWorld().run("search", "x", "--dir", "/nowhere/at/all"),
    1,
    /does not exist; check the path/,
  ));
test("a file for a folder", () =>
  checkComplaint(newWorld().run("index", "src/upload.ts"), 1, /is not a folder/));
test("an empty folder", () => checkComplaint(newWorld("").run("search", "x"), 1, /no text file to search/));
test("a folder of binaries", () => {
  const world = newWorld("");
  writeFileSync(path.join(world.dir, "a.bin"), Buffer.from([0, 1, 2, 0]));
  checkComplaint(world.run("search", "x"), 1, /no text file to search/);
});
test("an empty question", () => checkComplaint(newWorld().run("ask", "  "), 2, /question is empty/));
test("an unknown language", () =>
  checkComplaint(
    newWorld().run("search", "x", "--language", "klingon"),
    2,
    /No language is called "klingon"; there are: python, typescript/,
  ));
test("an unknown repository", () =>
  checkComplaint(
    newWorld().run("search", "x", "--repo", "other"),
    2,
    /No repository is called "other"; there is: shop/,
  ));
test("an unknown kind", () =>
  checkComplaint(newWorld().run("search", "x", "--kind", "gizmo"), 2, /No kind is called "gizmo"/));
test("a flag that is none", () =>
  checkComplaint(newWorld().run("search", "x", "--colour"), 2, /unknown option/));
test("a number that is none", () =>
  checkComplaint(newWorld().run("search", "x", "--top-k", "many"), 2, /whole number above 0/));
test("an index that is not there", () =>
  checkComplaint(newWorld().run("search", "x", "--no-update"), 1, /is not indexed yet/));
test("a queries file with a broken line", () => {
  const world = newWorld();
  const queries = path.join(world.dir, "q.jsonl");
  writeFileSync(queries, '{"id":"a","query":"x"}\nnonsense\n');
  checkComplaint(world.run("batch", "--queries", queries, "--out", "o.jsonl"), 2, /q\.jsonl:2 is not a line/);
});
test("a queries file that is missing", () =>
  checkComplaint(newWorld().run("batch", "--queries", "none.jsonl", "--out", "o"), 2, /cannot be read/));
test("a store that cannot be written", () => {
  const world = newWorld();
  writeFileSync(world.store, "a file where the folder should be");
  checkComplaint(world.run("search", "x"), 1, /cannot be stored in/);
});

test("a file without read permission is left out and named, the rest is found", () => {
  const world = newWorld();
  const closed = path.join(world.dir, "src/upload.ts");
  chmodSync(closed, 0);
  const { results } = world.json("search", "retry budget");
  expect(results[0].path).toBe("src/retryBudget.ts");
  // The superuser reads everything: then there is nothing to leave out.
  if (process.getuid?.() !== 0) expect(world.json("index").repositories[0].files.skipped).toBe(1);
});

/** Case M3: a damaged store is noticed and built anew; nothing crashes, nothing is lost. */
test.each([
  ["the log is cut in half", (epoch: string) => truncateSync(path.join(epoch, "index.log"), 500)],
  ["the log is gone", (epoch: string) => rmSync(path.join(epoch, "index.log"))],
  [
    "the log is garbage",
    (epoch: string) => writeFileSync(path.join(epoch, "index.log"), "\0\0garbage\n{}\n"),
  ],
  ["the vectors are gone", (epoch: string) => rmSync(path.join(epoch, "vectors"), { recursive: true })],
  [
    "the vectors are cut",
    (epoch: string) => {
      const files = readdirSync(path.join(epoch, "vectors"), { recursive: true, withFileTypes: true });
      for (const file of files) if (file.isFile()) truncateSync(path.join(file.parentPath, file.name), 3);
    },
  ],
  ["the head is garbage", (epoch: string) => writeFileSync(path.join(epoch, "../store.json"), "{")],
])("a corrupt store: %s", (_, damage) => {
  const world = newWorld();
  world.json("index");
  const folder = readdirSync(world.store).find((name) => !name.endsWith(".lock"))!;
  const epoch = readdirSync(path.join(world.store, folder)).find((name) => name.startsWith("epoch-"))!;
  damage(path.join(world.store, folder, epoch));
  const { results } = world.json("search", "retry budget");
  expect(results[0].path).toBe("src/retryBudget.ts");
  const [report] = world.json("index").repositories;
  expect(report.chunks).toMatchObject({ embedded: 0, deleted: 0 });
});

test("with a key, the model's sentences are shown with exact lines", async () => {
  const server = await startClaudeServer();
  try {
    const world = newWorld(CODE, { ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_BASE_URL: server.url });
    const ran = await runAsync(world, "ask", "how is the upload retry budget enforced?", "--json");
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout).sentences.length).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
});

test("a wrong key is a plain sentence, and --no-model still answers", async () => {
  const server = await startClaudeServer({
    script: () => ({ error: { status: 401, type: "authentication_error" } }),
  });
  try {
    const world = newWorld(CODE, { ANTHROPIC_API_KEY: "sk-wrong", ANTHROPIC_BASE_URL: server.url });
    const ran = await runAsync(world, "ask", "how is the upload retry budget enforced?");
    expect(ran).toMatchObject({ status: 1, stdout: "" });
    expect(ran.stderr).toMatch(/key/i);
    expect(world.json("ask", "how is the upload retry budget enforced?", "--no-model").refused).toBe(false);
  } finally {
    await server.close();
  }
});
