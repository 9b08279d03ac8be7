import path from "node:path";
import type { FileRecord } from "../store/records";
import { includes } from "../workspace/include";
import type { Root } from "../workspace/roots";
import { sameStamp, stampOf } from "../workspace/sourceFile";
import { listFiles } from "../workspace/walk";
import type { WriterState } from "./writerState";

/** What differs between a root's files and its index. Paths are relative to the repository. */
export interface UpdatePlan {
  readonly changed: readonly string[]; // New, or with another stamp than recorded.
  readonly gone: readonly string[];
  readonly nListed: number;
}

type KnownFiles = ReadonlyMap<string, FileRecord>;

const STAT_AT_ONCE = 64;

/** Compares every file's stamp (size, times, inode) with the recorded one; content is compared when it is read. */
export async function planUpdate(root: Root, state: WriterState, signal?: AbortSignal): Promise<UpdatePlan> {
  const { changed, present } = await compare(root, state.files, await listFiles(root, signal), signal);
  const missing = [...state.filesMissingVectors()].filter((file) => present.has(file));
  return {
    changed: [...new Set([...changed, ...missing])],
    gone: [...state.files.keys()].filter((file) => !present.has(file)),
    nListed: present.size,
  };
}

/** The same where only some files can have changed: costs what they cost, not what the root does. */
export async function planPaths(
  root: Root,
  known: KnownFiles,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<UpdatePlan> {
  const files = withFilesBelow(known, paths);
  // A path that is not known may be ignored, or a folder: the list says.
  const unknown = paths.filter((file) => !known.has(file)).map((file) => file.slice(root.prefix.length));
  const found = unknown.length > 0 ? await listFiles(root, signal, unknown) : [];
  const { changed, present } = await compare(root, known, [...new Set([...files, ...found])], signal);
  const gone = files.filter((file) => !present.has(file));
  const nNew = changed.filter((file) => !known.has(file)).length;
  return { changed, gone, nListed: known.size - gone.length + nNew };
}

/** The known files among the paths, and those below them: a folder that was moved away names only itself. */
function withFilesBelow(known: KnownFiles, paths: readonly string[]): string[] {
  const files = paths.filter((file) => known.has(file));
  const folders = paths.filter((file) => !known.has(file)).map((file) => `${file}/`);
  if (folders.length > 0) {
    for (const file of known.keys()) if (folders.some((folder) => file.startsWith(folder))) files.push(file);
  }
  return [...new Set(files)];
}

async function compare(root: Root, known: KnownFiles, listed: readonly string[], signal?: AbortSignal) {
  const changed: string[] = [];
  const present = new Set<string>();
  for (let at = 0; at < listed.length; at += STAT_AT_ONCE) {
    signal?.throwIfAborted();
    const some = listed.slice(at, at + STAT_AT_ONCE);
    const stamps = await Promise.all(some.map((file) => stampOf(path.join(root.repoRoot, file))));
    some.forEach((file, idx) => {
      const stamp = stamps[idx];
      if (!stamp) return; // A link, a folder, or deleted but still tracked.
      present.add(file);
      const record = known.get(file);
      const asked = includes(root, file);
      if (!record || record.forced !== asked || !sameStamp(record.stamp, stamp)) changed.push(file);
    });
  }
  return { changed, present };
}
