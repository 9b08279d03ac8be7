import { promises as fs } from "node:fs";
import path from "node:path";
import { breathe } from "../base/batches";
import { messageOf } from "../base/errors";
import { VectorRows } from "../vectors/vectorRows";
import type { Root } from "../workspace/roots";
import { LogReader, type Transaction } from "./logReader";
import { readPostings, type StoredPostings } from "./postingsFile";
import type { FileRecord } from "./records";
import { folderOf, logPath, postingsPath, readHead, rowPaths, type StoreHead } from "./storeFolder";

/** What a reader does with committed transactions: the catalog keeps chunks, terms and names. */
export interface TransactionSink {
  /** @param postings of the transaction's chunks; null where `merge` brings them. */
  apply(repo: RepoIndex, transaction: Transaction, postings: StoredPostings | null): void;
  /** The first `nChunks` chunk records have these postings from now on; names are known of the first `nNamed`. */
  merge(repo: RepoIndex, nChunks: number, postings: StoredPostings, nNamed: number): void;
  forget(repo: RepoIndex): void;
}

/**
 * One root's index as a reader sees it: follows the log of the current epoch. Everything it holds was committed,
 * and changes only inside `refresh`, a whole transaction at a time.
 */
export class RepoIndex {
  readonly files = new Map<string, FileRecord>();
  /** Vectors of unsaved text, which the catalog keeps up to date. */
  readonly overlayVectors = new Map<number, readonly Float32Array[]>();
  /** Whether a file holds the chunk now; the catalog says. */
  isLive: (chunk: number) => boolean = () => false;
  /** Number of the last commit seen; 0 before the first. */
  generation = 0;
  /** Whether the last update ran to its end: everything listed was in. */
  complete = false;
  /** What went wrong when reading the store; null while all is well. */
  storeProblem: string | null = null;
  #turn: Promise<void> = Promise.resolve();
  #head: StoreHead | null = null;
  #reader: LogReader | null = null;
  /** Chunk records seen, and of how many of the first the names are known. */
  #nChunkRecords = 0;
  #nNamed = 0;
  /** The merged postings that were taken over. */
  #merged: string | null = null;
  #rows: VectorRows | null = null;

  constructor(
    readonly root: Root,
    private readonly storeDir: string,
    private readonly fingerprint: string,
    private readonly dim: number,
  ) {}

  /** The stored vectors; null before there is a store. */
  get rows(): VectorRows | null {
    return this.#rows;
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
    const file = usable ? logPath(folder, usable) : null;
    const shrunk = file !== null && (await sizeOf(file)) < (this.#reader?.offset ?? 0);
    const isOther = usable?.epoch !== this.#head?.epoch || usable?.log !== this.#head?.log;
    if (isOther || shrunk) this.#startOver(sink, file);
    this.#head = usable;
    if (usable) this.#rows ??= new VectorRows(rowPaths(folder, usable), this.dim);
    if (!usable || !this.#reader) return;
    try {
      await this.#readLog(sink, folder, usable, this.#reader, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // Damaged, or replaced under us. The next refresh starts over; the writer rebuilds what is damaged.
      this.#startOver(sink, null);
      this.#head = null;
      this.storeProblem = messageOf(error);
      return;
    }
  }

  async #readLog(
    sink: TransactionSink,
    folder: string,
    head: StoreHead,
    reader: LogReader,
    signal?: AbortSignal,
  ): Promise<void> {
    const nMerged = head.merged?.nChunks ?? 0;
    for await (const transaction of reader.read(signal)) {
      const isMerged = this.#nChunkRecords < nMerged;
      if (!isMerged) await this.#takeMerged(sink, folder, head);
      const { records, commit } = transaction;
      const stored =
        commit.postings && !isMerged ? await readPostings(postingsPath(folder, head), commit.postings) : null;
      await this.#rows?.readTo(commit.nRows);
      sink.apply(this, transaction, stored);
      for (const record of records) if (record.t === "chunk") this.#nChunkRecords++;
      if (stored) this.#nNamed = this.#nChunkRecords;
      this.generation = commit.generation;
      this.complete = commit.complete;
      await breathe();
    }
    await this.#takeMerged(sink, folder, head);
  }

  /** Takes the postings of the first chunk records from one block, once all of these were read. */
  async #takeMerged(sink: TransactionSink, folder: string, { epoch, merged }: StoreHead): Promise<void> {
    if (!merged || merged.file === this.#merged) return;
    if (this.#nChunkRecords < merged.nChunks) throw new Error("The index log is cut off.");
    const stored = await readPostings(path.join(folder, epoch, merged.file), merged.place);
    sink.merge(this, merged.nChunks, stored, this.#nNamed);
    this.#nNamed = Math.max(this.#nNamed, merged.nChunks);
    this.#merged = merged.file;
  }

  close(): void {
    this.#rows?.close();
    this.#rows = null;
  }

  #startOver(sink: TransactionSink, file: string | null): void {
    sink.forget(this);
    this.files.clear();
    this.generation = 0;
    this.complete = false;
    this.storeProblem = null;
    this.#nChunkRecords = 0;
    this.#nNamed = 0;
    this.#merged = null;
    this.close();
    this.#reader = file ? new LogReader(file) : null;
  }
}

async function sizeOf(file: string): Promise<number> {
  return fs.stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
}
