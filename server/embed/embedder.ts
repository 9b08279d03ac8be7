/** Questions and code are embedded on two sides of the same space. */
export type EmbedSide = "query" | "code";

/** Turns text into vectors. Implementations: `onnxEmbedder.ts` (shipped), `openModel.ts` (others), `hashEmbedder.ts` (tests). */
export interface Embedder {
  /** Identity of model, revision and dimensions; vectors of different ids are never compared. */
  readonly modelId: string;
  readonly dim: number;
  /** @returns one vector a text, in order: `dim` long and of unit length, all zero where no word is known. */
  embed(texts: readonly string[], side: EmbedSide, signal?: AbortSignal): Promise<Float32Array[]>;
  /** Tokens sent to a service since the last call; absent where nothing is sent. */
  takeTokens?(): number;
  dispose(): Promise<void>;
}
