import type { IndexStatus, RepositoryStatus } from "../server/protocol/wire";
import { escapeMarkdown } from "./markdown";

export interface StatusText {
  /** With `$(icon)` marks. */
  readonly text: string;
  /** Markdown. */
  readonly tooltip: string;
  /** What a screen reader says. */
  readonly label: string;
  readonly level: "normal" | "warning" | "error";
}

const MAX_PROBLEMS_SHOWN = 5;

/** Draws the state of the index as the status bar shows it. Only what the server read back is called done. */
export function statusText(status: IndexStatus): StatusText {
  const { icon, words, level } = headline(status);
  return {
    text: `$(${icon}) Plumbline${words}`,
    tooltip: [escapeMarkdown(status.message), ...status.repositories.map(repositoryLines)].join("\n\n"),
    label: `Plumbline: ${status.message}`,
    level,
  };
}

function headline(status: IndexStatus): { icon: string; words: string; level: StatusText["level"] } {
  switch (status.phase) {
    case "starting":
      return { icon: "sync~spin", words: "", level: "normal" };
    case "indexing":
      return { icon: "sync~spin", words: progressWords(status), level: "normal" };
    case "ready":
      return readyHeadline(status.repositories);
    case "empty":
      return { icon: "circle-slash", words: ": nothing to search", level: "normal" };
    case "failed":
      return { icon: "error", words: ": failed", level: "error" };
    case "paused":
      return { icon: "debug-pause", words: ": paused", level: "normal" };
    case "off":
      return { icon: "circle-outline", words: ": off", level: "normal" };
  }
}

function progressWords({ progress }: IndexStatus): string {
  return progress && progress.total > 0 ? ` ${count(progress.done)}/${count(progress.total)}` : "";
}

function readyHeadline(repositories: readonly RepositoryStatus[]): ReturnType<typeof headline> {
  const nChunks = sum(repositories.map((repository) => repository.nChunks));
  const nVectors = sum(repositories.map((repository) => repository.nVectorChunks));
  // Invariant: a check mark means that every chunk expected was read back from both stores.
  if (nVectors >= nChunks) return { icon: "check", words: `: ${chunks(nChunks)}`, level: "normal" };
  const percent = Math.floor((100 * nVectors) / nChunks);
  return { icon: "warning", words: `: text complete, vectors ${percent} %`, level: "warning" };
}

function repositoryLines({ repo, nFiles, nChunks, problems }: RepositoryStatus): string {
  const numbers = `**${escapeMarkdown(repo)}**: ${count(nFiles)} files, ${chunks(nChunks)}`;
  const shown = problems.slice(0, MAX_PROBLEMS_SHOWN);
  const lines = shown.map(({ path, reason }) => `- ${escapeMarkdown(path)}: ${escapeMarkdown(reason)}`);
  const nMore = problems.length - shown.length;
  return [numbers, "", ...lines, ...(nMore > 0 ? [`- and ${count(nMore)} more`] : [])].join("\n").trimEnd();
}

function chunks(n: number): string {
  return `${count(n)} ${n === 1 ? "chunk" : "chunks"}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** `1204` as `1,204`. */
function count(n: number): string {
  return n.toLocaleString("en-US");
}
