import type { Chunker } from "../chunk/chunkFile";
import type { Embedder } from "../embed/embedder";
import { fingerprintOf } from "../store/formatVersion";
import { LogWriter } from "../store/logWriter";
import { folderOf, logPath, vectorsPath } from "../store/storeFolder";
import type { Vectors } from "../vectors/vectors";
import type { Root } from "../workspace/roots";
import { BatchWriter } from "./batchWriter";
import { planUpdate, type UpdatePlan } from "./planUpdate";
import type { OnProgress, UpdateReport } from "./report";
import { UpdateRun } from "./updateRun";
import { lockStore } from "./writerLock";
import { WriterState } from "./writerState";

export interface IndexerParts {
  readonly storeDir: string;
  readonly embedder: Embedder;
  readonly chunker: Chunker;
  readonly languageOf: (path: string, firstLine: string) => string;
  readonly openVectors: (dir: string, dim: number) => Promise<Vectors>;
}

export interface UpdateOptions {
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
  /** Throw the stored index away first. */
  readonly rebuild?: boolean;
}

/** THE writer: the only code that changes a store. */
export class Indexer {
  constructor(private readonly parts: IndexerParts) {}

  /** Brings a root's index up to date with its files. Cancelling keeps every batch that was committed. */
  async update(root: Root, options: UpdateOptions = {}): Promise<UpdateReport> {
    const folder = folderOf(this.parts.storeDir, root);
    const release = await lockStore(folder, options.signal);
    try {
      return await this.#updateLocked(root, folder, options);
    } finally {
      await release();
    }
  }

  async #updateLocked(root: Root, folder: string, options: UpdateOptions): Promise<UpdateReport> {
    const started = performance.now();
    const { state, vectors } = await this.#openStore(root, folder, options);
    const log = await LogWriter.open(logPath(folder, state.head.epoch), state.committedBytes);
    try {
      const before = state.liveChunks();
      const plan = await planUpdate(root, state.files, options.signal);
      const writer = new BatchWriter(state, log, vectors, this.parts.embedder);
      await new UpdateRun(root, { ...this.parts, state, writer }, options).write(plan);
      await vectors.optimize();
      return reportOf(root, state, plan, { before, nEmbedded: writer.nEmbedded, started });
    } finally {
      await log.close();
      vectors.close();
    }
  }

  /** Opens log and vectors together; where they do not fit each other, a new epoch is begun. */
  async #openStore(root: Root, folder: string, { rebuild, signal }: UpdateOptions) {
    const { storeDir, embedder, openVectors } = this.parts;
    const fingerprint = fingerprintOf(embedder.modelId);
    if (!rebuild) {
      const state = await WriterState.open(storeDir, root, fingerprint, signal);
      const vectors = await openVectors(vectorsPath(folder, state.head.epoch), embedder.dim).catch(
        () => null,
      );
      if (vectors && (await fits(state, vectors))) return { state, vectors };
      vectors?.close();
    }
    const state = await WriterState.startEpoch(folder, root, fingerprint);
    return { state, vectors: await openVectors(vectorsPath(folder, state.head.epoch), embedder.dim) };
  }
}

/** Whether every chunk that should have vectors has them; rows a killed writer left over are deleted. */
async function fits(state: WriterState, vectors: Vectors): Promise<boolean> {
  const present = await vectors.listChunks().catch(() => null);
  if (!present) return false;
  const leftOver = [...present].filter((n) => n >= state.nextChunk);
  if (leftOver.length > 0) await vectors.delete(leftOver);
  return [...state.liveChunks()].every((n) => !state.embedded.has(n) || present.has(n));
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
