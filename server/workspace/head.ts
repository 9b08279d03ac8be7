import { git } from "./git";
import type { Root } from "./roots";

export interface Head {
  /** Abbreviated; null outside git and before the first commit. */
  readonly commit: string | null;
  /** Files that differ from it. */
  readonly nChanged: number;
}

/** Where a repository stands; two short git calls. */
export async function headOf(root: Root, signal?: AbortSignal): Promise<Head> {
  if (root.kind !== "git") return { commit: null, nChanged: 0 };
  const [head, changed] = await Promise.all([
    git(root.dir, ["rev-parse", "--short=10", "HEAD"], signal),
    git(root.dir, ["status", "--porcelain", "--no-renames", "-z", "--", "."], signal),
  ]);
  return { commit: head?.trim() || null, nChanged: changed?.split("\0").filter(Boolean).length ?? 0 };
}
