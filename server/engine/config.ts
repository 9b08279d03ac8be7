import type { ProviderConfig } from "../answer/chooseModel";
import type { WorkerSetup } from "../indexing/workerMessages";

/** Everything the engine is told; it knows no settings and no environment. */
export interface Config {
  /** Holds one folder a repository; made when missing. */
  readonly storeDir: string;
  /** Holds `grammars/` and the embedding model. */
  readonly resourcesDir: string;
  /** null runs the indexer in this process (tests). */
  readonly worker: WorkerConfig | null;
  readonly answer: AnswerConfig;
}

export interface WorkerConfig {
  /** Path of the bundled worker. */
  readonly program: string;
  /** It leaves after so long without work. */
  readonly idleMs: number;
  readonly priority: WorkerSetup["priority"];
  /** Default: when idle. */
  readonly upkeep?: WorkerSetup["upkeep"];
}

/** Without a key or an address answers are extractive, and nothing leaves the machine. */
export interface AnswerConfig extends ProviderConfig {
  /** Tokens sent in a calendar month beyond which answers are extractive; absent or null: no cap. */
  readonly monthlyTokens?: number | null;
}
