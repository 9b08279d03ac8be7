import path from "node:path";
import { findLines } from "../base/findLines";
import { splitLines } from "../base/lines";
import type { ChunkKind } from "../chunk/chunk";
import type { CodeGraph } from "../graph/codeGraph";
import { rolesOf } from "../search/pathRules";
import type { Catalog, IndexedChunk } from "../store/catalog";
import { readSource } from "../workspace/sourceFile";

export interface SymbolAt {
  readonly file: string; // Absolute path.
  readonly line: number; // 0-based.
  readonly word: string;
}

export interface PlacedLines {
  readonly repo: string;
  readonly path: string;
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface Explained {
  readonly symbol: string;
  readonly kind: ChunkKind;
  readonly signature: string;
  readonly language: string;
  readonly summary: string;
  readonly definedAt: PlacedLines;
  readonly nOthers: number;
  readonly callers: readonly PlacedLines[];
  readonly nCallers: number;
}

const CALLERS_SHOWN = 20;

/** What the index alone knows of the word at a place: its likeliest definition, and who calls it, the surest first. */
export async function explainSymbol(
  catalog: Catalog,
  graph: CodeGraph,
  at: SymbolAt,
): Promise<Explained | null> {
  const definitions = catalog
    .defining(at.word)
    .filter((chunk) => definitionIn(chunk, at.word))
    .sort((a, b) => nearness(b, at) - nearness(a, at));
  const [best] = definitions;
  const definition = best && definitionIn(best, at.word);
  if (!best?.place || !definition) return null;
  const [name, kind, line] = definition;
  const start = best.place.startLine + line;
  const callers = callersOf(graph, best, start);
  const named = best.symbol.split(".").at(-1) === name;
  return {
    symbol: named ? best.symbol : nameInside(best, name, kind),
    kind,
    signature: named && best.signature ? best.signature : await lineAt(best, line),
    language: best.place.file.language,
    summary: named ? best.summary : "",
    definedAt: { ...linesOf(best)!, startLine: start, endLine: start + 1 },
    nOthers: definitions.length - 1,
    callers: callers.slice(0, CALLERS_SHOWN),
    nCallers: callers.length,
  };
}

const CONTAINERS: ReadonlySet<ChunkKind> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "module",
]);
const MEMBERS: ReadonlySet<ChunkKind> = new Set(["method", "field", "function", "constant"]);

/** A member of a class short enough to be one chunk goes by the class's name too. */
function nameInside(chunk: IndexedChunk, name: string, kind: ChunkKind): string {
  return CONTAINERS.has(chunk.kind) && MEMBERS.has(kind) ? `${chunk.symbol}.${name}` : name;
}

/** The chunks that call what is defined on a line of `definition`, each once, those beside itself. */
function callersOf(graph: CodeGraph, definition: IndexedChunk, line: number): PlacedLines[] {
  const symbol = graph.symbolAt(definition, line);
  const edges = symbol ? graph.callers(symbol) : [];
  const chunks = new Set(edges.map(({ from }) => from.chunk));
  chunks.delete(definition);
  return [...chunks].flatMap((chunk) => (chunk && linesOf(chunk)) ?? []);
}

function definitionIn(chunk: IndexedChunk, word: string) {
  return chunk.definitions.find(([name]) => name === word);
}

/** The definition under the cursor, then one in the same file, repository, language; tests last. */
function nearness(chunk: IndexedChunk, at: SymbolAt): number {
  const { place, repo } = chunk;
  if (!place) return -1;
  const isHere = path.join(repo.root.repoRoot, place.file.path) === at.file;
  const isUnderCursor = isHere && place.startLine <= at.line && at.line < place.endLine;
  const isSameRepo = at.file.startsWith(repo.root.repoRoot + path.sep);
  const isSameLanguage = path.extname(place.file.path) === path.extname(at.file);
  const isTest = rolesOf(place.file.path).has("test");
  return 16 * +isUnderCursor + 8 * +isHere + 4 * +isSameRepo + 2 * +isSameLanguage + +!isTest;
}

function linesOf({ repo, place }: IndexedChunk): PlacedLines | null {
  if (!place) return null;
  return {
    repo: repo.root.name,
    path: place.file.path,
    file: path.join(repo.root.repoRoot, place.file.path),
    startLine: place.startLine,
    endLine: place.endLine,
  };
}

/** A line of a chunk as the file has it now; "" where the chunk is gone. */
async function lineAt(chunk: IndexedChunk, line: number): Promise<string> {
  const lines = linesOf(chunk);
  const read = lines && (await readSource(lines.file, "forced"));
  const found = read?.kind === "text" ? findLines(read.text, lines!, chunk.textHash) : null;
  return found ? (splitLines(found.text)[line]?.trim() ?? "") : "";
}
