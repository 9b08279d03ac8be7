import { EngineError } from "../base/errors";
import { CHUNK_KINDS } from "../chunk/chunk";
import type { Catalog, IndexedChunk } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import { changedSince } from "../workspace/changedSince";
import { matchesGlob } from "../workspace/include";

/** Restricts a search; an absent or empty list does not restrict. */
export interface Filter {
  readonly repos?: readonly string[];
  readonly languages?: readonly string[];
  readonly kinds?: readonly string[];
  readonly paths?: readonly string[]; // Globs over repository-relative paths; a folder means all below it.
  /** Only files that differ from this commit: `main`, `HEAD~3`, `v1.2`. */
  readonly changedSince?: string;
}

/** Files that pass `changedSince`, by repository; a repository that is missing has none. */
export type ChangedFiles = ReadonlyMap<RepoIndex, ReadonlySet<string>>;

/** @throws EngineError "bad-query" where no repository has such a commit. */
export async function findChanged(
  ref: string,
  open: readonly RepoIndex[],
  signal?: AbortSignal,
): Promise<ChangedFiles> {
  const found = await Promise.all(
    open.map(async (repo) => [repo, await changedSince(repo.root, ref, signal)] as const),
  );
  const known = found.filter((entry): entry is [RepoIndex, ReadonlySet<string>] => entry[1] !== null);
  if (known.length > 0) return new Map(known);
  throw new EngineError("bad-query", `No open repository has a commit called "${ref}".`);
}

/** A filter checked against what is open. */
export interface CompiledFilter {
  readonly repos: readonly RepoIndex[];
  /** null where nothing but the repository restricts. */
  readonly accepts: ((chunk: IndexedChunk) => boolean) | null;
}

/**
 * @param changed what `findChanged` says of `filter.changedSince`.
 * @throws EngineError "bad-query" for a value that names nothing there is, with those that exist.
 */
export function compileFilter(
  filter: Filter,
  open: readonly RepoIndex[],
  changed?: ChangedFiles,
): CompiledFilter {
  const names = open.map((repo) => repo.root.name);
  requireKnown("repository", filter.repos, names);
  requireKnown("kind", filter.kinds, CHUNK_KINDS);
  requireKnown("language", filter.languages, languagesIn(open));
  const repos = filter.repos?.length ? open.filter((repo) => filter.repos?.includes(repo.root.name)) : open;
  const tests = [
    filter.kinds?.length ? (chunk: IndexedChunk) => filter.kinds!.includes(chunk.kind) : null,
    filter.languages?.length
      ? (chunk: IndexedChunk) => filter.languages!.includes(chunk.place?.file.language ?? "")
      : null,
    filter.paths?.length ? pathTest(filter.paths) : null,
    changed
      ? ({ repo, place }: IndexedChunk) => changed.get(repo)?.has(place?.file.path ?? "") ?? false
      : null,
  ].filter((test) => test !== null);
  return { repos, accepts: tests.length > 0 ? (chunk) => tests.every((test) => test(chunk)) : null };
}

/** Numbers of a repository's chunks that pass, for the exact search within them. */
export function acceptedIn(repo: RepoIndex, catalog: Catalog, filter: CompiledFilter): number[] | undefined {
  if (!filter.accepts) return undefined;
  const accepted: number[] = [];
  for (const chunk of catalog.liveChunks(repo)) if (filter.accepts(chunk)) accepted.push(chunk.n);
  return accepted;
}

function requireKnown(what: string, asked: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = asked?.find((value) => !known.includes(value));
  if (unknown === undefined) return;
  const some = [...known].sort().slice(0, 40).join(", ");
  throw new EngineError(
    "bad-query",
    `No ${what} is called "${unknown}"; there ${known.length === 1 ? "is" : "are"}: ${some || "none"}.`,
  );
}

function languagesIn(open: readonly RepoIndex[]): string[] {
  const languages = new Set<string>();
  for (const repo of open)
    for (const file of repo.files.values()) if (file.language) languages.add(file.language);
  return [...languages];
}

function pathTest(globs: readonly string[]): (chunk: IndexedChunk) => boolean {
  const verdicts = new Map<string, boolean>();
  return (chunk) => {
    const path = chunk.place?.file.path ?? "";
    let verdict = verdicts.get(path);
    if (verdict === undefined) {
      verdict = globs.some((glob) => matchesGlob(path, glob));
      verdicts.set(path, verdict);
    }
    return verdict;
  };
}
