import type { ChunkKind } from "../chunk/chunk";
import type { IndexedChunk } from "../store/catalog";
import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";

export type EdgeKind = "imports" | "calls" | "extends" | "implements" | "overrides" | "references-type";

export const EDGE_KINDS: readonly EdgeKind[] = [
  ...(["imports", "calls", "extends", "implements", "overrides", "references-type"] as const),
];

/**
 * `resolved`: followed through scopes, imports and types. `likely`: the only definition of that name in the
 * repository. `name-only`: one of several definitions of that name.
 */
export type Confidence = "resolved" | "likely" | "name-only";

export const CONFIDENCES: readonly Confidence[] = ["resolved", "likely", "name-only"];

/** A definition in the current generation. */
export interface GraphSymbol {
  readonly repo: RepoIndex;
  readonly file: FileRecord;
  readonly chunk: IndexedChunk;
  readonly name: string;
  readonly kind: ChunkKind;
  /** 0-based line of its name. */
  readonly line: number;
  /** Names around it, outermost first. */
  readonly container: readonly string[];
}

/** One end of an edge: a line of a file and the symbol it belongs to, "" for the file itself. */
export interface EdgeEnd {
  readonly repo: RepoIndex;
  readonly path: string;
  /** 0-based: where the reference is written, or where the definition's name is. */
  readonly line: number;
  readonly symbol: string;
  /** Null for a whole file. */
  readonly chunk: IndexedChunk | null;
}

/** A reference and the definition it means. */
export interface Edge {
  readonly kind: EdgeKind;
  readonly confidence: Confidence;
  readonly from: EdgeEnd;
  readonly to: EdgeEnd;
}

/** What a reference means: none where it lies outside the open repositories or nobody knows. */
export interface Resolution {
  readonly confidence: Confidence;
  readonly symbols: readonly GraphSymbol[];
}

export function qualified(symbol: Pick<GraphSymbol, "name" | "container">): string {
  return [...symbol.container, symbol.name].join(".");
}

export function endOf(symbol: GraphSymbol): EdgeEnd {
  const { repo, file, line, chunk } = symbol;
  return { repo, path: file.path, line, symbol: qualified(symbol), chunk };
}

const TYPE_KINDS: ReadonlySet<ChunkKind> = new Set(["class", "struct", "interface", "trait", "enum", "type"]);

/** Whether it can have members. */
export function isType(kind: ChunkKind): boolean {
  return TYPE_KINDS.has(kind);
}

/** Whether code can name it: titles of tests and of sections are definitions nobody refers to. */
export function isNamed(kind: ChunkKind): boolean {
  return kind !== "test" && kind !== "section";
}

export function isFunction(kind: ChunkKind): boolean {
  return kind === "function" || kind === "method" || kind === "macro";
}
