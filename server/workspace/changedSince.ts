import { git } from "./git";
import type { Root } from "./roots";

/**
 * Files of a root that differ from a commit: committed since, changed on disk, or new and not ignored. Paths are relative
 * to the repository.
 *
 * @param ref whatever git takes for a commit: `main`, `HEAD~3`, `v1.2`.
 * @returns null where the repository has no such commit, or is none.
 */
export async function changedSince(
  { repoRoot }: Root,
  ref: string,
  signal?: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const named = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const commit = (await git(repoRoot, named, signal))?.trim();
  if (!commit) return null;
  const [changed, added] = await Promise.all([
    git(repoRoot, ["diff", "--name-only", "--no-renames", "-z", commit], signal),
    git(repoRoot, ["ls-files", "--others", "--exclude-standard", "-z"], signal),
  ]);
  return new Set(`${changed ?? ""}${added ?? ""}`.split("\0").filter(Boolean));
}
