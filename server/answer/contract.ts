/** What an answer rests on as a whole: what was searched, in which state, and what was not. */
export interface Contract {
  readonly repos: readonly SearchedRepo[];
  /** Editors whose unsaved text was searched in place of their files. */
  readonly nUnsaved: number;
  /** Files not yet indexed of those that changed; 0 when the index is up to date. */
  readonly nStillIndexing: number;
  /** What is not searchable, in plain words: `12 files larger than 1 MiB`. */
  readonly notSearched: readonly string[];
}

export interface SearchedRepo {
  readonly repo: string;
  /** Abbreviated; null outside git and before the first commit. */
  readonly commit: string | null;
  /** Files that differ from the commit; they were searched as they are on disk. */
  readonly nChanged: number;
}

/** The contract as lines under an answer. */
export function contractLines({ repos, nUnsaved, nStillIndexing, notSearched }: Contract): string[] {
  const shown = repos.slice(0, MAX_REPOS).map(describeRepo);
  const more = repos.length > MAX_REPOS ? `, and ${repos.length - MAX_REPOS} more` : "";
  return [
    ...(repos.length > 0 ? [`Searched ${shown.join(", ")}${more}.`] : []),
    ...(nUnsaved > 0 ? [`Unsaved text of ${files(nUnsaved)} included.`] : []),
    ...(nStillIndexing > 0 ? [`${files(nStillIndexing)} still to be indexed.`] : []),
    ...(notSearched.length > 0 ? [`Not searched: ${notSearched.join(", ")}.`] : []),
  ];
}

const MAX_REPOS = 8;

function describeRepo({ repo, commit, nChanged }: SearchedRepo): string {
  const changed = nChanged > 0 ? ` with ${files(nChanged)} changed since` : "";
  return commit === null ? repo : `${repo} at ${commit}${changed}`;
}

function files(n: number): string {
  return `${n.toLocaleString("en-US")} file${n === 1 ? "" : "s"}`;
}
