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
  readonly sentences: readonly {
    readonly text: string;
    readonly state: "verified" | "weak";
    readonly citations: readonly JsonResult[];
  }[];
  readonly refused: boolean;
  /** What was searched, in which state, and what was not. */
  readonly contract: Contract | null;
  readonly ms: number;
}

/** A refusal's `answer` says why; its `sentences` are empty. */
export function toJsonAnswer(answer: Answer, ms: number): JsonAnswer {
  const sentences = answer.sentences.map(({ text, state, citations }) => ({
    text,
    state,
    citations: citations.map(toJsonResult),
  }));
  const text = answer.refused ? (answer.reason ?? "") : sentences.map((sentence) => sentence.text).join(" ");
  return { answer: text, sentences, refused: answer.refused, contract: answer.contract ?? null, ms };
}

/** Milliseconds since `started` (performance.now), to a tenth. */
export function msSince(started: number): number {
  return Number((performance.now() - started).toFixed(1));
}
