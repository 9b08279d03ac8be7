import type { Embedder, EmbedSide } from "./embedder";
import { wordsOf } from "./words";

/** An embedder for tests: a bag of words hashed into `dim` signed buckets. Deterministic; needs no files. */
export class HashEmbedder implements Embedder {
  readonly modelId: string;

  constructor(readonly dim = 64) {
    this.modelId = `hash-1-${dim}`;
  }

  async embed(texts: readonly string[], _side: EmbedSide, signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    return texts.map((text) => this.#vector(text));
  }

  async dispose(): Promise<void> {}

  #vector(text: string): Float32Array {
    const vector = new Float32Array(this.dim);
    for (const word of wordsOf(text)) {
      const hash = fnv1a(word);
      const bucket = (hash >>> 1) % this.dim;
      vector[bucket]! += hash & 1 ? 1 : -1;
    }
    const norm = Math.hypot(...vector);
    return norm > 0 ? vector.map((value) => value / norm) : vector;
  }
}

/** 32-bit FNV-1a over UTF-16 units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let idx = 0; idx < text.length; idx++) hash = Math.imul(hash ^ text.charCodeAt(idx), 0x01000193);
  return hash >>> 0;
}
