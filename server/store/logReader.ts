import { promises as fs } from "node:fs";
import type { CommitRecord, LogRecord } from "./records";

/** All records of one commit, in order; the commit comes apart. */
export interface Transaction {
  readonly records: readonly Exclude<LogRecord, CommitRecord>[];
  readonly commit: CommitRecord;
}

// About 10 ms of parsing: nothing else waits longer than that.
const SLICE_BYTES = 1 << 20;

/**
 * Reads an index log from where it stopped last time. Bytes after the last commit are left for the next call:
 * they are a transaction under way, or what a killed writer left.
 */
export class LogReader {
  /** Offset just after the last commit that was handed out. */
  #offset = 0;
  constructor(private readonly file: string) {}

  get offset(): number {
    return this.#offset;
  }

  /** The transactions committed since the last call; a log that is not there has none. */
  async *read(signal?: AbortSignal): AsyncGenerator<Transaction> {
    const handle = await fs.open(this.file, "r").catch(() => null);
    if (!handle) return;
    try {
      yield* this.#readFrom(handle, signal);
    } finally {
      await handle.close();
    }
  }

  async *#readFrom(handle: fs.FileHandle, signal?: AbortSignal): AsyncGenerator<Transaction> {
    let carried = Buffer.alloc(0);
    let position = this.#offset;
    let records: Exclude<LogRecord, CommitRecord>[] = [];
    for (;;) {
      signal?.throwIfAborted();
      const slice = Buffer.allocUnsafe(SLICE_BYTES);
      const { bytesRead } = await handle.read(slice, 0, SLICE_BYTES, position);
      if (bytesRead === 0) return;
      const data = Buffer.concat([carried, slice.subarray(0, bytesRead)]);
      const dataStart = position - carried.length;
      position += bytesRead;
      let lineStart = 0;
      for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, lineStart)) {
        const record = parseRecord(data.toString("utf8", lineStart, end));
        lineStart = end + 1;
        if (record === null) return; // A torn line: the writer cuts it off before it writes again.
        if (record.t === "commit") {
          this.#offset = dataStart + lineStart;
          yield { records, commit: record };
          records = [];
        } else records.push(record);
      }
      carried = data.subarray(lineStart);
    }
  }
}

function parseRecord(line: string): LogRecord | null {
  try {
    return JSON.parse(line) as LogRecord;
  } catch {
    return null;
  }
}
