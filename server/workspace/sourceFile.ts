import { promises as fs, type Stats } from "node:fs";
import path from "node:path";
import { hashOf } from "../base/hash";
import { decodeText } from "./decode";

/** A text file as the index sees it. */
export interface SourceFile {
  /** Relative to its repository's root, `/`-separated. */
  readonly path: string;
  /** Language name as in `grammars/<language>/language.json`, else the file's extension or "text". */
  readonly language: string;
  /** Decoded text without byte order mark; line ends as they are. */
  readonly text: string;
  /** Hash of the file's bytes. */
  readonly hash: string;
}

/** What changes when a file is written or replaced, whatever its modification time says (case F5). */
export type FileStamp = readonly [sizeBytes: number, mtimeMs: number, ctimeMs: number, inode: number];

export type ReadResult =
  | { readonly kind: "text"; readonly text: string; readonly hash: string; readonly stamp: FileStamp }
  | { readonly kind: "skipped"; readonly reason: string; readonly stamp: FileStamp }
  | { readonly kind: "missing" };

/** Code beyond this is generated or data; nobody reads it line by line. */
const MAX_FILE_BYTES = 1 << 20;
/** Data beyond this fills the index with what no question is about (botocore: 150 MB of service models). */
const MAX_DATA_BYTES = 64 << 10;
const DATA_EXTENSIONS = new Set([
  ...[".json", ".jsonl", ".geojson", ".ipynb", ".csv", ".tsv", ".svg", ".xml", ".lock", ".map", ".snap"],
  ...[".po", ".pot", ".plist", ".har", ".log", ".txt", ".yaml", ".yml", ".sum", ".resx", ".xlf", ".pem"],
]);

/** The stamp of a plain file; null for a link, a folder or nothing at all. */
export async function stampOf(file: string): Promise<FileStamp | null> {
  const stats = await fs.lstat(file).catch(() => null);
  return stats?.isFile() ? stampFrom(stats) : null;
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.every((value, idx) => value === b[idx]);
}

/** Reads one file for indexing; what is left out comes back with its reason, never as an error. */
export async function readSource(file: string): Promise<ReadResult> {
  const stats = await fs.lstat(file).catch(() => null);
  if (!stats?.isFile()) return { kind: "missing" };
  const stamp = stampFrom(stats);
  const tooBig = sizeReason(file, stats.size);
  if (tooBig) return { kind: "skipped", reason: tooBig, stamp };
  try {
    const bytes = await fs.readFile(file);
    const text = decodeText(bytes);
    if (text === null) return { kind: "skipped", reason: "binary", stamp };
    return { kind: "text", text, hash: hashOf(bytes), stamp };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT"
      ? { kind: "missing" }
      : { kind: "skipped", reason: `unreadable (${code})`, stamp };
  }
}

function sizeReason(file: string, sizeBytes: number): string | null {
  if (sizeBytes > MAX_FILE_BYTES) return "larger than 1 MiB";
  const isData = DATA_EXTENSIONS.has(path.extname(file).toLowerCase());
  return isData && sizeBytes > MAX_DATA_BYTES ? "data file larger than 64 KiB" : null;
}

function stampFrom(stats: Stats): FileStamp {
  return [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
}
