import type { Contract, SearchedRepo } from "../answer/contract";
import type { RepoIndex } from "../store/repoIndex";
import { git } from "../workspace/git";
import type { RepoCoverage } from "./coverage";

/** What stands under an answer; two short git calls a repository. */
export async function contractOf(
  repos: readonly RepoIndex[],
  live: Pick<Contract, "nUnsaved" | "nStillIndexing">,
  signal?: AbortSignal,
): Promise<Contract> {
  const excluded = repos.flatMap((repo) =>
    [...repo.files.values()].flatMap(({ exclusion }) => exclusion ?? []),
  );
  return {
    ...live,
    repos: await Promise.all(repos.map((repo) => searchedRepo(repo, signal))),
    notSearched: countedByReason(excluded),
  };
}

async function searchedRepo({ root }: RepoIndex, signal?: AbortSignal): Promise<SearchedRepo> {
  if (root.kind !== "git") return { repo: root.name, commit: null, nChanged: 0 };
  const [head, changed] = await Promise.all([
    git(root.dir, ["rev-parse", "--short=10", "HEAD"], signal),
    git(root.dir, ["status", "--porcelain", "--no-renames", "-z", "--", "."], signal),
  ]);
  const commit = head?.trim() || null;
  return { repo: root.name, commit, nChanged: changed?.split("\0").filter(Boolean).length ?? 0 };
}

/** What a refusal says was left out: `14 ignored`, `2 larger than 1 MiB`. */
export function excludedWords(coverage: readonly RepoCoverage[]): string[] {
  return countedByReason(
    coverage.flatMap(({ excluded }) =>
      excluded.map(({ rule, reason }) => ({ reason: rule === "ignored" ? "ignored" : reason })),
    ),
  );
}

function countedByReason(excluded: readonly { readonly reason: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of excluded) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(
      ([reason, n]) =>
        `${n.toLocaleString("en-US")} ${n === 1 ? "file or folder" : "files or folders"} (${reason})`,
    );
}
