import path from "node:path";
import PQueue from "p-queue";
import { batches } from "../base/batches";
import { messageOf } from "../base/errors";
import type { Chunker } from "../chunk/chunkFile";
import type { FileRecord } from "../store/records";
import { includes } from "../workspace/include";
import type { Root } from "../workspace/roots";
import { type ReadResult, readSource, type SourceFile } from "../workspace/sourceFile";
import type { BatchWriter } from "./batchWriter";
import type { FileInHand } from "./fileInHand";
import type { UpdateOptions } from "./indexer";
import { type CutFile, cutFile } from "./indexFile";
import type { UpdatePlan } from "./planUpdate";
import type { WriterState } from "./writerState";

export interface RunParts {
  readonly chunker: Chunker;
  readonly languageOf: (path: string, text: string) => string;
  readonly state: WriterState;
  readonly writer: BatchWriter;
  readonly inHand: FileInHand;
}

/** Files read ahead while one is parsed. */
const READ_AT_ONCE = 8;
const READ_AHEAD = 32;

/** Carries one plan out: reads, cuts and hands on what changed, a batch at a time. */
export class UpdateRun {
  readonly #reading = new PQueue({ concurrency: READ_AT_ONCE });
  /** Files to be cut though nothing in them changed. */
  #missing: ReadonlySet<string> = new Set();

  constructor(
    private readonly root: Root,
    private readonly parts: RunParts,
    private readonly options: UpdateOptions,
  ) {}

  /** Commits every full batch, and the rest as the end of the update. */
  async write(plan: UpdatePlan): Promise<void> {
    const { writer } = this.parts;
    const { onProgress, signal } = this.options;
    this.#missing = this.parts.state.filesMissingVectors();
    const total = plan.changed.length;
    let done = 0;
    const report = () => onProgress?.({ repo: this.root.name, done, total, nChunks: writer.nEmbedded });
    for (const gone of plan.gone) writer.putGone(gone);
    report();
    for (const some of batches(plan.changed, READ_AHEAD)) {
      const read = await Promise.all(some.map((file) => this.#read(file)));
      for (const [idx, file] of some.entries()) {
        signal?.throwIfAborted();
        await this.#put(file, read[idx]!);
        done++;
        if (writer.isFull) await writer.flush(false, signal);
      }
      report();
    }
    await writer.flush(true, signal);
  }

  #read(file: string): Promise<ReadResult> {
    const absolute = path.join(this.root.repoRoot, file);
    return this.#reading.add(() => readSource(absolute, this.#isForced(file) ? "forced" : "by rule"));
  }

  async #put(file: string, read: ReadResult): Promise<void> {
    const { state, writer } = this.parts;
    const known = state.files.get(file);
    const forced = this.#isForced(file);
    if (read.kind === "skipped") writer.putExcluded(file, read.stamp, read.exclusion, forced);
    else if (read.kind === "text") {
      const source = this.#sourceOf(file, read);
      if (isSameContent(known, source) && !this.#missing.has(file)) writer.restamp(known, read.stamp, forced);
      else writer.putFile(source, read.stamp, await this.#cut(source), forced);
    } else if (known) writer.putGone(file);
  }

  #sourceOf(file: string, { text, hash }: { readonly text: string; readonly hash: string }): SourceFile {
    return { path: file, language: this.parts.languageOf(file, text), text, hash };
  }

  /** Invariant: one bad file never stops a run. */
  async #cut(source: SourceFile): Promise<CutFile> {
    const { signal } = this.options;
    const { chunker, inHand } = this.parts;
    const against = inHand.reasonAgainst(source.hash);
    if (against) {
      const byLines = await cutFile(chunker, { ...source, language: "text" }, signal);
      return { ...byLines, problem: against };
    }
    const cut = () => cutFile(chunker, source, signal);
    return inHand.during(source.hash, cut).catch((error: unknown) => {
      signal?.throwIfAborted();
      return { chunks: [], cut: "lines", flags: [], problem: `could not be cut: ${messageOf(error)}` };
    });
  }

  #isForced(file: string): boolean {
    return includes(this.root, file);
  }
}

function isSameContent(known: FileRecord | undefined, source: SourceFile): known is FileRecord {
  return known?.hash === source.hash && known.language === source.language && known.exclusion === null;
}
