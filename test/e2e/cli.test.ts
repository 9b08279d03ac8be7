import { execFile, type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  return worldOf(dir, path.join(tempDir(), "store"), env);
}

function worldOf(dir: string, store: string, env: Record<string, string> = {}): World {
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

/** A committed repository, indexed once, for the tests that only read it: starting and indexing is what costs time. */
let shop: World;
const shopDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "plumbline-cli-")));
beforeAll(() => {
  writeFixture(path.join(shopDir, "shop"), CODE);
  commitAll(path.join(shopDir, "shop"));
  shop = worldOf(path.join(shopDir, "shop"), path.join(shopDir, "store"));
  shop.json("index");
});
afterAll(() => rmSync(shopDir, { recursive: true, force: true, maxRetries: 5 }));

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
  const output = shop.json("search", "retry budget", "--top-k", "3");
  expect(Object.keys(output)).toEqual(["results", "ms", "generation"]);
  expect(Object.keys(output.results[0])).toEqual(RESULT_KEYS);
  const best = output.results[0];
  expect([best.repo, best.path, best.language]).toEqual(["shop", "src/retryBudget.ts", "typescript"]);
  const lines = readFileSync(path.join(shop.dir, best.path), "utf8").split("\n");
  expect(lines.slice(best.start - 1, best.end).join("\n")).toContain("RetryBudget");
});

test("ask --json has the shape others read, and each sentence a citation", () => {
  const output = shop.json("ask", "how is the upload retry budget enforced?");
  expect(Object.keys(output)).toEqual(["answer", "sentences", "refused", "ms"]);
  expect(output.refused).toBe(false);
  for (const sentence of output.sentences) {
    expect(Object.keys(sentence)).toEqual(["text", "citations"]);
    expect(sentence.citations.length).toBeGreaterThan(0);
    expect(Object.keys(sentence.citations[0])).toEqual(RESULT_KEYS);
  }
});

/** @param text of the queries file. @returns the lines written. */
function runBatch(text: string) {
  const dir = tempDir();
  const [queries, out] = [path.join(dir, "q.jsonl"), path.join(dir, "r.jsonl")];
  writeFileSync(queries, text);
  const ran = shop.run("batch", "--queries", queries, "--out", out);
  expect(ran).toMatchObject({ status: 0, stdout: "", stderr: "" });
  const lines = readFileSync(out, "utf8").split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line));
}

test("batch writes a line a query, in order, whatever ends the lines and marks the file", () => {
  const lines = runBatch(
    '\uFEFF{"id":"a","query":"retry budget"}\r\n\r\n{"id":7,"query":"mix colors"}\n{"id":7,"query":"???","more":1}',
  );
  expect(lines.map((line) => Object.keys(line))).toEqual(Array(3).fill(["id", "results", "ms"]));
  expect(lines.map((line) => [line.id, line.results[0]?.path])).toEqual([
    ["a", "src/retryBudget.ts"],
    [7, "lib/colors.py"],
    [7, undefined],
  ]);
  expect(Object.keys(lines[0].results[0])).toEqual(RESULT_KEYS);
});

test("inside a subfolder of a repository, paths are the repository's", () => {
  const { results } = shop.json("search", "mix", "--dir", "lib");
  expect(results.map((result: { path: string }) => result.path)).toEqual(["lib/colors.py"]);
});

test.each([
  ["--language", "python", "lib/colors.py"],
  ["--path", "lib/*.py", "lib/colors.py"],
  ["--path", "lib", "lib/colors.py"],
  ["--kind", "class", "src/retryBudget.ts"],
])("%s %s restricts before ranking", (flag, value, expected) => {
  const { results } = shop.json("search", "retry budget mix", flag, value);
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
  expect(shop.run("search", "retry budget").stdout).toMatch(/^src\/retryBudget\.ts:\d+ {2}/);
  expect(shop.run("ask", "how is the upload retry budget enforced?").stdout).toMatch(
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
  checkComplaint(shop.run("search", "x", "--dir", "/nowhere/at/all"), 1, /does not exist; check the path/));
test("a file for a folder", () => checkComplaint(shop.run("index", "src/upload.ts"), 1, /is not a folder/));
test("an empty folder", () => checkComplaint(newWorld("").run("search", "x"), 1, /no text file to search/));
test("a folder of binaries", () => {
  const world = newWorld("");
  writeFileSync(path.join(world.dir, "a.bin"), Buffer.from([0, 1, 2, 0]));
  checkComplaint(world.run("search", "x"), 1, /no text file to search/);
});
test("an empty question", () => checkComplaint(shop.run("ask", "  "), 2, /question is empty/));
test("an unknown language", () =>
  checkComplaint(
    shop.run("search", "x", "--language", "klingon"),
    2,
    /No language is called "klingon"; there are: python, typescript/,
  ));
test("an unknown repository", () =>
  checkComplaint(
    shop.run("search", "x", "--repo", "other"),
    2,
    /No repository is called "other"; there is: shop/,
  ));
test("an unknown kind", () =>
  checkComplaint(shop.run("search", "x", "--kind", "gizmo"), 2, /No kind is called "gizmo"/));
test("a flag that is none", () => checkComplaint(shop.run("search", "x", "--colour"), 2, /unknown option/));
test("a number that is none", () =>
  checkComplaint(shop.run("search", "x", "--top-k", "many"), 2, /whole number above 0/));
test("an index that is not there", () =>
  checkComplaint(newWorld().run("search", "x", "--no-update"), 1, /is not indexed yet/));
test("a queries file with a broken line", () => {
  const queries = path.join(tempDir(), "q.jsonl");
  writeFileSync(queries, '{"id":"a","query":"x"}\nnonsense\n');
  checkComplaint(shop.run("batch", "--queries", queries, "--out", "o.jsonl"), 2, /q\.jsonl:2 is not a line/);
});
test("a queries file that would be overwritten", () => {
  const queries = path.join(tempDir(), "q.jsonl");
  writeFileSync(queries, '{"id":"a","query":"x"}\n');
  checkComplaint(shop.run("batch", "--queries", queries, "--out", queries), 2, /would overwrite the queries/);
  expect(readFileSync(queries, "utf8")).toContain("query");
});
test("a queries file that is missing", () =>
  checkComplaint(shop.run("batch", "--queries", "none.jsonl", "--out", "o"), 2, /cannot be read/));
test("a store that cannot be written", () => {
  const world = newWorld();
  writeFileSync(world.store, "a file where the folder should be");
  checkComplaint(world.run("search", "x"), 1, /cannot be stored in/);
});

/** Standard output that takes nothing: a reader that has left is content, a full disk is a failure. */
test("output to a reader that has left, and to a full disk", () => {
  const command = `"${process.execPath}" "${CLI}" status --json --store "${shop.store}"`;
  const shell = (line: string) => spawnSync("bash", ["-c", line], { encoding: "utf8" });
  expect(shell(`${command} | true; exit \${PIPESTATUS[0]}`)).toMatchObject({ status: 0, stderr: "" });
  if (!existsSync("/dev/full")) return;
  const full = spawnSync(process.execPath, [CLI, "status", "--store", shop.store], {
    encoding: "utf8",
    stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
  });
  expect(full.status).toBe(1);
  expect(full.stderr).toMatch(/^The result could not be written \(ENOSPC\)[^\n]*\n$/);
});

test("a cache folder that is no absolute path is not used", () => {
  const env = { ...shop.env, XDG_CACHE_HOME: "cache", HOME: shop.dir };
  const ran = spawnSync(process.execPath, [CLI, "status", "--json"], {
    cwd: tempDir(),
    encoding: "utf8",
    env,
  });
  expect(JSON.parse(ran.stdout).store).toBe(path.join(shop.dir, ".cache/plumbline"));
});

test("a store inside the folder is not part of what is searched", () => {
  const { dir } = newWorld();
  const world = worldOf(dir, path.join(dir, ".index"));
  world.json("index");
  expect(world.json("index").repositories[0].files).toMatchObject({ listed: 3, changed: 0 });
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

/** Where the shop's index is in a store: others may be beside it. */
function epochOf({ dir, store }: World): string {
  const heads = readdirSync(store, { recursive: true, encoding: "utf8" }).filter(
    (file) => path.basename(file) === "store.json",
  );
  const head = heads.find((file) => JSON.parse(readFileSync(path.join(store, file), "utf8")).dir === dir)!;
  const folder = path.dirname(path.join(store, head));
  return path.join(folder, readdirSync(folder).find((name) => name.startsWith("epoch-"))!);
}

/** The file of this kind in an epoch; a store without one would make the test say nothing. */
function fileIn(epoch: string, name: RegExp): string {
  const found = readdirSync(epoch).filter((file) => name.test(file));
  expect(found).toHaveLength(1);
  return path.join(epoch, found[0]!);
}

const LOG = /^index-\d+\.log$/;
const POSTINGS = /^postings-\d+$/;

/** Case M3: a damaged store is noticed and built anew; nothing crashes, nothing is lost. */
test.each([
  ["the log is cut in half", (epoch: string) => truncateSync(fileIn(epoch, LOG), 500)],
  ["the log is gone", (epoch: string) => rmSync(fileIn(epoch, LOG))],
  ["the log is garbage", (epoch: string) => writeFileSync(fileIn(epoch, LOG), "\0\0garbage\n{}\n")],
  ["the postings are gone", (epoch: string) => rmSync(fileIn(epoch, POSTINGS), { recursive: true })],
  ["the postings are cut", (epoch: string) => cutFiles(fileIn(epoch, POSTINGS))],
  ["the vectors are gone", (epoch: string) => rmSync(path.join(epoch, "vectors"), { recursive: true })],
  ["the vectors are cut", (epoch: string) => cutFiles(path.join(epoch, "vectors"))],
  ["the head is garbage", (epoch: string) => writeFileSync(path.join(epoch, "../store.json"), "{")],
])("a corrupt store: %s", (_, damage) => {
  const world = worldOf(shop.dir, path.join(tempDir(), "store"));
  cpSync(shop.store, world.store, { recursive: true });
  damage(epochOf(world));
  const { results } = world.json("search", "retry budget");
  expect(results[0].path).toBe("src/retryBudget.ts");
  const [report] = world.json("index").repositories;
  expect(report.chunks).toMatchObject({ embedded: 0, deleted: 0 });
});

/** Leaves three bytes of a file, or of every file of a folder. */
function cutFiles(where: string): void {
  if (statSync(where).isFile()) truncateSync(where, 3);
  else for (const name of readdirSync(where)) cutFiles(path.join(where, name));
}

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
