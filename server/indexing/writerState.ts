import { randomBytes } from "node:crypto";
import { promises as fs } from "node:fs";
import { LogReader, type Transaction } from "../store/logReader";
import type { FileRecord } from "../store/records";
import { folderOf, logPath, readHead, replaceHead, type StoreHead } from "../store/storeFolder";
import type { Root } from "../workspace/roots";
import { outlineKey } from "./outlines";

/** What the writer must know of a store: which chunks exist by key, which files hold which. */
export class WriterState {
  readonly files = new Map<string, FileRecord>();
  readonly chunkByKey = new Map<string, number>();
  /** Chunks stored with at least one vector row. */
  readonly embedded = new Set<number>();
  /** Of them, those whose rows are not in the vector table: it was lost, or a part of it. */
  readonly missingVectors = new Set<number>();
  /** Packed vectors of the outlines of all files the log ever held, by `outlineKey`. */
  readonly outlines = new Map<string, string>();
  /** Chunks that no file holds any more and which update let them go, in that order. */
  readonly #letGo = new Map<number, number>();
  #nUpdates = 0;
  nextChunk = 0;
  /** Rows of vectors that are committed. */
  nRows = 0;
  generation = 0;
  complete = false;
  /** Length of the log and of its postings up to the last commit. */
  committedBytes = 0;
  postingBytes = 0;
  /** Records in the log, dead ones too, and transactions whose postings are not merged. */
  nRecords = 0;
  nPostings = 0;

  private constructor(
    readonly folder: string,
    public head: StoreHead,
  ) {}

  /** Reads the store of a root, or starts a new epoch where there is none of this fingerprint. */
  static async open(
    storeDir: string,
    root: Root,
    fingerprint: string,
    signal?: AbortSignal,
  ): Promise<WriterState> {
    const folder = folderOf(storeDir, root);
    await fs.mkdir(folder, { recursive: true });
    const head = await readHead(folder);
    if (head?.fingerprint !== fingerprint) return WriterState.startEpoch(folder, root, fingerprint);
    const reader = new LogReader(logPath(folder, head));
    const state = new WriterState(folder, head);
    for await (const transaction of reader.read(signal)) state.apply(transaction);
    state.committedBytes = reader.offset;
    const isCutOff = state.chunkByKey.size < (head.merged?.nChunks ?? 0);
    return isCutOff ? WriterState.startEpoch(folder, root, fingerprint) : state;
  }

  /** A new, empty epoch becomes the current one; what was there before is deleted. */
  static async startEpoch(folder: string, root: Root, fingerprint: string): Promise<WriterState> {
    const epoch = `epoch-${randomBytes(6).toString("hex")}`;
    const head = { epoch, fingerprint, dir: root.dir, name: root.name, log: 1, merged: null };
    await fs.mkdir(folder, { recursive: true });
    await replaceHead(folder, head);
    return new WriterState(folder, head);
  }

  /** Numbers of the chunks that files hold now. */
  liveChunks(): Set<number> {
    const live = new Set<number>();
    for (const file of this.files.values()) for (const [n] of file.chunks) live.add(n);
    return live;
  }

  placeFile(record: FileRecord): void {
    this.removeFile(record.path);
    this.files.set(record.path, record);
    for (const [n] of record.chunks) this.#letGo.delete(n);
  }

  removeFile(path: string): void {
    for (const [n] of this.files.get(path)?.chunks ?? []) {
      this.#letGo.delete(n);
      this.#letGo.set(n, this.#nUpdates);
    }
    this.files.delete(path);
  }

  /** Chunks that no file holds, those let go last first, and how many of them the last update that did so let go. */
  deadChunks(live: ReadonlySet<number>): { readonly dead: number[]; readonly nLast: number } {
    const lately = [...this.#letGo].filter(([n]) => !live.has(n)).reverse();
    const known = new Set(lately.map(([n]) => n));
    const before = [...this.chunkByKey.values()].filter((n) => !live.has(n) && !known.has(n));
    const last = lately[0]?.[1];
    return {
      dead: [...known, ...before.sort((a, b) => b - a)],
      nLast: lately.filter(([, update]) => update === last).length,
    };
  }

  /** Files some of whose vectors are missing. */
  filesMissingVectors(): Set<string> {
    const files = new Set<string>();
    if (this.missingVectors.size === 0) return files;
    for (const { path, chunks } of this.files.values())
      if (chunks.some(([n]) => this.missingVectors.has(n))) files.add(path);
    return files;
  }

  apply({ records, commit }: Transaction): void {
    for (const record of records) {
      if (record.t === "chunk") {
        this.chunkByKey.set(record.key, record.n);
        if (record.nVectors > 0) this.embedded.add(record.n);
      } else if (record.t === "file") {
        this.placeFile(record);
        if (record.outline) this.outlines.set(outlineKey(record), record.outline);
      } else this.removeFile(record.path);
    }
    this.noteCommit(commit, records.length);
  }

  noteCommit(commit: Transaction["commit"], nRecords: number): void {
    this.generation = commit.generation;
    this.complete = commit.complete;
    if (commit.complete) this.#nUpdates++;
    this.nextChunk = commit.nextChunk;
    this.nRows = commit.nRows;
    this.nRecords += nRecords + 1;
    if (!commit.postings) return;
    const [offset, nListBytes, nNameBytes] = commit.postings;
    this.postingBytes = offset + nListBytes + nNameBytes;
    if (this.chunkByKey.size > (this.head.merged?.nChunks ?? 0)) this.nPostings++;
  }
}
