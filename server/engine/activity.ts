import type { UpdateProgress } from "../indexing/report";

/** What is under way, as the update loop sees it. */
export interface Activity {
  /** One a repository being updated. */
  readonly progress: readonly RepoProgress[];
  /** Message of the last update that failed; null since one succeeded. */
  readonly failure: string | null;
  /** A notice that does not stop anything: the watcher falls back to polling. */
  readonly notice: string | null;
  readonly isPaused: boolean;
}

export interface RepoProgress {
  readonly repo: string;
  /** Files done and expected; `done` never goes back. */
  readonly done: number;
  readonly total: number;
  /** Chunks embedded so far. */
  readonly nChunks: number;
  /** At the pace so far; null while that says nothing yet. */
  readonly secondsLeft: number | null;
}

/** Below, a pace says little: grammars are still being loaded. */
const MIN_SECONDS = 2;

/** Progress of one update that only moves forward, and how long it will still take. */
export class Pace {
  readonly #started = performance.now();
  #done = 0;
  #total = 0;
  #nChunks = 0;

  constructor(private readonly repo: string) {}

  note({ done, total, nChunks }: UpdateProgress): void {
    this.#done = Math.max(this.#done, done);
    this.#total = Math.max(this.#total, total);
    this.#nChunks = Math.max(this.#nChunks, nChunks);
  }

  get progress(): RepoProgress {
    const seconds = (performance.now() - this.#started) / 1000;
    const isTelling = seconds >= MIN_SECONDS && this.#done > 0;
    const left = isTelling ? Math.round((seconds / this.#done) * (this.#total - this.#done)) : null;
    return {
      repo: this.repo,
      done: this.#done,
      total: this.#total,
      nChunks: this.#nChunks,
      secondsLeft: left,
    };
  }
}

/** All of them in one. */
export function totalProgress(all: readonly RepoProgress[]): { done: number; total: number } | null {
  if (all.length === 0) return null;
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    total: all.reduce((sum, { total }) => sum + total, 0),
  };
}
