import { promises as fs, type Stats } from "node:fs";
import { hashOf } from "../base/hash";
import { decodeText } from "./decode";
import { type Exclusion, exclusionOf } from "./fileRules";

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
  | { readonly kind: "skipped"; readonly exclusion: Exclusion; readonly stamp: FileStamp }
  | { readonly kind: "missing" };

/** The stamp of a plain file; null for a link, a folder or nothing at all. */
export async function stampOf(file: string): Promise<FileStamp | null> {
  const stats = await fs.lstat(file).catch(() => null);
  return stats?.isFile() ? stampFrom(stats) : null;
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.every((value, idx) => value === b[idx]);
}

/**
 * Reads one file for indexing; what is left out comes back with its rule and reason, never as an error.
 *
 * @param forced the user asked for this file by a pattern: size and kind do not matter.
 */
export async function readSource(
  file: string,
  forced: "forced" | "by rule" = "by rule",
): Promise<ReadResult> {
  const stats = await fs.lstat(file).catch(() => null);
  if (!stats?.isFile()) return { kind: "missing" };
  const stamp = stampFrom(stats);
  const exclusion = exclusionOf(file, stats.size, forced);
  if (exclusion) return { kind: "skipped", exclusion, stamp };
  try {
    const bytes = await fs.readFile(file);
    const text = decodeText(bytes);
    if (text === null) return skipped("binary", "binary", stamp);
    return { kind: "text", text, hash: hashOf(bytes), stamp };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" ? { kind: "missing" } : skipped("unreadable", `cannot be read: ${code}`, stamp);
  }
}

function skipped(rule: Exclusion["rule"], reason: string, stamp: FileStamp): ReadResult {
  return { kind: "skipped", exclusion: { rule, reason }, stamp };
}

function stampFrom(stats: Stats): FileStamp {
  return [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
}
