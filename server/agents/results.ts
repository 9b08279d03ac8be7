import type { Answer, Citation } from "../answer/answer";
import { contractLines } from "../answer/contract";
import { redactSecrets } from "../base/redact";
import type { EngineStatus } from "../engine/status";
import type { Hit } from "../search/hit";
import type { SearchOutcome } from "../search/searcher";

// What agents and scripts get back. Every run of lines carries the hash of its text and every sentence its state, so that
// the reader can check later whether what it was told still stands there.

/** Lines of one file; 1-based, inclusive. */
export interface AgentLines {
  readonly repo: string;
  readonly path: string; // Relative to its repository.
  readonly file: string; // Absolute.
  readonly start: number;
  readonly end: number;
  readonly symbol: string;
  readonly kind: string;
  readonly language: string;
  /** The lines as they were read for this result; what looks like a key or a password is blanked. */
  readonly text: string;
  /** The first 32 hexadecimal digits of the SHA-256 of the lines as they stand in the file. */
  readonly hash: string;
  /** True where the lines are in an editor and not in the file yet. */
  readonly unsaved: boolean;
}

export interface AgentHit extends AgentLines {
  readonly summary: string;
  readonly score: number; // Comparable within one result only.
}

export interface AgentSearch {
  readonly generation: number;
  readonly hits: readonly AgentHit[];
  /** State of the index in one sentence; what is still being indexed cannot be found yet. */
  readonly index: string;
}

export interface AgentAnswer {
  readonly answer: string; // Of a refusal: what was searched.
  readonly refused: boolean;
  readonly sentences: readonly {
    readonly text: string;
    readonly state: "verified" | "weak";
    readonly citations: readonly AgentLines[];
  }[];
  /** Why the answer is not complete, or who did not write it; null where there is nothing to say. */
  readonly reason: string | null;
  /** null where no model was asked. */
  readonly model: string | null;
  /** Sentences left out because nothing proved them. */
  readonly nDropped: number;
  readonly generation: number;
  /** What the answer rests on: commits, changed files, what is not searched. */
  readonly basis: readonly string[];
}

export function toAgentSearch({ generation, hits }: SearchOutcome, { message }: EngineStatus): AgentSearch {
  return { generation, hits: hits.map(toAgentHit), index: message };
}

export function toAgentAnswer(answer: Answer): AgentAnswer {
  const { refused, reason, model, nDropped, generation, contract } = answer;
  const sentences = answer.sentences.map(({ text, state, citations }) => ({
    text,
    state,
    citations: citations.map((citation) => linesOf(citation, citation.quote)),
  }));
  const text = refused ? (reason ?? "") : sentences.map((sentence) => sentence.text).join(" ");
  const basis = contract ? contractLines(contract) : [];
  return { answer: text, refused, sentences, reason, model, nDropped, generation, basis };
}

function toAgentHit(hit: Hit): AgentHit {
  return { ...linesOf(hit, hit.text), summary: hit.summary, score: Number(hit.score.toFixed(6)) };
}

function linesOf(from: Hit | Citation, text: string): AgentLines {
  const { repo, path, file, startLine, endLine, symbol, kind, language, textHash, unsaved } = from;
  return {
    ...{ repo, path, file, start: startLine + 1, end: endLine, symbol, kind, language },
    ...{ text: redactSecrets(text), hash: textHash, unsaved: unsaved === true },
  };
}
