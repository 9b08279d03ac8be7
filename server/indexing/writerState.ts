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
  /** Packed vectors of the outlines of all files the log ever held, by `outlineKey`. */
  readonly outlines = new Map<string, string>();
  nextChunk = 0;
  generation = 0;
  complete = false;

  private constructor(
    readonly folder: string,
    readonly head: StoreHead,
    /** Length of the log up to its last commit. */
    public committedBytes: number,
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
    const reader = new LogReader(logPath(folder, head.epoch));
    const state = new WriterState(folder, head, 0);
    for await (const transaction of reader.read(signal)) state.#apply(transaction);
    state.committedBytes = reader.offset;
    return state;
  }

  /** A new, empty epoch becomes the current one; what was there before is deleted. */
  static async startEpoch(folder: string, root: Root, fingerprint: string): Promise<WriterState> {
    const epoch = `epoch-${randomBytes(6).toString("hex")}`;
    const head = { epoch, fingerprint, dir: root.dir, name: root.name };
    await fs.mkdir(folder, { recursive: true });
    await replaceHead(folder, head);
    return new WriterState(folder, head, 0);
  }

  /** Numbers of the chunks that files hold now. */
  liveChunks(): Set<number> {
    const live = new Set<number>();
    for (const file of this.files.values()) for (const [n] of file.chunks) live.add(n);
    return live;
  }

  #apply({ records, commit }: Transaction): void {
    for (const record of records) {
      if (record.t === "chunk") {
        this.chunkByKey.set(record.key, record.n);
        if (record.nVectors > 0) this.embedded.add(record.n);
        this.nextChunk = Math.max(this.nextChunk, record.n + 1);
      } else if (record.t === "file") {
        this.files.set(record.path, record);
        if (record.outline) this.outlines.set(outlineKey(record), record.outline);
      } else this.files.delete(record.path);
    }
    this.generation = commit.generation;
    this.complete = commit.complete;
  }
}
