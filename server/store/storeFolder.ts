import { promises as fs } from "node:fs";
import path from "node:path";
import { hashOf } from "../base/hash";
import type { RowPaths } from "../vectors/rowFiles";
import type { Root } from "../workspace/roots";
import type { PostingsPlace } from "./records";

/**
 * The folder of one root's index inside the store directory:
 *
 *   store.json               which of these are current; replaced atomically
 *   <epoch>/index-<n>.log    chunks, files, commits
 *   <epoch>/postings-<n>     posting lists and names of each transaction's chunks
 *   <epoch>/merged-<id>      those of the first transactions as one block
 *   <epoch>/vectors/         LanceDB, which owns the vectors
 *   <epoch>/sketches-<n>     these as they are searched: what is kept in memory of each,
 *   <epoch>/values-<n>       and its numbers, read where it is promising
 *
 * A rebuild writes a new epoch, upkeep a new log beside the old one, so readers never see half of anything.
 */
export function folderOf(storeDir: string, root: Root): string {
  const readable = path
    .basename(root.repoRoot)
    .replace(/[^\w.-]+/g, "_")
    .slice(0, 40);
  return path.join(storeDir, `${readable}-${hashOf(root.dir).slice(0, 12)}`);
}

export interface StoreHead {
  readonly epoch: string;
  readonly fingerprint: string;
  readonly dir: string; // The folder indexed, for `status` and for people.
  readonly name: string;
  /** Number of the current log; a log without what nobody needs any more takes the next. */
  readonly log: number;
  readonly merged: MergedPostings | null;
}

/** Postings of the log's first `nChunks` chunk records; those in `postings-<n>` before are not read. */
export interface MergedPostings {
  readonly file: string;
  readonly nChunks: number;
  readonly place: PostingsPlace;
}

type Current = Pick<StoreHead, "epoch" | "log">;
export const logPath = (folder: string, { epoch, log }: Current) =>
  path.join(folder, epoch, `index-${log}.log`);
export const postingsPath = (folder: string, { epoch, log }: Current) =>
  path.join(folder, epoch, `postings-${log}`);
export const rowPaths = (folder: string, { epoch, log }: Current): RowPaths => ({
  sketches: path.join(folder, epoch, `sketches-${log}`),
  values: path.join(folder, epoch, `values-${log}`),
});
export const vectorsPath = (folder: string, epoch: string) => path.join(folder, epoch, "vectors");

/** null where there is no store yet, or its head cannot be read: both mean "build one". */
export async function readHead(folder: string): Promise<StoreHead | null> {
  try {
    const head: unknown = JSON.parse(await fs.readFile(path.join(folder, "store.json"), "utf8"));
    return isHead(head) ? head : null;
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is StoreHead {
  const head = value as Partial<StoreHead> | null;
  return (
    typeof head?.epoch === "string" &&
    typeof head.fingerprint === "string" &&
    typeof head.dir === "string" &&
    typeof head.log === "number"
  );
}

/** Makes `head` the current one in one step, then deletes what it does not name. */
export async function replaceHead(folder: string, head: StoreHead): Promise<void> {
  const temporary = path.join(folder, `store.json.${process.pid}.tmp`);
  await fs.writeFile(temporary, JSON.stringify(head));
  await fs.rename(temporary, path.join(folder, "store.json"));
  await removeOthers(folder, (name) => /^epoch-/.test(name) && name !== head.epoch);
  const files = [logPath(folder, head), postingsPath(folder, head), ...Object.values(rowPaths(folder, head))];
  const current = [...files.map((file) => path.basename(file)), ...(head.merged ? [head.merged.file] : [])];
  await removeOthers(
    path.join(folder, head.epoch),
    (name) => /^(index|postings|merged|sketches|values)-/.test(name) && !current.includes(name),
  );
}

/** Best effort: what another process holds open stays until the next time. */
async function removeOthers(folder: string, isOther: (name: string) => boolean): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (isOther(name)) await fs.rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}
