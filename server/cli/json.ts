import type { Answer, Citation } from "../answer/answer";
import type { Contract } from "../answer/contract";
import type { Hit } from "../search/hit";

// The shapes other programs read. Lines are 1-based and inclusive here, as people count them.

export interface JsonResult {
  readonly repo: string;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly symbol: string;
  readonly kind: string;
  readonly language: string;
  readonly score: number;
}

export function toJsonResult(lines: Hit | Citation): JsonResult {
  const { repo, path, startLine, endLine, symbol, kind, language, score } = lines;
  return {
    repo,
    path,
    start: startLine + 1,
    end: endLine,
    symbol,
    kind,
    language,
    score: Number(score.toFixed(6)),
  };
}

export interface JsonAnswer {
  readonly answer: string;
  readonly sentences: readonly { readonly text: string; readonly citations: readonly JsonResult[] }[];
  readonly refused: boolean;
  readonly ms: number;
}

/** A refusal's `answer` says why; its `sentences` are empty. */
export function toJsonAnswer(answer: Answer, ms: number): JsonAnswer {
  const sentences = answer.sentences.map(({ text, citations }) => ({
    text,
    citations: citations.map(toJsonResult),
  }));
  const text = answer.refused ? (answer.reason ?? "") : sentences.map((sentence) => sentence.text).join(" ");
  return { answer: text, sentences, refused: answer.refused, ms };
}

/** With `--explain`: what the verifier found of each sentence, and what was searched, in which state. */
export function toExplainedAnswer(answer: Answer, ms: number) {
  const plain = toJsonAnswer(answer, ms);
  const sentences = plain.sentences.map((sentence, idx) => ({
    ...sentence,
    state: answer.sentences[idx]?.state,
  }));
  const contract: Contract | null = answer.contract ?? null;
  return { ...plain, sentences, contract };
}

/** Milliseconds since `started` (performance.now), to a tenth. */
export function msSince(started: number): number {
  return Number((performance.now() - started).toFixed(1));
}
