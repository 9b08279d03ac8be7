import { batches, breathe } from "../base/batches";
import { EngineError } from "../base/errors";
import type { Embedder, EmbedSide } from "./embedder";
import { Encoder, floatsOf, MAX_ROWS, type Run } from "./encoder";
import { readModelFolder } from "./modelFolder";
import type { OnnxOptions } from "./onnxRuntime";

/**
 * Opens any sentence encoder published as ONNX; `modelFolder.ts` says what the folder holds.
 *
 * @throws EngineError "model-missing".
 */
export async function openTransformer(dir: string, options: OnnxOptions = {}): Promise<Embedder> {
  const folder = await readModelFolder(dir);
  const encoder = await Encoder.open(folder, options);
  try {
    const [full] = await pooledRows(encoder, [""]);
    const dim = Math.min(folder.dims ?? full!.length, full!.length);
    return new TransformerEmbedder(encoder, dim);
  } catch (error) {
    await encoder.dispose();
    throw error;
  }
}

class TransformerEmbedder implements Embedder {
  readonly modelId: string;

  constructor(
    private readonly encoder: Encoder,
    readonly dim: number,
  ) {
    const { name, contentHash } = encoder.folder;
    this.modelId = `${name}-${dim}-${contentHash.slice(0, 16)}`;
  }

  async embed(texts: readonly string[], side: EmbedSide, signal?: AbortSignal): Promise<Float32Array[]> {
    const { queryPrefix, documentPrefix } = this.encoder.folder;
    const prefix = side === "query" ? queryPrefix : documentPrefix;
    // Shortest first: a run pads to its longest text.
    const order = texts.map((_, idx) => idx).sort((a, b) => texts[a]!.length - texts[b]!.length);
    const vectors: Float32Array[] = new Array(texts.length);
    for (const some of batches(order, MAX_ROWS)) {
      signal?.throwIfAborted();
      const rows = await pooledRows(
        this.encoder,
        some.map((idx) => prefix + texts[idx]),
      );
      some.forEach((textIdx, row) => {
        vectors[textIdx] = unit(rows[row]!.subarray(0, this.dim));
      });
      await breathe();
    }
    return vectors;
  }

  dispose(): Promise<void> {
    return this.encoder.dispose();
  }
}

async function pooledRows(encoder: Encoder, texts: readonly string[]): Promise<Float32Array[]> {
  const run = await encoder.run(texts.map((text) => encoder.encode(text)));
  return pool(run, texts.length, encoder.folder);
}

/** A graph gives a vector a token, to be pooled here, or one a text, pooled already. */
function pool(
  { outputs, mask, width }: Run,
  nRows: number,
  { pooling, name }: { readonly pooling: "mean" | "cls"; readonly name: string },
): Float32Array[] {
  const pooled = outputs.sentence_embedding ?? Object.values(outputs).find(({ dims }) => dims.length === 2);
  const perToken = outputs.last_hidden_state ?? Object.values(outputs).find(({ dims }) => dims.length === 3);
  const tensor = outputs.sentence_embedding ?? perToken ?? pooled;
  if (!tensor)
    throw new EngineError("model-missing", `The model ${name} is no sentence encoder; choose another one.`);
  const values = floatsOf(tensor);
  const dim = tensor.dims.at(-1)!;
  return Array.from({ length: nRows }, (_, row) => {
    if (tensor.dims.length === 2) return values.slice(row * dim, (row + 1) * dim);
    const tokens = Array.from({ length: width }, (_, column) => row * width + column);
    const used = pooling === "cls" ? tokens.slice(0, 1) : tokens.filter((at) => mask[at] === 1);
    return meanOf(values, used, dim);
  });
}

function meanOf(values: Float32Array, tokens: readonly number[], dim: number): Float32Array {
  const mean = new Float32Array(dim);
  for (const token of tokens) {
    for (let idx = 0; idx < dim; idx++) mean[idx]! += values[token * dim + idx]! / tokens.length;
  }
  return mean;
}

/** Scaled to length 1 after a cut; zeros stay zeros. */
export function unit(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return norm > 0 ? vector.map((value) => value / norm) : vector.slice();
}
