import type { PanelEntry } from "../server/protocol/panel";
import type { IndexStatus, WireAnswer } from "../server/protocol/wire";
import { sourcesOf } from "./sources";

/** The line below an answer: who made it, and what was left out. */
export function footerWords(answer: WireAnswer): string {
  const maker = answer.model ? `Answered by ${answer.model}` : "Answered from the index, no model used";
  if (answer.nDropped === 0) return maker;
  const dropped =
    answer.nDropped === 1
      ? "1 sentence without proof was"
      : `${answer.nDropped} sentences without proof were`;
  return `${maker} · ${dropped} left out`;
}

/** What is going on while one waits. */
export function progressWords(progress: PanelEntry["progress"], index: IndexStatus): string {
  if (progress.kind === "answering") return "Writing the answer…";
  return index.phase === "indexing"
    ? `Searching what is indexed so far (${indexedWords(index)})…`
    : "Searching the code…";
}

/** What to say about the index above the question box; null while all is well. */
export function indexNotice(index: IndexStatus): string | null {
  switch (index.phase) {
    case "ready":
      return null;
    case "indexing":
      return `Indexing: ${indexedWords(index)}. Answers may miss what is not indexed yet.`;
    default:
      return index.message;
  }
}

/** Read aloud when it changes: where the newest question stands. */
export function announcement(entry: PanelEntry | undefined): string {
  switch (entry?.progress.kind) {
    case undefined:
      return "";
    case "searching":
      return "Searching the code.";
    case "answering":
      return entry.progress.answer.sentences.at(-1)?.text ?? "";
    case "done":
      return doneWords(entry.progress.answer);
    case "cancelled":
      return "Stopped.";
    case "failed":
      return entry.progress.error.message;
  }
}

function doneWords(answer: WireAnswer): string {
  if (answer.refused) return answer.reason ?? "No answer could be proven.";
  const nSources = sourcesOf(answer).length;
  return `Answer ready: ${plural(answer.sentences.length, "sentence")}, ${plural(nSources, "source")}.`;
}

function indexedWords({ progress }: IndexStatus): string {
  if (!progress || progress.total === 0) return "looking for files";
  return `${progress.done.toLocaleString("en-US")} of ${plural(progress.total, "file")}`;
}

function plural(n: number, word: string): string {
  return `${n.toLocaleString("en-US")} ${word}${n === 1 ? "" : "s"}`;
}
