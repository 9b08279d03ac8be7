import type { Catalog } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";

export interface RepoStatus {
  readonly repo: string;
  readonly dir: string;
  readonly nFiles: number; // With at least one chunk.
  readonly nChunks: number;
  /** Of them, those whose vectors are in the store, read back; chunks without a word to embed count as done. */
  readonly nVectorChunks: number;
  readonly generation: number;
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

export interface EngineStatus {
  readonly phase: "starting" | "indexing" | "ready" | "empty" | "failed" | "off";
  readonly message: string; // One plain sentence.
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly repositories: readonly RepoStatus[];
}

/** What is under way, as the update loop sees it. */
export interface Activity {
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Message of the last update that failed; null since one succeeded. */
  readonly failure: string | null;
  /** A notice that does not stop anything: the watcher falls back to polling. */
  readonly notice: string | null;
}

export async function statusOf(
  repos: readonly RepoIndex[],
  catalog: Catalog,
  activity: Activity,
): Promise<EngineStatus> {
  const repositories = await Promise.all(repos.map((repo) => repoStatus(repo, catalog)));
  const { phase, message } = phaseOf(repos, repositories, activity);
  return {
    phase,
    message: activity.notice ? `${message} ${activity.notice}` : message,
    progress: activity.progress,
    repositories,
  };
}

/** "Ready" is derived from counts read back: chunks expected = chunks stored. */
function phaseOf(
  repos: readonly RepoIndex[],
  statuses: readonly RepoStatus[],
  { progress, failure }: Activity,
): Pick<EngineStatus, "phase" | "message"> {
  const nChunks = sum(statuses, (status) => status.nChunks);
  const nVectorChunks = sum(statuses, (status) => status.nVectorChunks);
  if (repos.length === 0)
    return { phase: "off", message: "No folder is open; open one to ask about its code." };
  if (failure) return { phase: "failed", message: failure };
  if (progress)
    return { phase: "indexing", message: `Indexing: ${progress.done} of ${progress.total} files are done.` };
  if (repos.some((repo) => !repo.complete))
    return { phase: "starting", message: "The index is being opened." };
  const storeProblem = repos.find((repo) => repo.storeProblem)?.storeProblem;
  if (storeProblem) return { phase: "failed", message: storeProblem };
  if (nChunks === 0) return { phase: "empty", message: "No text file was found in the open folders." };
  if (nVectorChunks < nChunks) {
    const share = Math.floor((100 * nVectorChunks) / nChunks);
    return { phase: "ready", message: `Ready: text complete, vectors ${share} %.` };
  }
  return {
    phase: "ready",
    message: `Ready: ${nChunks.toLocaleString("en")} chunks in ${repos.length} ${repos.length === 1 ? "repository" : "repositories"}.`,
  };
}

async function repoStatus(repo: RepoIndex, catalog: Catalog): Promise<RepoStatus> {
  const stored = await repo.listVectorChunks();
  const files = [...repo.files.values()];
  const chunks = [...catalog.liveChunks(repo)];
  return {
    repo: repo.root.name,
    dir: repo.root.dir,
    nFiles: files.filter((file) => file.chunks.length > 0).length,
    nChunks: chunks.length,
    nVectorChunks: chunks.filter((chunk) => !chunk.hasVectors || stored.has(chunk.n)).length,
    generation: repo.generation,
    problems: files.flatMap(({ path, problem, exclusion }) => {
      const reason = problem ?? exclusion?.reason;
      return reason ? [{ path, reason }] : [];
    }),
  };
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
