import type { PanelEntry } from "../server/protocol/panel";
import type { WireAnswer, WireCitation, WireError } from "../server/protocol/wire";

type Entries = readonly PanelEntry[];

const MAX_ENTRIES = 50;

/** Adds a question. Whatever was still being answered is stopped: one question at a time. */
export function withQuestion(entries: Entries, id: number, question: string): Entries {
  const asked: PanelEntry = { id, question, progress: { kind: "searching" } };
  return [...withNothingRunning(entries), asked].slice(-MAX_ENTRIES);
}

/** A late snapshot of a question already done, stopped or gone changes nothing. */
export function withSnapshot(entries: Entries, id: number, answer: WireAnswer): Entries {
  return withProgress(entries, id, { kind: "answering", answer });
}

export function withAnswer(entries: Entries, id: number, answer: WireAnswer): Entries {
  return withProgress(entries, id, { kind: "done", answer });
}

export function withFailure(entries: Entries, id: number, error: WireError): Entries {
  return withProgress(entries, id, { kind: "failed", error });
}

/** What is still running counts as stopped: after a reload nobody is answering it any more. */
export function withNothingRunning(entries: Entries): Entries {
  return entries.map((entry) => (isRunning(entry) ? { ...entry, progress: { kind: "cancelled" } } : entry));
}

export function isRunning({ progress }: PanelEntry): boolean {
  return progress.kind === "searching" || progress.kind === "answering";
}

export function nextId(entries: Entries): number {
  return Math.max(0, ...entries.map((entry) => entry.id)) + 1;
}

/**
 * The citation of ours that a panel asks to open. What the panel sends is only a pointer: a file that no
 * answer cites is never opened.
 */
export function citationLike(entries: Entries, wanted: WireCitation): WireCitation | null {
  for (const { progress } of entries) {
    if (progress.kind !== "answering" && progress.kind !== "done") continue;
    const found = progress.answer.sentences
      .flatMap((sentence) => sentence.citations)
      .find((citation) => isSamePlace(citation, wanted));
    if (found) return found;
  }
  return null;
}

/** Entries as stored, perhaps by another version; what cannot be read is left out. */
export function restoredEntries(stored: unknown): Entries {
  if (!Array.isArray(stored)) return [];
  return withNothingRunning(stored.filter(isEntry));
}

function withProgress(entries: Entries, id: number, progress: PanelEntry["progress"]): Entries {
  return entries.map((entry) => (entry.id === id && isRunning(entry) ? { ...entry, progress } : entry));
}

function isSamePlace(a: WireCitation, b: WireCitation): boolean {
  return (
    a.textHash === b.textHash &&
    a.span.file === b.span.file &&
    a.span.startLine === b.span.startLine &&
    a.span.endLine === b.span.endLine
  );
}

const KINDS: readonly unknown[] = ["searching", "answering", "done", "cancelled", "failed"];

function isEntry(value: unknown): value is PanelEntry {
  if (typeof value !== "object" || value === null) return false;
  const { id, question, progress } = value as Partial<Record<keyof PanelEntry, unknown>>;
  if (typeof id !== "number" || typeof question !== "string") return false;
  if (typeof progress !== "object" || progress === null) return false;
  const { kind, answer, error } = progress as { kind?: unknown; answer?: unknown; error?: unknown };
  if (kind === "answering" || kind === "done") return hasSentences(answer);
  return KINDS.includes(kind) && (kind !== "failed" || typeof error === "object");
}

function hasSentences(answer: unknown): boolean {
  return Array.isArray((answer as { sentences?: unknown } | undefined)?.sentences);
}
