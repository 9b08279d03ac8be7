import { promises as fs } from "node:fs";
import path from "node:path";
import { LogReader } from "./logReader";
import type { FileRecord } from "./records";
import { logPath, readHead } from "./storeFolder";

/** One repository's index as its store holds it. */
export interface StoredIndex {
  readonly repo: string;
  readonly dir: string;
  /** `partial`: an update was cut off; what is there is searchable. `empty`: nothing was committed. */
  readonly state: "ready" | "partial" | "empty";
  readonly generation: number;
  readonly files: number;
  readonly skipped: number; // Files left out, each with its reason in the log.
  readonly chunks: number;
  readonly bytes: number; // On disk.
}

/** Every index in a store directory, by reading its log; a missing directory holds none. */
export async function listStores(storeDir: string): Promise<StoredIndex[]> {
  const entries = await fs.readdir(storeDir, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(storeDir, entry.name));
  const stored = await Promise.all(folders.map(readStored));
  return stored.filter((one) => one !== null).sort((a, b) => a.dir.localeCompare(b.dir));
}

async function readStored(folder: string): Promise<StoredIndex | null> {
  const head = await readHead(folder);
  if (!head) return null;
  const files = new Map<string, FileRecord>();
  let generation = 0;
  let complete = false;
  for await (const { records, commit } of new LogReader(logPath(folder, head)).read()) {
    for (const record of records) {
      if (record.t === "file") files.set(record.path, record);
      else if (record.t === "gone") files.delete(record.path);
    }
    ({ generation, complete } = commit);
  }
  const all = [...files.values()];
  return {
    repo: head.name,
    dir: head.dir,
    state: generation === 0 ? "empty" : complete ? "ready" : "partial",
    generation,
    files: all.filter((file) => file.chunks.length > 0).length,
    skipped: all.filter((file) => file.exclusion).length,
    chunks: all.reduce((total, file) => total + file.chunks.length, 0),
    bytes: await sizeOf(folder),
  };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await fs.readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      fs.stat(path.join(entry.parentPath, entry.name)).then(
        (stats) => stats.size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
