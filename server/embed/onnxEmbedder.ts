import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { breathe } from "../base/batches";
import { EngineError } from "../base/errors";
import { hashOf } from "../base/hash";
import type { Embedder, EmbedSide } from "./embedder";
import { type OnnxOptions, openOnnx, type Runtime } from "./onnxRuntime";
import { Tokenizer } from "./tokenizer";
import { WORD } from "./words";

// Runs the shipped word table (`static/README.md`): a text goes in as its distinct word ids, each once with weight
// sqrt(count), and comes out as one unit vector.

/** Ids of one text (each once) and their weights, beside the text's place in the caller's list. */
interface Bag {
  readonly textIdx: number;
  readonly ids: readonly number[];
  readonly weights: readonly number[];
}

/** Texts a run at most, and padded words a run at most: bounds the graph's gathered rows to 25 MB. */
const MAX_BATCH_TEXTS = 64;
const MAX_BATCH_WORDS = 16_384;

/**
 * Opens the static table in `dir` (config.json, vocab.txt, model.onnx).
 *
 * @throws EngineError `model-missing` when a file or the runtime's binary is absent or does not fit.
 */
export async function openStaticEmbedder(dir: string, options: OnnxOptions = {}): Promise<Embedder> {
  const [config, vocabulary, model] = await readModel(dir);
  const { runtime, session } = await openOnnx(model, "reinstall Plumbline", options);
  const modelId = `${config.name}-${config.version}-${config.dims}-${hashOf(model).slice(0, 12)}`;
  return new OnnxEmbedder(runtime, session, new Tokenizer(vocabulary), { modelId, dim: config.dims });
}

class OnnxEmbedder implements Embedder {
  readonly modelId: string;
  readonly dim: number;

  constructor(
    private readonly runtime: Runtime,
    private readonly session: InferenceSession,
    private readonly tokenizer: Tokenizer,
    identity: { readonly modelId: string; readonly dim: number },
  ) {
    this.modelId = identity.modelId;
    this.dim = identity.dim;
  }

  async embed(texts: readonly string[], side: EmbedSide, signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const vectors = texts.map(() => new Float32Array(this.dim));
    for (const batch of sizedBatches(this.#bags(texts))) {
      const rows = await this.#run(batch, side);
      for (const [row, bag] of batch.entries()) {
        vectors[bag.textIdx]!.set(rows.subarray(row * this.dim, (row + 1) * this.dim));
      }
      await breathe(); // A run blocks the event loop.
      signal?.throwIfAborted();
    }
    return vectors;
  }

  async dispose(): Promise<void> {
    await this.session.release();
  }

  /** The texts that hold a known word, shortest first: a run pads to its longest text. */
  #bags(texts: readonly string[]): Bag[] {
    const bags: Bag[] = [];
    texts.forEach((text, textIdx) => {
      const counts = this.tokenizer.counts(text);
      if (counts.size === 0) return;
      bags.push({ textIdx, ids: [...counts.keys()], weights: [...counts.values()].map(Math.sqrt) });
    });
    return bags.sort((a, b) => a.ids.length - b.ids.length);
  }

  /** @returns the vectors of `batch`, row after row. */
  async #run(batch: readonly Bag[], side: EmbedSide): Promise<Float32Array> {
    const { Tensor } = this.runtime;
    const dims = [batch.length, batch.at(-1)!.ids.length];
    const { ids, weights } = pad(batch, dims[1]!);
    const sideFlag = BigInt64Array.of(side === "code" ? 1n : 0n);
    const result = await this.session.run({
      input_ids: new Tensor("int64", ids, dims),
      weights: new Tensor("float32", weights, dims),
      side: new Tensor("int64", sideFlag, []),
    });
    return vectorsOf(result.embedding);
  }
}

/** Id 0 with weight 0 fills the rows up to `width`. */
function pad(batch: readonly Bag[], width: number): { ids: BigInt64Array; weights: Float32Array } {
  // Ids are small, so only the low halves of the 64-bit integers are written: no BigInt is made for each word.
  const halves = new Int32Array(2 * batch.length * width);
  const weights = new Float32Array(batch.length * width);
  batch.forEach((bag, row) => {
    weights.set(bag.weights, row * width);
    bag.ids.forEach((id, column) => {
      halves[2 * (row * width + column)] = id;
    });
  });
  return { ids: new BigInt64Array(halves.buffer), weights };
}

/** @param bags shortest first. */
function* sizedBatches(bags: readonly Bag[]): Generator<readonly Bag[]> {
  let start = 0;
  for (let end = 1; end <= bags.length; end++) {
    const nextWords = (bags[end]?.ids.length ?? 0) * (end - start + 1);
    if (end < bags.length && end - start < MAX_BATCH_TEXTS && nextWords <= MAX_BATCH_WORDS) continue;
    yield bags.slice(start, end);
    start = end;
  }
}

function vectorsOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new Error("The embedding model returned no float vectors.");
}

interface StaticConfig {
  readonly name: string;
  readonly version: string;
  readonly dims: number;
}

async function readModel(dir: string): Promise<[StaticConfig, string[], Buffer]> {
  try {
    const [config, vocabulary, model] = await Promise.all([
      readFile(join(dir, "config.json"), "utf8"),
      readFile(join(dir, "vocab.txt"), "utf8"),
      readFile(join(dir, "model.onnx")),
    ]);
    return [parseConfig(config), vocabulary.trimEnd().split(/\r?\n/), model];
  } catch (cause) {
    throw missing(`The embedding model in ${dir} is missing or damaged`, cause);
  }
}

function parseConfig(text: string): StaticConfig {
  const { name, version, dims, tokeniser } = JSON.parse(text);
  if (typeof name !== "string" || typeof version !== "string" || !Number.isInteger(dims)) {
    throw new Error("config.json names no model.");
  }
  if (tokeniser?.regex !== WORD.source) throw new Error("config.json has other word rules than words.ts.");
  return { name, version, dims };
}

function missing(what: string, cause: unknown): EngineError {
  return new EngineError("model-missing", `${what}: reinstall Plumbline.`, { cause });
}
