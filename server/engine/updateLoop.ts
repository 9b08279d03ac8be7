import PQueue from "p-queue";
import type { Disposable } from "../base/disposable";
import { isAbort, messageOf } from "../base/errors";
import type { IndexService } from "../indexing/indexService";
import type { UpdateReport } from "../indexing/report";
import type { RepoIndex } from "../store/repoIndex";
import type { Activity } from "./status";

/** How an update of one repository ended, and what to do as it goes. */
export interface UpdateHooks {
  /** Committed batches become visible: called on progress and at the end. */
  readonly refresh: (repo: RepoIndex) => Promise<void>;
  readonly onActivity: () => void;
}

/**
 * Runs updates, one at a time. However many requests come in while one runs, a single further run serves them:
 * it starts after them all and so sees what they saw.
 */
export class UpdateLoop implements Disposable {
  readonly #turns = new PQueue({ concurrency: 1 });
  /** Runs that have not started: a new request for the same repository joins. */
  readonly #waiting = new Map<RepoIndex, Promise<UpdateReport>>();
  readonly #progress = new Map<RepoIndex, { done: number; total: number }>();
  readonly #stop = new AbortController();
  #failure: string | null = null;
  notice: string | null = null;

  constructor(
    private readonly indexing: IndexService,
    private readonly hooks: UpdateHooks,
  ) {}

  get activity(): Activity {
    const all = [...this.#progress.values()];
    const progress = {
      done: all.reduce((sum, { done }) => sum + done, 0),
      total: all.reduce((sum, { total }) => sum + total, 0),
    };
    return { progress: all.length > 0 ? progress : null, failure: this.#failure, notice: this.notice };
  }

  /** Settles when everything that had changed by the time of the call is in the index. */
  update(repo: RepoIndex, signal?: AbortSignal): Promise<UpdateReport> {
    const waiting = this.#waiting.get(repo);
    if (waiting) return waiting;
    let hasStarted = false;
    const done = this.#turns.add(() => {
      hasStarted = true;
      this.#waiting.delete(repo);
      return this.#run(repo, "keep", signal);
    });
    // A free queue starts a run before `add` returns: nobody can join it any more.
    if (!hasStarted) this.#waiting.set(repo, done);
    return done;
  }

  /** Throws the stored index away and builds it anew. */
  rebuild(repo: RepoIndex, signal?: AbortSignal): Promise<UpdateReport> {
    return this.#turns.add(() => this.#run(repo, "rebuild", signal));
  }

  /** Settles when no update is under way. */
  async idle(): Promise<void> {
    await this.#turns.onIdle();
  }

  async dispose(): Promise<void> {
    this.#stop.abort();
    await this.#turns.onIdle();
  }

  async #run(repo: RepoIndex, mode: "keep" | "rebuild", asked?: AbortSignal): Promise<UpdateReport> {
    const signal = asked ? AbortSignal.any([asked, this.#stop.signal]) : this.#stop.signal;
    try {
      signal.throwIfAborted();
      let refreshing: Promise<void> | null = null;
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        if (total > 0) this.#progress.set(repo, { done, total });
        this.hooks.onActivity();
        refreshing ??= this.hooks.refresh(repo).finally(() => {
          refreshing = null;
        });
      };
      const report = await this.indexing.update(repo.root, {
        rebuild: mode === "rebuild",
        signal,
        onProgress,
      });
      await refreshing;
      await this.hooks.refresh(repo);
      this.#failure = null;
      return report;
    } catch (error) {
      if (!isAbort(error))
        this.#failure = `The index of ${repo.root.name} could not be updated: ${messageOf(error)}`;
      throw error;
    } finally {
      this.#progress.delete(repo);
      this.hooks.onActivity();
    }
  }
}
