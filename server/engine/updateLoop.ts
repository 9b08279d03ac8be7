import PQueue from "p-queue";
import type { Disposable } from "../base/disposable";
import { isAbort, messageOf } from "../base/errors";
import type { IndexService } from "../indexing/indexService";
import type { UpdateProgress, UpdateReport } from "../indexing/report";
import type { Root } from "../workspace/roots";
import { type Activity, Pace } from "./activity";

/** What is kept up to date: a repository's index, or just its root where nothing is searched. */
export interface Updated {
  readonly root: Root;
}

/** How an update of one repository ended, and what to do as it goes. */
export interface UpdateHooks<R extends Updated> {
  /** Committed batches become visible: called on progress and at the end. */
  readonly refresh: (repo: R) => Promise<void>;
  readonly onActivity: () => void;
}

/** Files that may have changed, relative to the repository; "all": any. */
export type Scope = readonly string[] | "all";

interface Waiting {
  scope: Scope;
  readonly done: Promise<UpdateReport>;
}

/** Beyond, looking at all files is cheaper than asking git for each. */
const MAX_PATHS = 200;

/**
 * Runs updates, one at a time. However many requests come in while one runs, a single further run serves them:
 * it starts after them all and so sees what they saw.
 */
export class UpdateLoop<R extends Updated> implements Disposable {
  readonly #turns = new PQueue({ concurrency: 1 });
  /** Runs that have not started: a new request for the same repository joins. */
  readonly #waiting = new Map<R, Waiting>();
  readonly #progress = new Map<R, Pace>();
  #stop = new AbortController();
  #failure: string | null = null;
  #isPaused = false;
  notice: string | null = null;

  constructor(
    private readonly indexing: Pick<IndexService, "update" | "clear" | "rest">,
    private readonly hooks: UpdateHooks<R>,
  ) {}

  get activity(): Activity {
    return {
      progress: [...this.#progress.values()].map((pace) => pace.progress),
      failure: this.#failure,
      notice: this.notice,
      isPaused: this.#isPaused,
    };
  }

  /** Settles when everything that had changed by the time of the call is in the index. */
  update(repo: R, signal?: AbortSignal, scope: Scope = "all"): Promise<UpdateReport> {
    const waiting = this.#waiting.get(repo);
    if (waiting) {
      waiting.scope = joined(waiting.scope, scope);
      return waiting.done;
    }
    let hasStarted = false;
    const done = this.#turns.add(() => {
      hasStarted = true;
      const asked = this.#waiting.get(repo)?.scope ?? scope;
      this.#waiting.delete(repo);
      return this.#run(repo, { mode: "keep", scope: asked }, signal);
    });
    // A free queue starts a run before `add` returns: nobody can join it any more.
    if (!hasStarted) this.#waiting.set(repo, { scope, done });
    return done;
  }

  /** Throws the stored index away and builds it anew. */
  rebuild(repo: R, signal?: AbortSignal): Promise<UpdateReport> {
    return this.#turns.add(() => this.#run(repo, { mode: "rebuild", scope: "all" }, signal));
  }

  /** Stops what runs, keeping what was committed, and starts nothing until `resume`. Settles when no process is left. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#halt();
    await this.indexing.rest();
    this.hooks.onActivity();
  }

  /** From now on updates run again; whoever resumes asks for one of everything. */
  resume(): void {
    this.#isPaused = false;
    this.hooks.onActivity();
  }

  /** Deletes the stored index. */
  async clear(repo: R): Promise<void> {
    await this.#turns.add(() => this.indexing.clear(repo.root));
    await this.hooks.refresh(repo);
    this.hooks.onActivity();
  }

  /** Settles when no update is under way. */
  async idle(): Promise<void> {
    await this.#turns.onIdle();
  }

  async dispose(): Promise<void> {
    await this.#halt();
  }

  async #halt(): Promise<void> {
    this.#stop.abort();
    await this.#turns.onIdle();
    this.#stop = new AbortController();
  }

  async #run(
    repo: R,
    { mode, scope }: { readonly mode: "keep" | "rebuild"; readonly scope: Scope },
    asked?: AbortSignal,
  ): Promise<UpdateReport> {
    const signal = asked ? AbortSignal.any([asked, this.#stop.signal]) : this.#stop.signal;
    try {
      signal.throwIfAborted();
      let refreshing: Promise<void> | null = null;
      const onProgress = (progress: UpdateProgress) => {
        if (progress.total > 0) this.#paceOf(repo).note(progress);
        this.hooks.onActivity();
        refreshing ??= this.hooks.refresh(repo).finally(() => {
          refreshing = null;
        });
      };
      const options = { rebuild: mode === "rebuild", signal, onProgress };
      const paths = scope === "all" || scope.length > MAX_PATHS ? {} : { paths: scope };
      const report = await this.indexing.update(repo.root, { ...options, ...paths });
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

  #paceOf(repo: R): Pace {
    const known = this.#progress.get(repo);
    if (known) return known;
    const pace = new Pace(repo.root.name);
    this.#progress.set(repo, pace);
    return pace;
  }
}

function joined(one: Scope, other: Scope): Scope {
  return one === "all" || other === "all" ? "all" : [...new Set([...one, ...other])];
}
