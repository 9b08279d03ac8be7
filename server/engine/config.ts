/** Everything the engine is told; it knows no settings and no environment. */
export interface Config {
  /** Holds one folder a repository; made when missing. */
  readonly storeDir: string;
  /** Holds `grammars/` and the embedding model. */
  readonly resourcesDir: string;
  /** Bundled index worker; null runs the indexer in this process (tests). */
  readonly workerProgram: string | null;
  readonly workerIdleMs: number;
  readonly answer: AnswerConfig;
}

export interface AnswerConfig {
  readonly model: string;
  /** null: answers are extractive and nothing leaves the machine. */
  readonly apiKey: string | null;
  /** null: the provider's own address. */
  readonly baseUrl: string | null;
}
