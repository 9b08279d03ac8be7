import type { Catalog } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import { type Activity, type RepoProgress, totalProgress } from "./activity";

export interface RepoStatus {
  readonly repo: string;
  readonly dir: string;
  readonly nFiles: number; // With at least one chunk.
  readonly nChunks: number;
  /** Of them, those whose vectors are in the store, read back; chunks without a word to embed count as done. */
  readonly nVectorChunks: number;
  readonly generation: number;
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
  /** Its update under way. */
  readonly progress: RepoProgress | null;
}

export interface EngineStatus {
  readonly phase: "starting" | "indexing" | "ready" | "empty" | "failed" | "paused" | "off";
  readonly message: string; // One plain sentence.
  /** Of everything that is being updated. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly repositories: readonly RepoStatus[];
}

export async function statusOf(
  repos: readonly RepoIndex[],
  catalog: Catalog,
  activity: Activity,
): Promise<EngineStatus> {
  const repositories = await Promise.all(repos.map((repo) => repoStatus(repo, catalog, activity)));
  const { phase, message } = phaseOf(repos, repositories, activity);
  return {
    phase,
    message: activity.notice ? `${message} ${activity.notice}` : message,
    progress: totalProgress(activity.progress),
    repositories,
  };
}

/** "Ready" is derived from counts read back: chunks expected = chunks stored. */
function phaseOf(
  repos: readonly RepoIndex[],
  statuses: readonly RepoStatus[],
  { progress, failure, isPaused }: Activity,
): Pick<EngineStatus, "phase" | "message"> {
  const nChunks = sum(statuses, (status) => status.nChunks);
  const nVectorChunks = sum(statuses, (status) => status.nVectorChunks);
  if (repos.length === 0)
    return { phase: "off", message: "No folder is open; open one to ask about its code." };
  if (isPaused)
    return {
      phase: "paused",
      message: `Indexing is paused: ${nChunks.toLocaleString("en")} chunks are searchable.`,
    };
  if (failure) return { phase: "failed", message: failure };
  if (progress.length > 0) return { phase: "indexing", message: sentenceOf(progress) };
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

function sentenceOf(progress: readonly RepoProgress[]): string {
  const { done, total } = totalProgress(progress)!;
  const seconds = progress.map(({ secondsLeft }) => secondsLeft).filter((left) => left !== null);
  const left = seconds.length > 0 ? `, ${durationOf(Math.max(...seconds))} left` : "";
  const nChunks = progress.reduce((sum, one) => sum + one.nChunks, 0).toLocaleString("en");
  return `Indexing: ${done} of ${total} files are done, ${nChunks} chunks${left}.`;
}

function durationOf(seconds: number): string {
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

async function repoStatus(repo: RepoIndex, catalog: Catalog, activity: Activity): Promise<RepoStatus> {
  const files = [...repo.files.values()];
  const chunks = [...catalog.liveChunks(repo)].filter(({ n }) => n >= 0); // Unsaved text is in no store.
  return {
    repo: repo.root.name,
    dir: repo.root.dir,
    nFiles: files.filter((file) => file.chunks.length > 0).length,
    nChunks: chunks.length,
    nVectorChunks: chunks.filter((chunk) => !chunk.hasVectors || repo.rows?.has(chunk.n)).length,
    generation: repo.generation,
    problems: files.flatMap(({ path, problem, exclusion }) => {
      const reason = problem ?? exclusion?.reason;
      return reason ? [{ path, reason }] : [];
    }),
    progress: activity.progress.find(({ repo: name }) => name === repo.root.name) ?? null,
  };
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
