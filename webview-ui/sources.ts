import type { LineSpan, WireAnswer, WireCitation } from "../server/protocol/wire";

/** Cited lines of an answer, once each. */
export interface Source {
  readonly key: string;
  readonly citation: WireCitation;
}

/** The places an answer rests on, in the order it names them. */
export function sourcesOf(answer: WireAnswer): Source[] {
  const sources = new Map<string, Source>();
  for (const citation of answer.sentences.flatMap((sentence) => sentence.citations)) {
    const key = placeKey(citation.span);
    if (!sources.has(key)) sources.set(key, { key, citation });
  }
  return [...sources.values()];
}

export function placeKey(span: LineSpan): string {
  return `${span.file}:${span.startLine}-${span.endLine}`;
}

/** `retry.ts`. */
export function fileName(span: LineSpan): string {
  return span.path.slice(span.path.lastIndexOf("/") + 1);
}

/** `40` or `40-52`, as the editor numbers lines. */
export function lineLabel(span: LineSpan): string {
  const first = span.startLine + 1;
  return span.endLine > first ? `${first}-${span.endLine}` : String(first);
}

/** What a screen reader says: "retry.ts, lines 40 to 52". */
export function spokenPlace(span: LineSpan): string {
  const first = span.startLine + 1;
  const lines = span.endLine > first ? `lines ${first} to ${span.endLine}` : `line ${first}`;
  return `${fileName(span)}, ${lines}`;
}
