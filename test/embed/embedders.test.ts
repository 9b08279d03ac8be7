import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Embedder } from "../../server/embed/embedder";
import { HashEmbedder } from "../../server/embed/hashEmbedder";
import { openStaticEmbedder } from "../../server/embed/onnxEmbedder";
import { Tokenizer } from "../../server/embed/tokenizer";

const STATIC = join(__dirname, "../../server/embed/static");

interface Golden {
  readonly side: 0 | 1;
  readonly text: string;
  readonly ids: readonly number[];
  readonly first8: readonly number[];
}

function checkNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let dimIdx = 0; dimIdx < expected.length; dimIdx++) {
    expect(Math.abs(actual[dimIdx]! - expected[dimIdx]!)).toBeLessThan(tolerance);
  }
}

const logsIn = async (dir: string) => (await readdir(dir)).filter((name) => /^mat-debug-.*\.log$/.test(name));

describe("the shipped table", () => {
  let embedder: Embedder;
  let golden: Golden[];
  let logsBefore: string[];
  beforeAll(async () => {
    logsBefore = await logsIn(tmpdir());
    embedder = await openStaticEmbedder(STATIC);
    golden = JSON.parse(await readFile(join(STATIC, "golden.json"), "utf8"));
  });
  afterAll(() => embedder.dispose());

  test("gives the ids it was trained with", async () => {
    const vocabulary = await readFile(join(STATIC, "vocab.txt"), "utf8");
    const tokenizer = new Tokenizer(vocabulary.trimEnd().split("\n"));
    for (const { text, ids } of golden) expect(tokenizer.ids(text)).toEqual(ids);
  });

  test("gives the vectors it was exported with", async () => {
    for (const { side, text, first8 } of golden) {
      const [vector] = await embedder.embed([text], side ? "code" : "query");
      checkNear(vector!.subarray(0, first8.length), first8, 1e-4);
      expect(Math.hypot(...vector!)).toBeCloseTo(1, 4);
    }
  });

  test("gives a text the same vector alone and in any batch", async () => {
    const texts = [...golden, ...golden, ...golden, ...golden].map(
      ({ text }, idx) => `${text} extra${idx} words`,
    );
    const together = await embedder.embed([...texts, "", "héé ∂ 9"], "code");
    for (const [idx, text] of texts.entries()) {
      const [alone] = await embedder.embed([text], "code");
      checkNear(together[idx]!, alone!, 1e-5);
    }
  });

  test("gives zeros where no word is known", async () => {
    for (const vector of await embedder.embed(["", "(){};", "9"], "query")) {
      expect(vector).toHaveLength(embedder.dim);
      expect(vector.every((value) => value === 0)).toBe(true);
    }
  });

  test("takes a megabyte on one line", async () => {
    const [vector] = await embedder.embed(["parseConfigFile(userName);".repeat(40_000)], "code");
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 4);
  });

  test("stops at an aborted signal", async () => {
    const texts = Array.from({ length: 500 }, (_, idx) => `read config ${idx}`);
    const abort = new AbortController();
    const running = embedder.embed(texts, "code", abort.signal);
    abort.abort();
    await expect(running).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  });

  test("writes no log of the runtime into the temp folder", async () => {
    expect(await logsIn(tmpdir())).toEqual(logsBefore);
  });

  test("is named after model, version, dimensions and content", () => {
    expect(embedder.modelId).toMatch(/^static-code-embed-0\.1-384-[0-9a-f]{12}$/);
  });
});

test("a missing model is said in one sentence", async () => {
  const dir = await mkdtemp(join(tmpdir(), "plumbline-no-model-"));
  await expect(openStaticEmbedder(dir)).rejects.toMatchObject({
    kind: "model-missing",
    message: `The embedding model in ${dir} is missing or damaged: reinstall Plumbline.`,
  });
  await rm(dir, { recursive: true });
});

test("the hashing embedder gives unit vectors that depend on the words only", async () => {
  const embedder = new HashEmbedder(32);
  const [a, b, c, none] = await embedder.embed(["readConfig", "config read", "write file", ""], "code");
  expect(a).toEqual(b);
  expect(a).not.toEqual(c);
  expect(Math.hypot(...a!)).toBeCloseTo(1, 6);
  expect(none!.every((value) => value === 0)).toBe(true);
});
