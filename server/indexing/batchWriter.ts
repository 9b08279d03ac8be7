import type { Embedder } from "../embed/embedder";
import { PostingBlockBuilder } from "../lexical/buildBlock";
import { slotsOf } from "../lexical/impact";
import { NameLists } from "../store/nameTable";
import type { ChunkRecord, CommitRecord, FileRecord, LogRecord } from "../store/records";
import type { VectorRow } from "../vectors/vectors";
import type { Exclusion } from "../workspace/fileRules";
import type { FileStamp, SourceFile } from "../workspace/sourceFile";
import { type ChunkForms, type CutFile, formsOf, type KeyedChunk } from "./indexFile";
import { Outlines } from "./outlines";
import type { StoreSession } from "./storeSession";

/** About a second of work: what a kill loses at the most. */
const BATCH_CHUNKS = 512;
const BATCH_RECORDS = 2000;

interface NewChunk extends Pick<ChunkForms, "terms" | "names" | "texts"> {
  readonly record: Omit<ChunkRecord, "nVectors">;
}

/**
 * Collects what changed and writes it a batch at a time: vectors, then postings, then one log transaction whose
 * commit makes it visible. Killed in between, the log does not list the chunks and the next update redoes them.
 */
export class BatchWriter {
  #newChunks: NewChunk[] = [];
  /** Known chunks whose vectors were lost. */
  readonly #lost = new Map<number, readonly string[]>();
  #records: (FileRecord | Extract<LogRecord, { t: "gone" }>)[] = [];
  readonly #outlines: Outlines;
  nEmbedded = 0;

  constructor(
    private readonly store: StoreSession,
    private readonly embedder: Embedder,
  ) {
    this.#outlines = new Outlines(embedder, store.state.outlines);
  }

  get isFull(): boolean {
    return this.#newChunks.length + this.#lost.size >= BATCH_CHUNKS || this.#records.length >= BATCH_RECORDS;
  }

  putFile(file: SourceFile, stamp: FileStamp, cut: CutFile, forced: boolean): void {
    const chunks = cut.chunks.map((keyed): FileRecord["chunks"][number] => [
      this.#numberOf(file, keyed),
      keyed.chunk.startLine,
      keyed.chunk.endLine,
    ]);
    const { path, language, hash } = file;
    const nLines = cut.chunks.at(-1)?.chunk.endLine ?? 0;
    const { flags, problem } = cut;
    const common = { t: "file", path, language, hash, stamp, nLines, chunks, forced } as const;
    this.#outlines.want(
      file,
      cut.chunks.map(({ chunk }) => chunk),
    );
    this.#record({ ...common, outline: "", flags, exclusion: null, cut: cut.cut, problem });
  }

  /** The content is as recorded, only the file's times or place on disk are new. */
  restamp(record: FileRecord, stamp: FileStamp, forced: boolean): void {
    this.#record({ ...record, stamp, forced });
  }

  putExcluded(path: string, stamp: FileStamp, exclusion: Exclusion, forced: boolean): void {
    const empty = {
      language: "",
      hash: "",
      nLines: 0,
      chunks: [],
      outline: "",
      flags: [],
      cut: "lines",
      problem: null,
    } as const;
    this.#record({ t: "file", path, stamp, exclusion, forced, ...empty });
  }

  putGone(path: string): void {
    this.#records.push({ t: "gone", path });
    this.store.state.removeFile(path);
  }

  /** @param complete whether this ends a whole update. */
  async flush(complete: boolean, signal?: AbortSignal): Promise<void> {
    const { state, log } = this.store;
    await this.#embedLost(signal);
    if (this.#records.length === 0 && state.complete === complete) return;
    const chunkRecords = await this.#embedNew(signal);
    const fileRecords = await this.#withOutlines(signal);
    const postings = await this.#writePostings();
    const { generation, nextChunk } = state;
    const { nRows } = this.store.rows;
    const commit: CommitRecord = {
      t: "commit",
      generation: generation + 1,
      complete,
      nextChunk,
      postings,
      nRows,
    };
    state.committedBytes += await log.append([...chunkRecords, ...fileRecords, commit]);
    state.noteCommit(commit, chunkRecords.length + fileRecords.length);
    for (const { n, nVectors } of chunkRecords) if (nVectors > 0) state.embedded.add(n);
    this.#newChunks = [];
    this.#records = [];
  }

  async #embedNew(signal?: AbortSignal): Promise<ChunkRecord[]> {
    const { counts, rows } = await this.#embed(
      this.#newChunks.map(({ record, texts }) => [record.n, texts]),
      signal,
    );
    await Promise.all([this.store.vectors.add(rows), this.store.rows.append(rows)]);
    return this.#newChunks.map(({ record }, idx) => ({ ...record, nVectors: counts[idx]! }));
  }

  async #embedLost(signal?: AbortSignal): Promise<void> {
    const { rows } = await this.#embed([...this.#lost], signal);
    await this.store.vectors.add(rows); // The table lost them; the rows that are searched are whole.
    for (const n of this.#lost.keys()) this.store.state.missingVectors.delete(n);
    this.#lost.clear();
  }

  /** Embeds the texts of some chunks. @returns their vectors, and how many each has. */
  async #embed(
    chunks: readonly (readonly [n: number, texts: readonly string[]])[],
    signal?: AbortSignal,
  ): Promise<{ counts: number[]; rows: VectorRow[] }> {
    const texts = chunks.flatMap(([, own]) => own);
    const embedded = texts.length > 0 ? await this.embedder.embed(texts, "code", signal) : [];
    const rows: VectorRow[] = [];
    let at = 0;
    const counts = chunks.map(([n, own]) => {
      const vectors = embedded.slice(at, at + own.length).filter((vector) => vector.some((x) => x !== 0));
      at += own.length;
      for (const vector of vectors) rows.push({ chunk: n, vector });
      return vectors.length;
    });
    this.nEmbedded += chunks.length;
    return { counts, rows };
  }

  async #writePostings(): Promise<CommitRecord["postings"]> {
    if (this.#newChunks.length === 0) return null;
    const lists = new PostingBlockBuilder();
    const names = new NameLists();
    for (const [doc, chunk] of this.#newChunks.entries()) {
      for (const [term, slot] of slotsOf(chunk.terms)) lists.put(doc, term, slot);
      names.put(chunk.names);
    }
    return this.store.postings.append(lists.finish(this.#newChunks.length), names.finish());
  }

  async #withOutlines(signal?: AbortSignal): Promise<LogRecord[]> {
    await this.#outlines.embedWanted(signal);
    return this.#records.map((record) =>
      record.t === "file" ? { ...record, outline: this.#outlines.of(record) } : record,
    );
  }

  #numberOf(file: SourceFile, keyed: KeyedChunk): number {
    const { state } = this.store;
    const known = state.chunkByKey.get(keyed.key);
    if (known !== undefined) {
      if (state.missingVectors.has(known)) this.#lost.set(known, formsOf(file, keyed).texts);
      return known;
    }
    const n = state.nextChunk++;
    const { record, terms, names, texts } = formsOf(file, keyed);
    state.chunkByKey.set(keyed.key, n);
    this.#newChunks.push({ record: { ...record, n }, terms, names, texts });
    return n;
  }

  #record(record: FileRecord): void {
    this.#records.push(record);
    this.store.state.placeFile(record);
  }
}
