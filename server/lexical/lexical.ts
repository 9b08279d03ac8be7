import type { PostingBlock } from "./postingBlock";

/** The fields of a chunk, each with its own weight and length normalisation. */
export type Field = "symbol" | "summary" | "body" | "path";
export const FIELDS: readonly Field[] = ["symbol", "summary", "body", "path"];

/** Terms of one chunk: field -> term -> how often. */
export type FieldTerms = Readonly<Record<Field, ReadonlyMap<string, number>>>;

/** Number of an added document, dense from 0, chosen by the caller. */
export type DocId = number;

export interface LexicalMatch {
  readonly doc: DocId;
  readonly score: number; // Sum of weight x idf x impact, > 0.
}

export interface QueryTerm {
  readonly term: string;
  /** Multiplies the term's idf; 1 for a plain word. */
  readonly weight: number;
}

/** BM25F over the chunks of every open repository. */
export interface Lexical {
  /** A new document, live, with its terms. */
  add(doc: DocId, terms: FieldTerms): void;
  /** A new document, hidden, whose terms come in a block. */
  declare(doc: DocId): void;
  /** Terms of declared documents: the block's i-th is `docs[i]`. */
  addBlock(block: PostingBlock, docs: Uint32Array): void;
  removeBlock(block: PostingBlock): void;
  /** The document is gone for good; its block is removed by itself. */
  forget(doc: DocId): void;
  /** Hides or shows again a document that was added; hidden ones are never matched. */
  setLive(doc: DocId, live: "live" | "hidden"): void;
  /** Best first; ties by document number. `accept` restricts to some documents before ranking. */
  search(query: readonly QueryTerm[], limit: number, accept?: (doc: DocId) => boolean): LexicalMatch[];
  /** ln(1 + (N - n + .5) / (n + .5)) over all live documents; large for a term nobody has. */
  idf(term: string): number;
  readonly nDocs: number;
}
