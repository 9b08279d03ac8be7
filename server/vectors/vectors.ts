/** One vector of a chunk: a chunk of n pieces has n rows. */
export interface VectorRow {
  /** Number of the chunk in its store. */
  readonly chunk: number;
  /** `dim` long, unit length. */
  readonly vector: Float32Array;
}

export interface VectorMatch {
  readonly chunk: number;
  /** Cosine in [-1, 1], the maximum over the chunk's rows. */
  readonly score: number;
}

export interface VectorQuery {
  readonly vector: Float32Array;
  /** How many chunks at the most. */
  readonly limit: number;
  /** Only these chunks, searched exactly; absent: all. */
  readonly within?: readonly number[];
}

/** The vectors of one repository. One process writes, any number read. */
export interface Vectors {
  add(rows: readonly VectorRow[]): Promise<void>;
  delete(chunks: readonly number[]): Promise<void>;
  /** Best chunks first, each once. Sees what was added before the call, from whichever process. */
  search(query: VectorQuery): Promise<VectorMatch[]>;
  /** Numbers of the chunks that have a row, read back from the store. */
  listChunks(): Promise<Set<number>>;
  /** How many those are. */
  countChunks(): Promise<number>;
  /** Upkeep when idle: compacts, drops old versions, builds the approximate index where it pays. */
  optimize(): Promise<void>;
  close(): void;
}
