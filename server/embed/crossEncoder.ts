import { batches, breathe } from "../base/batches";
import { EngineError } from "../base/errors";
import { Encoder, floatsOf, MAX_ROWS } from "./encoder";
import { readModelFolder } from "./modelFolder";
import type { OnnxOptions } from "./onnxRuntime";

/** Reads a question and a text together and says how well they fit. */
export interface CrossEncoder {
  readonly name: string;
  /** @returns a score from 0 to 1 a text, in order; comparable within one call. */
  score(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
  dispose(): Promise<void>;
}

/** @param dir a folder as `modelFolder.ts` describes it. @throws EngineError "model-missing". */
export async function openCrossEncoder(dir: string, options: OnnxOptions = {}): Promise<CrossEncoder> {
  const folder = await readModelFolder(dir);
  const encoder = await Encoder.open(folder, options);
  return {
    name: folder.name,
    score: (query, texts, signal) => scoreAll(encoder, query, texts, signal),
    dispose: () => encoder.dispose(),
  };
}

async function scoreAll(
  encoder: Encoder,
  query: string,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[]> {
  const rows = texts.map((text) => encoder.encode(query, text));
  const order = rows.map((_, idx) => idx).sort((a, b) => rows[a]!.ids.length - rows[b]!.ids.length);
  const scores: number[] = new Array(texts.length);
  for (const some of batches(order, MAX_ROWS)) {
    signal?.throwIfAborted();
    const { outputs } = await encoder.run(some.map((idx) => rows[idx]!));
    const logits = outputs.logits ?? Object.values(outputs)[0];
    if (logits?.dims.length !== 2) {
      const message = `The model ${encoder.folder.name} is no cross-encoder; choose another one in plumbline.rerank.model.`;
      throw new EngineError("model-missing", message);
    }
    const values = floatsOf(logits);
    const width = logits.dims[1]!;
    some.forEach((textIdx, row) => {
      scores[textIdx] = likeness(values.subarray(row * width, (row + 1) * width));
    });
    await breathe();
  }
  return scores;
}

/** One logit is how well it fits; of two, the second says "fits". */
function likeness(logits: Float32Array): number {
  const logit = logits.length === 1 ? logits[0]! : logits[1]! - logits[0]!;
  return 1 / (1 + Math.exp(-logit));
}
