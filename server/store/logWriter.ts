import { promises as fs } from "node:fs";
import path from "node:path";
import type { LogRecord } from "./records";

/** Appends whole transactions to an index log. Invariant: the caller holds the store's writer lock. */
export class LogWriter {
  private constructor(private readonly handle: fs.FileHandle) {}

  /** Cuts off what follows the last commit (left by a killed writer) and goes on from there. */
  static async open(file: string, committedBytes: number): Promise<LogWriter> {
    await fs.mkdir(path.dirname(file), { recursive: true });
    const handle = await fs.open(file, "a");
    await handle.truncate(committedBytes);
    return new LogWriter(handle);
  }

  /** @param records end with their commit; on disk when this settles. @returns the bytes appended. */
  async append(records: readonly LogRecord[]): Promise<number> {
    const lines = Buffer.from(`${records.map((record) => JSON.stringify(record)).join("\n")}\n`);
    await this.handle.appendFile(lines);
    await this.handle.datasync();
    return lines.length;
  }

  /** Bytes of the log as it is on disk. */
  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
