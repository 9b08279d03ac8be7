import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCrossEncoder } from "../../server/embed/crossEncoder";
import type { EmbedSide } from "../../server/embed/embedder";
import { openTransformer } from "../../server/embed/transformerEmbedder";
import { tempDir } from "../tempDir";
import { rowOf, type TinyEncoder, writeCrossEncoder, writeEncoder } from "./tinyModels";

async function open(options: TinyEncoder = {}) {
  const embedder = await openTransformer(writeEncoder(options));
  onTestFinished(() => embedder.dispose());
  return embedder;
}

/** Mean of the rows of these tokens, of length 1. */
function meanOf(tokens: readonly string[], options: TinyEncoder = {}, dims = 8): number[] {
  const rows = tokens.map((token) => rowOf(token, options));
  const mean = Array.from({ length: dims }, (_, idx) => rows.reduce((sum, row) => sum + row[idx]!, 0));
  const norm = Math.hypot(...mean);
  return mean.map((value) => value / norm);
}

async function check(options: TinyEncoder, side: EmbedSide, text: string, expected: readonly number[]) {
  const embedder = await open(options);
  const [vector] = await embedder.embed([text], side);
  expect(vector).toHaveLength(expected.length);
  expected.forEach((value, idx) => {
    expect(vector![idx]).toBeCloseTo(value, 5);
  });
}

const RETRY = ["[CLS]", "retry", "[SEP]"];

test("an encoder is pooled by the mean over its tokens, special ones included", () =>
  check({}, "code", "retry", meanOf(RETRY)));

test("or by its first token, where 1_Pooling/config.json says so", () =>
  check({ pooling: "cls" }, "code", "retry quota", meanOf(["[CLS]"])));

test("int8 weights run as they are", () =>
  check({ weights: "int8" }, "code", "Retry quotas", meanOf(["[CLS]", "retry", "quota", "##s", "[SEP]"])));

test("a graph that wants token_type_ids gets them, one that does not is not given any", () =>
  check({ typeIds: "wanted" }, "code", "retry", meanOf(RETRY)));

test("questions and code have prefixes of their own", async () => {
  const settings = { queryPrefix: "query: ", documentPrefix: "passage: " };
  await check({ settings }, "query", "retry", meanOf(["[CLS]", "query", ":", "retry", "[SEP]"]));
  await check({ settings }, "code", "retry", meanOf(["[CLS]", "passage", ":", "retry", "[SEP]"]));
});

test("dimensions cut off are gone before the vector is scaled to length 1", () =>
  check({ settings: { dims: 5 } }, "code", "retry", meanOf(RETRY, {}, 5)));

test("a graph under onnx/ and a quantized one are found", async () => {
  for (const file of ["onnx/model.onnx", "model_quantized.onnx"])
    await check({ file }, "code", "retry", meanOf(RETRY));
});

test("a text has the same vector alone and in any batch, whatever the lengths", async () => {
  const embedder = await open({ typeIds: "wanted" });
  const texts = Array.from({ length: 21 }, (_, idx) => `retry ${"quota ".repeat((idx * 7) % 11)}lock`);
  const together = await embedder.embed(texts, "code");
  for (const [idx, text] of texts.entries()) {
    const [alone] = await embedder.embed([text], "code");
    together[idx]!.forEach((value, at) => {
      expect(value).toBeCloseTo(alone![at]!, 5);
    });
  }
});

test("a text longer than the model takes is cut, its end mark kept", () =>
  check(
    { settings: { maxTokens: 4 } },
    "code",
    "retry quota lock wait",
    meanOf(["[CLS]", "retry", "quota", "[SEP]"]),
  ));

test("a megabyte on one line is cut before it is tokenized", async () => {
  const embedder = await open();
  const [vector] = await embedder.embed(["retry(quota); ".repeat(80_000)], "code");
  expect(Math.hypot(...vector!)).toBeCloseTo(1, 5);
});

test("F6: weights, prefixes, dimensions and pooling are part of the model's identity", async () => {
  const variants: readonly TinyEncoder[] = [
    {},
    { seed: 2 },
    { pooling: "cls" },
    { settings: { documentPrefix: "passage: " } },
    { settings: { dims: 4 } },
  ];
  const ids = await Promise.all(variants.map(async (options) => (await open(options)).modelId));
  expect(new Set(ids).size).toBe(variants.length);
  expect(ids[0]).toBe((await open()).modelId);
});

test("what is missing or damaged in a folder is named", async () => {
  const dir = writeEncoder();
  rmSync(path.join(dir, "tokenizer.json"));
  await expect(openTransformer(dir)).rejects.toThrow(`The model folder ${dir} holds no tokenizer.json`);
  await expect(openTransformer(tempDir())).rejects.toThrow("holds no model.onnx");
  const broken = writeEncoder();
  writeFileSync(path.join(broken, "model.onnx"), "not a graph");
  await expect(openTransformer(broken)).rejects.toMatchObject({ kind: "model-missing" });
});

test("a cross-encoder scores question and text together", async () => {
  const reranker = await openCrossEncoder(writeCrossEncoder());
  onTestFinished(() => reranker.dispose());
  const texts = ["parse the file", "retry quota", "quota", ...Array(9).fill("ship order")];
  const scores = await reranker.score("retry the quota", texts);
  const logistic = (x: number) => 1 / (1 + Math.exp(-x));
  expect(scores.slice(0, 4).map((score) => score.toFixed(4))).toEqual(
    [0, 2, 1, 0].map((nShared) => logistic(nShared - 1).toFixed(4)),
  );
});

test("an encoder in the place of a cross-encoder is said so", async () => {
  const reranker = await openCrossEncoder(writeEncoder());
  onTestFinished(() => reranker.dispose());
  await expect(reranker.score("a", ["a"])).rejects.toThrow("is no cross-encoder");
});
