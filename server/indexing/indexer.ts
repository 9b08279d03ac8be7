import { promises as fs } from "node:fs";
import type { Chunker } from "../chunk/chunkFile";
import type { Embedder } from "../embed/embedder";
import { folderOf } from "../store/storeFolder";
import type { VectorTable } from "../vectors/vectors";
import type { Root } from "../workspace/roots";
import { BatchWriter } from "./batchWriter";
import { FileInHand } from "./fileInHand";
import type { IndexService } from "./indexService";
import { planPaths, planUpdate, type UpdatePlan } from "./planUpdate";
import type { OnProgress, UpdateReport } from "./report";
import { StoreSession } from "./storeSession";
import { UpdateRun } from "./updateRun";
import { keepUp } from "./upkeep";
import { lockStore } from "./writerLock";
import type { WriterState } from "./writerState";

export interface IndexerParts {
  readonly storeDir: string;
  readonly embedder: Embedder;
  readonly chunker: Chunker;
  readonly languageOf: (path: string, text: string) => string;
  readonly openVectors: (dir: string, dim: number) => Promise<VectorTable>;
}

export interface UpdateOptions {
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
  /** Throw the stored index away first. */
  readonly rebuild?: boolean;
  /** Only these files can have changed, relative to the repository; absent: any. */
  readonly paths?: readonly string[];
}

/** Stores kept open between updates: those a person is working in. */
const MAX_SESSIONS = 2;

/** THE writer: the only code that changes a store. */
export class Indexer implements IndexService {
  readonly #sessions = new Map<string, StoreSession>(); // By folder, the one used longest ago first.

  constructor(private readonly parts: IndexerParts) {}

  /** Brings a root's index up to date with its files. Cancelling keeps every batch that was committed. */
  update(root: Root, options: UpdateOptions = {}): Promise<UpdateReport> {
    const mode = options.rebuild ? "rebuild" : "keep";
    return this.#withStore(root, mode, options.signal, async (store) => {
      const started = performance.now();
      const { state } = store;
      const before = state.liveChunks();
      // Paths alone say enough only where all was in before.
      const plan =
        options.paths && state.complete && state.missingVectors.size === 0
          ? await planPaths(root, state.files, options.paths, options.signal)
          : await planUpdate(root, state, options.signal);
      const writer = new BatchWriter(store, this.parts.embedder);
      const inHand = await FileInHand.open(state.folder);
      try {
        await new UpdateRun(root, { ...this.parts, state, writer, inHand }, options).write(plan);
      } finally {
        inHand.close();
      }
      return reportOf(root, state, plan, { before, nEmbedded: writer.nEmbedded, started });
    });
  }

  /** Leaves out of the store what nobody needs any more, where that is worth it. To be called when idle. */
  upkeep(root: Root, signal?: AbortSignal): Promise<void> {
    return this.#withStore(root, "keep", signal, async (store, folder) => {
      await store.vectors.optimize();
      if (await keepUp(store)) await this.#close(folder); // Its files are others now.
    });
  }

  /** Deletes the root's store, whatever state it is in. */
  async clear(root: Root, signal?: AbortSignal): Promise<void> {
    const folder = folderOf(this.parts.storeDir, root);
    const release = await lockStore(folder, signal);
    try {
      await this.#close(folder);
      await fs.rm(folder, { recursive: true, force: true });
    } finally {
      await release();
    }
  }

  /** Lets go of the stores kept open. */
  async rest(): Promise<void> {
    for (const folder of [...this.#sessions.keys()]) await this.#close(folder);
  }

  dispose(): Promise<void> {
    return this.rest();
  }

  async #withStore<T>(
    root: Root,
    mode: "keep" | "rebuild",
    signal: AbortSignal | undefined,
    use: (store: StoreSession, folder: string) => Promise<T>,
  ): Promise<T> {
    const folder = folderOf(this.parts.storeDir, root);
    const release = await lockStore(folder, signal);
    try {
      return await use(await this.#open(root, folder, mode, signal), folder);
    } catch (error) {
      await this.#close(folder); // What it remembers may be more than was committed.
      throw error;
    } finally {
      await release();
    }
  }

  async #open(root: Root, folder: string, mode: "keep" | "rebuild", signal?: AbortSignal) {
    const kept = this.#sessions.get(folder);
    if (kept && mode === "keep" && (await kept.isCurrent())) {
      this.#sessions.delete(folder);
      this.#sessions.set(folder, kept);
      return kept;
    }
    await this.#close(folder);
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= MAX_SESSIONS) await this.#close(oldest);
    const opened = await StoreSession.open(root, this.parts, mode, signal);
    this.#sessions.set(folder, opened);
    return opened;
  }

  async #close(folder: string): Promise<void> {
    const session = this.#sessions.get(folder);
    this.#sessions.delete(folder);
    await session?.close().catch(() => {});
  }
}

function reportOf(
  root: Root,
  state: WriterState,
  plan: UpdatePlan,
  counts: { readonly before: ReadonlySet<number>; readonly nEmbedded: number; readonly started: number },
): UpdateReport {
  const after = state.liveChunks();
  const kept = [...after].filter((n) => counts.before.has(n)).length;
  const skipped = [...state.files.values()].filter((file) => file.exclusion).length;
  return {
    repo: root.name,
    generation: state.generation,
    files: { listed: plan.nListed, changed: plan.changed.length, deleted: plan.gone.length, skipped },
    chunks: { kept, embedded: counts.nEmbedded, deleted: counts.before.size - kept },
    ms: Math.round(performance.now() - counts.started),
  };
}
