import type { ChunkKind } from "../chunk/chunk";
import type { Exclusion, FileFlag } from "../workspace/fileRules";
import type { FileStamp } from "../workspace/sourceFile";

/**
 * The index log of a repository, one JSON line a record. Lines between two commits are one transaction: a reader
 * applies them when it sees the commit, and what follows the last commit does not exist.
 *
 * A chunk record is content-addressed and never changes: going back to an earlier version of a file finds its
 * chunks by `key` and embeds nothing. A file record says which chunks are in the file now, and on which lines.
 */
export type LogRecord = ChunkRecord | FileRecord | GoneRecord | CommitRecord;

export interface ChunkRecord {
  readonly t: "chunk";
  readonly n: number; // Number in this store, from 0; also the vector rows' `chunk`.
  /** Hash of path, embedding text and how often the same text stood above it in the file. */
  readonly key: string;
  readonly textHash: string;
  readonly kind: ChunkKind;
  readonly symbol: string;
  readonly container: readonly string[];
  readonly signature: string;
  readonly summary: string;
  /** Everything named in the chunk, as `packDefinitions` writes it. */
  readonly definitions: string;
  /** Calls, imports, supertypes and bindings, as `packUses` writes them. */
  readonly uses: string;
  /** Rows in the vector table; 0 for text with no word the model knows. */
  readonly nVectors: number;
}

export interface FileRecord {
  readonly t: "file";
  readonly path: string;
  readonly language: string;
  readonly hash: string;
  readonly stamp: FileStamp;
  readonly nLines: number;
  /** Chunk number with its lines, 0-based and half-open, in file order. */
  readonly chunks: readonly (readonly [n: number, startLine: number, endLine: number])[];
  /** Vector of the file's outline as `packVector` writes it; "" where it has none. */
  readonly outline: string;
  /** What its content says of it: ranks it lower, never hides it. */
  readonly flags: readonly FileFlag[];
  /** Why it has no chunks: a rule, with its reason; null where it is searched. */
  readonly exclusion: Exclusion | null;
  /** How it was cut: at syntax nodes or only by lines. */
  readonly cut: "syntax" | "lines";
  /** Why it was not cut as it should be; null where all is well. */
  readonly problem: string | null;
  /** Whether a pattern of the user asked for it against the rules. */
  readonly forced: boolean;
}

export interface GoneRecord {
  readonly t: "gone";
  readonly path: string;
}

export interface CommitRecord {
  readonly t: "commit";
  readonly generation: number;
  /** True on the commit that ends a whole update: everything listed by then is in. */
  readonly complete: boolean;
  /** Numbers from here on were never given to a chunk. */
  readonly nextChunk: number;
  /** Where the posting lists and names of the transaction's chunks are in `postings`; null where it has no chunk. */
  readonly postings: PostingsPlace | null;
  /** Rows of vectors up to here: later ones are of a transaction under way. */
  readonly nRows: number;
}

/** Bytes of the posting lists from `offset`, followed by those of the names. */
export type PostingsPlace = readonly [offset: number, nListBytes: number, nNameBytes: number];

/** Something named in a chunk: its line counts from the chunk's first; around it the names of `container`. */
export type PlacedDefinition = readonly [
  name: string,
  kind: ChunkKind,
  line: number,
  container: readonly string[],
];

/** One line a definition: `acquire method 3 RetryQuota`. Kept packed in memory too: few are ever looked at. */
export function packDefinitions(definitions: readonly PlacedDefinition[]): string {
  return definitions
    .map(([name, kind, line, container]) => [oneLine(name), kind, line, ...container.map(oneLine)].join("\t"))
    .join("\n");
}

function oneLine(name: string): string {
  return name.replace(/\s+/g, " ");
}

export function unpackDefinitions(packed: string): PlacedDefinition[] {
  if (packed === "") return [];
  return packed.split("\n").map((line) => {
    const [name = "", kind = "", at = "0", ...container] = line.split("\t");
    return [name, kind as ChunkKind, Number(at), container];
  });
}
