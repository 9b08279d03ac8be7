/** What one update did, for `plumbline index --json` and the log. */
export interface UpdateReport {
  readonly repo: string;
  readonly generation: number;
  readonly files: {
    readonly listed: number;
    readonly changed: number;
    readonly deleted: number;
    readonly skipped: number;
  };
  readonly chunks: { readonly kept: number; readonly embedded: number; readonly deleted: number };
  readonly ms: number;
}

/** Files done of those that need work; `done` never goes back. */
export interface UpdateProgress {
  readonly repo: string;
  readonly done: number;
  readonly total: number;
  /** Chunks embedded so far. */
  readonly nChunks: number;
}

export type OnProgress = (progress: UpdateProgress) => void;
