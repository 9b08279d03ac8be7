import type { Embedder } from "../embed/embedder";
import type { LogWriter } from "../store/logWriter";
import type { ChunkRecord, FileRecord, LogRecord } from "../store/records";
import type { VectorRow, Vectors } from "../vectors/vectors";
import type { Exclusion } from "../workspace/fileRules";
import type { FileStamp, SourceFile } from "../workspace/sourceFile";
import { type CutFile, formsOf, type KeyedChunk } from "./indexFile";
import { Outlines } from "./outlines";
import type { WriterState } from "./writerState";

/** About a second of work: what a kill loses at the most. */
const BATCH_CHUNKS = 768;
const BATCH_RECORDS = 2000;

interface NewChunk {
  readonly record: Omit<ChunkRecord, "nVectors">;
  readonly texts: readonly string[];
}

/**
 * Collects what changed and writes it a batch at a time: vectors first, then one log transaction whose commit
 * makes it visible. Killed in between, the log does not list the chunks and the next update redoes them.
 */
export class BatchWriter {
  #newChunks: NewChunk[] = [];
  #records: (FileRecord | Extract<LogRecord, { t: "gone" }>)[] = [];
  readonly #outlines: Outlines;
  nEmbedded = 0;

  constructor(
    private readonly state: WriterState,
    private readonly log: LogWriter,
    private readonly vectors: Vectors,
    private readonly embedder: Embedder,
  ) {
    this.#outlines = new Outlines(embedder, state.outlines);
  }

  get isFull(): boolean {
    return this.#newChunks.length >= BATCH_CHUNKS || this.#records.length >= BATCH_RECORDS;
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
    this.state.files.delete(path);
  }

  /** @param complete whether this ends a whole update. */
  async flush(complete: boolean, signal?: AbortSignal): Promise<void> {
    if (this.#records.length === 0 && this.state.complete === complete) return;
    const chunkRecords = await this.#embedNew(signal);
    const fileRecords = await this.#withOutlines(signal);
    const commit = { t: "commit", generation: this.state.generation + 1, complete } as const;
    await this.log.append([...chunkRecords, ...fileRecords, commit]);
    this.state.generation = commit.generation;
    this.state.complete = complete;
    this.#newChunks = [];
    this.#records = [];
  }

  async #embedNew(signal?: AbortSignal): Promise<ChunkRecord[]> {
    const texts = this.#newChunks.flatMap((chunk) => chunk.texts);
    const embedded = texts.length > 0 ? await this.embedder.embed(texts, "code", signal) : [];
    const rows: VectorRow[] = [];
    let at = 0;
    const records = this.#newChunks.map(({ record, texts: own }) => {
      const vectors = embedded.slice(at, at + own.length).filter((vector) => vector.some((x) => x !== 0));
      at += own.length;
      for (const vector of vectors) rows.push({ chunk: record.n, vector });
      return { ...record, nVectors: vectors.length };
    });
    if (rows.length > 0) await this.vectors.add(rows);
    this.nEmbedded += records.length;
    return records;
  }

  async #withOutlines(signal?: AbortSignal): Promise<LogRecord[]> {
    await this.#outlines.embedWanted(signal);
    return this.#records.map((record) =>
      record.t === "file" ? { ...record, outline: this.#outlines.of(record) } : record,
    );
  }

  #numberOf(file: SourceFile, keyed: KeyedChunk): number {
    const known = this.state.chunkByKey.get(keyed.key);
    if (known !== undefined) return known;
    const n = this.state.nextChunk++;
    const { record, texts } = formsOf(file, keyed);
    this.state.chunkByKey.set(keyed.key, n);
    this.#newChunks.push({ record: { ...record, n }, texts });
    return n;
  }

  #record(record: FileRecord): void {
    this.#records.push(record);
    this.state.files.set(record.path, record);
  }
}
