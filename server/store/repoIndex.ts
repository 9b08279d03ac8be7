import { promises as fs } from "node:fs";
import { breathe } from "../base/batches";
import { messageOf } from "../base/errors";
import type { Vectors } from "../vectors/vectors";
import type { Root } from "../workspace/roots";
import { LogReader, type Transaction } from "./logReader";
import type { FileRecord } from "./records";
import { folderOf, logPath, readHead, vectorsPath } from "./storeFolder";

/** Opens the vectors of one epoch for reading. */
export type OpenVectors = (dir: string) => Promise<Vectors>;

/** What a reader does with committed transactions: the catalog keeps chunks, terms and names. */
export interface TransactionSink {
  apply(repo: RepoIndex, transaction: Transaction): void;
  forget(repo: RepoIndex): void;
}

/**
 * One root's index as a reader sees it: follows the log of the current epoch. Everything it holds was committed,
 * and changes only inside `refresh`, a whole transaction at a time.
 */
export class RepoIndex {
  readonly files = new Map<string, FileRecord>();
  /** Number of the last commit seen; 0 before the first. */
  generation = 0;
  /** Whether the last update ran to its end: everything listed was in. */
  complete = false;
  /** What went wrong when reading the store; null while all is well. */
  storeProblem: string | null = null;
  #turn: Promise<void> = Promise.resolve();
  #epoch: string | null = null;
  #reader: LogReader | null = null;
  #vectors: Vectors | null = null;
  #vectorChunks: { readonly generation: number; readonly chunks: ReadonlySet<number> } | null = null;

  constructor(
    readonly root: Root,
    private readonly storeDir: string,
    private readonly fingerprint: string,
    private readonly openVectors: OpenVectors,
  ) {}

  get vectors(): Vectors | null {
    return this.#vectors;
  }

  /** Applies what was committed since the last call; starts over when the store was rebuilt, replaced or deleted. */
  refresh(sink: TransactionSink, signal?: AbortSignal): Promise<void> {
    // One at a time: two readers of the log would apply its transactions twice.
    const done = this.#turn.then(() => this.#refresh(sink, signal));
    this.#turn = done.catch(() => {});
    return done;
  }

  async #refresh(sink: TransactionSink, signal?: AbortSignal): Promise<void> {
    const folder = folderOf(this.storeDir, this.root);
    const head = await readHead(folder);
    const usable = head?.fingerprint === this.fingerprint ? head : null;
    const file = usable ? logPath(folder, usable.epoch) : null;
    const shrunk = file !== null && (await sizeOf(file)) < (this.#reader?.offset ?? 0);
    if ((usable?.epoch ?? null) !== this.#epoch || shrunk) this.#startOver(sink, usable?.epoch ?? null, file);
    if (!usable || !this.#reader) return;
    for await (const transaction of this.#reader.read(signal)) {
      sink.apply(this, transaction);
      this.generation = transaction.commit.generation;
      this.complete = transaction.commit.complete;
      await breathe();
    }
    await this.#openVectorsOnce(vectorsPath(folder, usable.epoch));
  }

  /** Numbers of the chunks that have vectors, read back from the store once a generation; none where it fails. */
  async listVectorChunks(): Promise<ReadonlySet<number>> {
    if (!this.#vectors) return new Set();
    if (this.#vectorChunks?.generation !== this.generation) {
      const { generation } = this;
      this.#vectorChunks = {
        generation,
        chunks: await this.#vectors.listChunks().catch(() => new Set<number>()),
      };
    }
    return this.#vectorChunks.chunks;
  }

  close(): void {
    this.#vectors?.close();
    this.#vectors = null;
  }

  async #openVectorsOnce(dir: string): Promise<void> {
    if (this.#vectors) return;
    try {
      this.#vectors = await this.openVectors(dir);
      this.storeProblem = null;
    } catch (error) {
      this.storeProblem = messageOf(error);
    }
  }

  #startOver(sink: TransactionSink, epoch: string | null, file: string | null): void {
    sink.forget(this);
    this.files.clear();
    this.generation = 0;
    this.complete = false;
    this.#vectorChunks = null;
    this.close();
    this.#epoch = epoch;
    this.#reader = file ? new LogReader(file) : null;
  }
}

async function sizeOf(file: string): Promise<number> {
  return fs.stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
}
