import type { ChunkKind } from "../chunk/chunk";
import type { ScoreParts } from "./features";

export type Retriever = "dense" | "lexical" | "symbol";

/** A chunk that answers a query. */
export interface Hit {
  /** Repository name, unique among the open ones. */
  readonly repo: string;
  /** Relative to the repository's root. */
  readonly path: string;
  /** Absolute path of the file. */
  readonly file: string;
  /** 0-based, half-open. */
  readonly startLine: number;
  readonly endLine: number;
  readonly symbol: string; // Qualified: `RetryQuota.acquire`; "" where nothing is defined.
  /** 0-based line that defines the symbol; null where these lines are a later part of it. */
  readonly definedAt: number | null;
  readonly kind: ChunkKind;
  readonly language: string;
  readonly summary: string; // One sentence, "" where none could be made.
  readonly score: number; // Comparable within one result only.
  /** Rank from 1 in each retriever that found it: the answer to "why is this here?". */
  readonly ranks: Readonly<Partial<Record<Retriever, number>>>;
  /** What made its file's score, by name. */
  readonly parts: ScoreParts;
  /** Places in other files with exactly these lines that were found too and are not shown. */
  readonly nCopies: number;
  /** The lines as read from disk for this search. */
  readonly text: string;
  /** Hash of `text`, to find the lines again after the file changed. */
  readonly textHash: string;
  /** The text is in an editor and not in the file yet. */
  readonly unsaved?: true;
}
