import type { Hit } from "../search/hit";
import type { Contract } from "./contract";

/** The lines one sentence rests on: part of a hit, read and checked. */
export interface Citation {
  readonly repo: string;
  readonly path: string;
  readonly file: string; // Absolute path.
  readonly startLine: number; // 0-based, half-open.
  readonly endLine: number;
  readonly symbol: string;
  readonly kind: Hit["kind"];
  readonly language: string;
  readonly score: number; // That of its hit.
  /** The cited lines as they were when the answer was made. */
  readonly quote: string;
  /** Hash of `quote`. */
  readonly textHash: string;
  /** The lines are in an editor and not in the file yet. */
  readonly unsaved?: true;
}

export interface Sentence {
  readonly text: string; // Markdown of one sentence, without citation marks.
  /** Weak: nothing in the cited lines speaks against it, but they do not decide it either. */
  readonly state: "verified" | "weak";
  readonly citations: readonly Citation[]; // At least one.
}

export interface Answer {
  readonly sentences: readonly Sentence[];
  /** True where nothing could be proven; then `sentences` is empty and `reason` says what was searched. */
  readonly refused: boolean;
  readonly reason: string | null; // Of an answer that is not refused: why it is not complete; null where it is.
  readonly generation: number;
  /** Model that wrote it; null for an extractive answer. */
  readonly model: string | null;
  /** Sentences left out because nothing proved them. */
  readonly nDropped: number;
  /** What was searched, and in which state; absent while an answer is on its way. */
  readonly contract?: Contract;
}
