import { promises as fs } from "node:fs";
import path from "node:path";
import type { RepoIndex } from "../store/repoIndex";
import { folderOf } from "../store/storeFolder";
import { headOf } from "../workspace/head";

/** What the index costs and rests on: read when somebody looks, not kept. */
export interface IndexDetails {
  /** Resident memory of this process. */
  readonly memoryBytes: number;
  /** Model whose vectors are searched. */
  readonly modelId: string;
  readonly repositories: readonly RepoDetails[];
}

export interface RepoDetails {
  readonly repo: string;
  /** Abbreviated; null outside git and before the first commit. */
  readonly commit: string | null;
  /** Files that differ from the commit. */
  readonly nChanged: number;
  /** Of its folder in the store, with what upkeep has not thrown away yet. */
  readonly diskBytes: number;
}

export async function detailsOf(
  repos: readonly RepoIndex[],
  { storeDir, modelId }: { readonly storeDir: string; readonly modelId: string },
  signal?: AbortSignal,
): Promise<IndexDetails> {
  const repositories = await Promise.all(
    repos.map(async ({ root }) => {
      const [head, diskBytes] = await Promise.all([headOf(root, signal), sizeOf(folderOf(storeDir, root))]);
      return { repo: root.name, ...head, diskBytes };
    }),
  );
  return { memoryBytes: process.memoryUsage.rss(), modelId, repositories };
}

/** Bytes of all files below; one that goes away meanwhile counts nothing. */
async function sizeOf(dir: string): Promise<number> {
  const names = await fs.readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile());
  const stats = await Promise.all(
    files.map((entry) => fs.stat(path.join(entry.parentPath, entry.name)).catch(() => null)),
  );
  return stats.reduce((total, stat) => total + (stat?.size ?? 0), 0);
}
