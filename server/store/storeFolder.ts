import { promises as fs } from "node:fs";
import path from "node:path";
import { hashOf } from "../base/hash";
import type { Root } from "../workspace/roots";

/**
 * The folder of one root's index inside the store directory:
 *
 *   store.json          which epoch is current; replaced atomically
 *   <epoch>/index.log   chunks, files, commits
 *   <epoch>/vectors/    LanceDB
 *
 * A rebuild writes a new epoch beside the old one, so readers never see half of anything.
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
}

export const logPath = (folder: string, epoch: string) => path.join(folder, epoch, "index.log");
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
    typeof head?.epoch === "string" && typeof head.fingerprint === "string" && typeof head.dir === "string"
  );
}

/** Makes `head` the current one in one step, then deletes the epochs before it. */
export async function replaceHead(folder: string, head: StoreHead): Promise<void> {
  const temporary = path.join(folder, `store.json.${process.pid}.tmp`);
  await fs.writeFile(temporary, JSON.stringify(head));
  await fs.rename(temporary, path.join(folder, "store.json"));
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const isOldEpoch = entry.isDirectory() && /^epoch-/.test(entry.name) && entry.name !== head.epoch;
    if (isOldEpoch) await fs.rm(path.join(folder, entry.name), { recursive: true, force: true });
  }
}
