/** What a chunk is. `block`: top-level code between definitions; `text`: cut by lines, no grammar. */
export type ChunkKind =
  | "function"
  | "method"
  | "class"
  | "struct"
  | "interface"
  | "trait"
  | "enum"
  | "type"
  | "module"
  | "constant"
  | "variable"
  | "field"
  | "macro"
  | "test"
  | "block"
  | "section"
  | "text";

export const CHUNK_KINDS: readonly ChunkKind[] = [
  "function",
  "method",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "module",
  "constant",
  "variable",
  "field",
  "macro",
  "test",
  "block",
  "section",
  "text",
];

/** A named entity where it is defined. */
export interface Definition {
  readonly name: string;
  readonly kind: ChunkKind;
  /** 0-based line of the name. */
  readonly line: number;
}

/**
 * A run of whole lines of one file: the unit embedded, searched and returned.
 * Chunks of a file never overlap and together cover every non-blank line.
 */
export interface Chunk {
  /** 0-based; `endLine` is exclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Exactly the file's lines `[startLine, endLine)`, line ends included. */
  readonly text: string;
  readonly kind: ChunkKind;
  /** The name of what is defined here, "" where nothing is. Not qualified: `acquire`. */
  readonly symbol: string;
  /** Names of the enclosing definitions, outermost first: `["RetryQuota"]`. */
  readonly container: readonly string[];
  /** Declaration on one line without body, "" where there is none: `def acquire(self, amount)`. */
  readonly signature: string;
  /** Comment or docstring that belongs to the symbol, markers stripped; "" where there is none. */
  readonly doc: string;
  /** Everything named in this chunk, the symbol first; small neighbours merged into one chunk are all here. */
  readonly definitions: readonly Definition[];
  /** Names called or referenced in it, each once, in first-seen order. */
  readonly references: readonly string[];
}

/** `RetryQuota.acquire`; "" where the chunk defines nothing. */
export function qualifiedName(chunk: Pick<Chunk, "symbol" | "container">): string {
  return chunk.symbol ? [...chunk.container, chunk.symbol].join(".") : chunk.container.join(".");
}

/** Something that went wrong with one file and did not stop the run. */
export interface Problem {
  readonly path: string;
  readonly reason: string;
}
