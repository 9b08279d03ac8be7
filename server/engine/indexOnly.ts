import { DisposableStore } from "../base/disposable";
import type { UpdateReport } from "../indexing/report";
import { WorkerIndexService } from "../indexing/workerIndexService";
import { discoverRoots } from "../workspace/roots";
import type { Activity } from "./activity";
import type { Config } from "./config";
import type { FolderOptions } from "./engine";
import { type Updated, UpdateLoop } from "./updateLoop";

type IndexConfig = Pick<Config, "storeDir" | "resourcesDir"> & {
  readonly worker: NonNullable<Config["worker"]>;
};

/** The writing half of the engine, for whoever searches nothing: no model, no catalog, no vectors in this process. */
export class IndexOnly {
  readonly #owned = new DisposableStore();
  readonly #updates: UpdateLoop<Updated>;
  readonly #listeners = new Set<() => void>();
  #repos: readonly Updated[] = [];

  constructor({ storeDir, resourcesDir, worker }: IndexConfig) {
    const { program, ...setup } = worker;
    const service = new WorkerIndexService(program, {
      storeDir,
      resourcesDir,
      upkeep: "when idle",
      ...setup,
    });
    const onActivity = () => {
      for (const listener of this.#listeners) listener();
    };
    this.#owned.add(service);
    this.#updates = this.#owned.add(
      new UpdateLoop<Updated>(service, { refresh: async () => {}, onActivity }),
    );
  }

  /** @throws EngineError "bad-folder". */
  async openFolders(
    dirs: readonly string[],
    { include = [] }: FolderOptions,
    signal?: AbortSignal,
  ): Promise<void> {
    this.#repos = (await discoverRoots(dirs, include, signal)).map((root) => ({ root }));
  }

  update(signal?: AbortSignal): Promise<UpdateReport[]> {
    return Promise.all(this.#repos.map((repo) => this.#updates.update(repo, signal)));
  }

  rebuild(signal?: AbortSignal): Promise<UpdateReport[]> {
    return Promise.all(this.#repos.map((repo) => this.#updates.rebuild(repo, signal)));
  }

  /** Deletes the stored indexes. @returns the folders they were of. */
  async clear(): Promise<string[]> {
    await Promise.all(this.#repos.map((repo) => this.#updates.clear(repo)));
    return this.#repos.map(({ root }) => root.dir);
  }

  get activity(): Activity {
    return this.#updates.activity;
  }

  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): Promise<void> {
    return this.#owned.dispose();
  }
}
