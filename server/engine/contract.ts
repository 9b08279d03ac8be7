import type { Contract } from "../answer/contract";
import type { RepoIndex } from "../store/repoIndex";
import { headOf } from "../workspace/head";
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
    repos: await Promise.all(
      repos.map(async ({ root }) => ({ repo: root.name, ...(await headOf(root, signal)) })),
    ),
    notSearched: countedByReason(excluded),
  };
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
