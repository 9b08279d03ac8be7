import { promises as fs } from "node:fs";
import type { Embedder } from "../embed/embedder";
import { fingerprintOf } from "../store/formatVersion";
import { LogWriter } from "../store/logWriter";
import { PostingsWriter } from "../store/postingsFile";
import { folderOf, logPath, postingsPath, readHead, rowPaths, vectorsPath } from "../store/storeFolder";
import { RowWriter } from "../vectors/rowFiles";
import type { VectorTable } from "../vectors/vectors";
import type { Root } from "../workspace/roots";
import { WriterState } from "./writerState";

export interface SessionParts {
  readonly storeDir: string;
  readonly embedder: Pick<Embedder, "modelId" | "dim">;
  readonly openVectors: (dir: string, dim: number) => Promise<VectorTable>;
}

/**
 * A store open for writing. It outlives an update, so that a saved file does not read the whole log again: whoever
 * takes the lock anew asks `isCurrent` first, for another process may have written in between.
 */
export class StoreSession {
  private constructor(
    readonly state: WriterState,
    readonly vectors: VectorTable,
    readonly rows: RowWriter,
    readonly log: LogWriter,
    readonly postings: PostingsWriter,
  ) {}

  /** Opens what is there and can be trusted; else begins a new epoch. Invariant: the caller holds the lock. */
  static async open(
    root: Root,
    parts: SessionParts,
    mode: "keep" | "rebuild",
    signal?: AbortSignal,
  ): Promise<StoreSession> {
    const fingerprint = fingerprintOf(parts.embedder.modelId);
    if (mode === "keep") {
      const state = await WriterState.open(parts.storeDir, root, fingerprint, signal);
      const session = await StoreSession.#over(state, parts).catch(() => null);
      if (session) return session;
      signal?.throwIfAborted();
    }
    const folder = folderOf(parts.storeDir, root);
    return StoreSession.#over(await WriterState.startEpoch(folder, root, fingerprint), parts);
  }

  /** @throws where a part is damaged beyond what can be redone from the files. */
  static async #over(state: WriterState, { embedder, openVectors }: SessionParts): Promise<StoreSession> {
    const { folder, head } = state;
    if (head.merged) await requireWhole(`${folder}/${head.epoch}/${head.merged.file}`, head.merged.place);
    const postings = await PostingsWriter.open(postingsPath(folder, head), state.postingBytes);
    const opened: { close(): Promise<void> }[] = [postings];
    try {
      const log = await LogWriter.open(logPath(folder, head), state.committedBytes);
      opened.push(log);
      const dir = vectorsPath(folder, head.epoch);
      const vectors = await openWhole(state, () => openVectors(dir, embedder.dim)).catch(async () => {
        await fs.rm(dir, { recursive: true, force: true }); // Only the vectors are made anew.
        return openWhole(state, () => openVectors(dir, embedder.dim));
      });
      opened.push({ close: async () => vectors.close() });
      const rows = await openRows(state, vectors, embedder.dim);
      return new StoreSession(state, vectors, rows, log, postings);
    } catch (error) {
      for (const file of opened) await file.close();
      throw error;
    }
  }

  async isCurrent(): Promise<boolean> {
    const { folder, head, committedBytes } = this.state;
    const now = await readHead(folder);
    if (JSON.stringify(now) !== JSON.stringify(head)) return false;
    const size = await fs.stat(logPath(folder, head)).then(
      (stats) => stats.size,
      () => -1,
    );
    return size === committedBytes;
  }

  async close(): Promise<void> {
    this.vectors.close();
    await this.rows.close();
    await this.log.close();
    await this.postings.close();
  }
}

async function requireWhole(
  file: string,
  [offset, nListBytes, nNameBytes]: readonly number[],
): Promise<void> {
  const { size } = await fs.stat(file);
  if (size !== offset! + nListBytes! + nNameBytes!) throw new Error("The posting lists are cut off.");
}

/** Opens the vectors, deletes rows no chunk has (left by a killed writer), and notes chunks that have lost theirs. */
async function openWhole(state: WriterState, open: () => Promise<VectorTable>): Promise<VectorTable> {
  const vectors = await open();
  const present = await vectors.listChunks();
  const leftOver = [...present].filter((n) => !state.embedded.has(n));
  if (leftOver.length > 0) await vectors.delete(leftOver);
  state.missingVectors.clear();
  for (const n of state.embedded) if (!present.has(n)) state.missingVectors.add(n);
  return vectors;
}

/** Opens the rows that are searched; where they are lost or cut off they are made anew of the table that owns them. */
async function openRows(state: WriterState, table: VectorTable, dim: number): Promise<RowWriter> {
  const paths = rowPaths(state.folder, state.head);
  try {
    return await RowWriter.open(paths, dim, state.nRows);
  } catch (error) {
    if (state.missingVectors.size > 0) throw error; // Neither is whole.
  }
  const anew = { sketches: `${paths.sketches}.tmp`, values: `${paths.values}.tmp` };
  for (const file of Object.values(anew)) await fs.rm(file, { force: true });
  const writer = await RowWriter.open(anew, dim, 0);
  try {
    for await (const rows of table.readAll()) await writer.append(rows);
  } finally {
    await writer.close();
  }
  for (const part of ["sketches", "values"] as const) await fs.rename(anew[part], paths[part]);
  return RowWriter.open(paths, dim, state.nRows);
}
