import { randomBytes } from "node:crypto";
import path from "node:path";
import { type MergePart, mergeBlocks } from "../lexical/buildBlock";
import { LogReader } from "../store/logReader";
import { LogWriter } from "../store/logWriter";
import { NameLists } from "../store/nameTable";
import { copyNames, PostingsWriter, readPostings, type StoredPostings } from "../store/postingsFile";
import type { ChunkRecord, LogRecord } from "../store/records";
import {
  logPath,
  type MergedPostings,
  postingsPath,
  replaceHead,
  rowPaths,
  type StoreHead,
} from "../store/storeFolder";
import type { StoreSession } from "./storeSession";
import type { WriterState } from "./writerState";

/** Transactions with chunks that are searched block by block before they are merged. */
const MAX_BLOCKS = 24;
/** A log of so many records for each live one is written anew; small ones are left alone. */
const MAX_RECORDS_PER_LIVE = 1.4;
const MIN_RECORDS = 300;
/** Dead chunks that are kept, those let go last, as a share of the live ones: branches visited lately. */
const KEPT_DEAD = 0.2;
/** Records a transaction of a log written anew. */
const BATCH_RECORDS = 2000;

/**
 * Upkeep of a store: merges posting blocks, and writes a log anew that holds too much of what no file has any more.
 * All of it goes beside what is there and counts when the head is replaced, so that being killed or failing is harmless.
 *
 * @returns whether the store's files are others now, so that whoever has them open must open them again.
 */
export async function keepUp(store: StoreSession): Promise<boolean> {
  const { state } = store;
  const live = state.liveChunks();
  const nNeeded = live.size + state.files.size;
  const isWasteful = state.nRecords > Math.max(MIN_RECORDS, MAX_RECORDS_PER_LIVE * nNeeded);
  if (!isWasteful && state.nPostings <= MAX_BLOCKS) return false;
  const kept = isWasteful ? keptChunks(state, live) : new Set(state.chunkByKey.values());
  const head = isWasteful ? await writeAnew(store, kept) : await merge(state, kept);
  await replaceHead(state.folder, head);
  const dropped = [...state.embedded].filter((n) => !kept.has(n));
  await store.vectors.delete(dropped); // Killed before: the next opening finds rows no chunk has.
  if (dropped.length > 0) await store.vectors.optimize();
  return true;
}

/** The live ones, and those that a way back would need: the branch left last, and others while they are few. */
function keptChunks(state: WriterState, live: ReadonlySet<number>): Set<number> {
  const { dead, nLast } = state.deadChunks(live);
  const nKept = Math.max(Math.min(nLast, live.size), Math.floor(KEPT_DEAD * live.size));
  return new Set([...live, ...dead.slice(0, nKept)]);
}

/** All postings as one block; the log stays. */
async function merge(state: WriterState, kept: ReadonlySet<number>): Promise<StoreHead> {
  return { ...state.head, merged: await writeMerged(state, kept) };
}

/** The next log: the kept chunks, then the files as they are. */
async function writeAnew({ state, rows }: StoreSession, kept: ReadonlySet<number>): Promise<StoreHead> {
  const { folder, head, generation, complete, nextChunk } = state;
  const merged = await writeMerged(state, kept);
  const next = { ...head, log: head.log + 1, merged };
  await (await PostingsWriter.open(postingsPath(folder, next), 0)).close();
  const nRows = await rows.copyTo(rowPaths(folder, next), (chunk) => kept.has(chunk));
  const log = await LogWriter.open(logPath(folder, next), 0);
  const commit = { t: "commit", generation, complete: false, nextChunk, postings: null, nRows } as const;
  try {
    let batch: LogRecord[] = [];
    const write = async (record: LogRecord) => {
      batch.push(record);
      if (batch.length < BATCH_RECORDS) return;
      await log.append([...batch, commit]);
      batch = [];
    };
    for await (const record of chunkRecords(state)) if (kept.has(record.n)) await write(record);
    for (const file of state.files.values()) await write(file);
    await log.append([...batch, { ...commit, complete }]);
  } finally {
    await log.close();
  }
  return next;
}

async function* chunkRecords({ folder, head }: WriterState): AsyncGenerator<ChunkRecord> {
  for await (const { records } of new LogReader(logPath(folder, head)).read())
    for (const record of records) if (record.t === "chunk") yield record;
}

/** Merges the postings of the kept chunks, in the order of their records. */
async function writeMerged(state: WriterState, kept: ReadonlySet<number>): Promise<MergedPostings> {
  const parts: MergePart[] = [];
  const names = new NameLists();
  let nChunks = 0;
  for await (const { numbers, postings } of storedParts(state)) {
    const docs = Int32Array.from(numbers, (n) => (kept.has(n) ? nChunks++ : -1));
    parts.push({ block: postings.lists, docs });
    copyNames(postings.names, names, (chunk) => docs[chunk]! >= 0);
  }
  const file = `merged-${randomBytes(6).toString("hex")}`;
  const writer = await PostingsWriter.open(path.join(state.folder, state.head.epoch, file), 0);
  try {
    return { file, nChunks, place: await writer.append(mergeBlocks(parts, nChunks), names.finish()) };
  } finally {
    await writer.close();
  }
}

/** The blocks of a store with the chunk numbers of each, in the order of the log. */
async function* storedParts({
  folder,
  head,
}: WriterState): AsyncGenerator<{ numbers: number[]; postings: StoredPostings }> {
  const nMerged = head.merged?.nChunks ?? 0;
  let inMerged: number[] = [];
  for await (const { records, commit } of new LogReader(logPath(folder, head)).read()) {
    const numbers = records.flatMap((record) => (record.t === "chunk" ? [record.n] : []));
    if (inMerged.length < nMerged) {
      inMerged = inMerged.concat(numbers);
      if (inMerged.length < nMerged || !head.merged) continue;
      const file = path.join(folder, head.epoch, head.merged.file);
      yield { numbers: inMerged, postings: await readPostings(file, head.merged.place) };
    } else if (commit.postings) {
      yield { numbers, postings: await readPostings(postingsPath(folder, head), commit.postings) };
    }
  }
}
