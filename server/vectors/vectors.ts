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

/** The table that owns the vectors of one repository. One process writes; searching reads `VectorRows`, made of it. */
export interface VectorTable {
  add(rows: readonly VectorRow[]): Promise<void>;
  delete(chunks: readonly number[]): Promise<void>;
  /** Numbers of the chunks that have a row, read back from the store. */
  listChunks(): Promise<Set<number>>;
  /** Every row, some at a time; those of a chunk follow one another. */
  readAll(): AsyncIterable<readonly VectorRow[]>;
  /** Upkeep when idle: compacts and drops old versions. */
  optimize(): Promise<void>;
  close(): void;
}
