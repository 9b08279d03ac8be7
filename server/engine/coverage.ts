import type { RepoIndex } from "../store/repoIndex";
import type { ExclusionRule } from "../workspace/fileRules";
import { listIgnored } from "../workspace/walk";

/** What a search of a repository does not see, or sees only by lines. Nothing is left out silently. */
export interface RepoCoverage {
  readonly repo: string;
  readonly dir: string;
  /** Files cut at their syntax, and files cut by lines. */
  readonly nSyntax: number;
  readonly nLines: number;
  readonly byLines: readonly { readonly path: string; readonly reason: string }[];
  readonly excluded: readonly ExcludedFile[];
}

export interface ExcludedFile {
  readonly path: string; // A folder ends in `/` and stands for everything below it.
  readonly rule: ExclusionRule;
  readonly reason: string;
}

export async function coverageOf(repo: RepoIndex, signal?: AbortSignal): Promise<RepoCoverage> {
  const files = [...repo.files.values()];
  const searched = files.filter((file) => file.exclusion === null);
  const byLines = searched.filter((file) => file.cut === "lines");
  const excluded = files.flatMap(({ path, exclusion }) => (exclusion ? [{ path, ...exclusion }] : []));
  const ignored = (await listIgnored(repo.root, signal)).map(({ path, rule }): ExcludedFile => {
    return { path, rule: "ignored", reason: rule };
  });
  return {
    repo: repo.root.name,
    dir: repo.root.dir,
    nSyntax: searched.length - byLines.length,
    nLines: byLines.length,
    byLines: byLines.map(({ path, problem, language }) => ({
      path,
      reason: problem ?? `no grammar for ${language}`,
    })),
    excluded: [...excluded, ...ignored].sort((a, b) => a.path.localeCompare(b.path)),
  };
}
