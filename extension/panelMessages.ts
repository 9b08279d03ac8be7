import type { FromPanel } from "../server/protocol/panel";
import type { WireCitation } from "../server/protocol/wire";

const MAX_QUESTION_CHARS = 4_000;

/** A message of the panel, checked: what protocol/panel.ts does not allow is null and goes no further. */
export function fromPanel(message: unknown): FromPanel | null {
  if (typeof message !== "object" || message === null) return null;
  const { type, question, citation, side } = message as Record<string, unknown>;
  switch (type) {
    case "ready":
    case "cancel":
    case "setKey":
      return { type };
    case "ask":
      return typeof question === "string" && isQuestion(question)
        ? { type, question: question.trim() }
        : null;
    case "open":
      return isCitation(citation) ? { type, citation, side: side === "beside" ? "beside" : "here" } : null;
    default:
      return null;
  }
}

function isQuestion(text: string): boolean {
  return text.trim() !== "" && text.length <= MAX_QUESTION_CHARS;
}

function isCitation(value: unknown): value is WireCitation {
  if (typeof value !== "object" || value === null) return false;
  const { span, textHash } = value as Partial<Record<keyof WireCitation, unknown>>;
  if (typeof span !== "object" || span === null || typeof textHash !== "string") return false;
  const { file, startLine, endLine } = span as Record<string, unknown>;
  return typeof file === "string" && typeof startLine === "number" && typeof endLine === "number";
}
