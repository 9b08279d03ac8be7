import { EngineError } from "../base/errors";
import { CHUNK_KINDS } from "../chunk/chunk";
import type { IndexedChunk } from "../store/catalog";
import type { FileRecord } from "../store/records";
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

type FileTest = (repo: RepoIndex, file: FileRecord) => boolean;

/** A filter checked against what is open; null tests restrict nothing. */
export interface CompiledFilter {
  readonly repos: readonly RepoIndex[];
  readonly acceptsFile: FileTest | null;
  readonly kinds: ReadonlySet<string> | null;
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
  if (filter.languages?.length) requireKnown("language", filter.languages, languagesIn(open));
  const repos = filter.repos?.length ? open.filter((repo) => filter.repos?.includes(repo.root.name)) : open;
  const tests = fileTests(filter, changed);
  return {
    repos,
    acceptsFile: tests.length > 0 ? (repo, file) => tests.every((test) => test(repo, file)) : null,
    kinds: filter.kinds?.length ? new Set(filter.kinds) : null,
  };
}

function fileTests({ languages, paths }: Filter, changed?: ChangedFiles): FileTest[] {
  const tests: FileTest[] = [];
  if (languages?.length) tests.push((_, file) => languages.includes(file.language));
  if (paths?.length) tests.push((_, file) => paths.some((glob) => matchesGlob(file.path, glob)));
  if (changed) tests.push((repo, file) => changed.get(repo)?.has(file.path) ?? false);
  return tests;
}

/** Tells of any chunk whether it is in a file now and passes; each file is looked at once. */
export function acceptanceOf({
  repos,
  acceptsFile,
  kinds,
}: CompiledFilter): (chunk: IndexedChunk) => boolean {
  const searched = new Set(repos);
  const verdicts = new Map<FileRecord, boolean>();
  const passes = (repo: RepoIndex, file: FileRecord) => {
    if (!acceptsFile) return true;
    const verdict = verdicts.get(file) ?? acceptsFile(repo, file);
    verdicts.set(file, verdict);
    return verdict;
  };
  return ({ repo, place, kind }) =>
    place !== null && searched.has(repo) && (kinds === null || kinds.has(kind)) && passes(repo, place.file);
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
