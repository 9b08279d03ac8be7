import path from "node:path";
import type { FileRecord } from "../store/records";
import { includes } from "../workspace/include";
import type { Root } from "../workspace/roots";
import { sameStamp, stampOf } from "../workspace/sourceFile";
import { listFiles } from "../workspace/walk";

/** What differs between a root's files and its index. Paths are relative to the repository. */
export interface UpdatePlan {
  readonly changed: readonly string[]; // New, or with another stamp than recorded.
  readonly gone: readonly string[];
  readonly nListed: number;
}

const STAT_AT_ONCE = 64;

/** Compares every file's stamp (size, times, inode) with the recorded one; content is compared when it is read. */
export async function planUpdate(
  root: Root,
  known: ReadonlyMap<string, FileRecord>,
  signal?: AbortSignal,
): Promise<UpdatePlan> {
  const listed = await listFiles(root, signal);
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
  return { changed, gone: [...known.keys()].filter((file) => !present.has(file)), nListed: present.size };
}
