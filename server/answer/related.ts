import type { CodeGraph } from "../graph/codeGraph";
import type { Hit } from "../search/hit";
import { rolesOf } from "../search/pathRules";
import { simpleName } from "../search/query";
import { readLines } from "../search/searcher";
import type { Catalog, IndexedChunk } from "../store/catalog";

/** A line that belongs to the chain of a found definition, in the chunk around it. */
export interface Related {
  readonly role: "caller" | "setting";
  readonly hit: Hit;
  /** 0-based in the file: of the call, or of the setting's name. */
  readonly line: number;
  /** The simple name that is called or set. */
  readonly name: string;
}

/** Callers named; who wants all of them asks for all of them. */
const MAX_CALLERS = 2;
const MAX_SETTINGS = 1;
/** A name that more chunks call than this is no name of one thing; finding its callers would take the question's time. */
const MAX_SITES = 300;
/** Hits whose settings are looked for. */
const N_TOP = 2;

/** Who calls the best definition, and what constants the best hits depend on, beyond what the search has found. */
export async function relatedTo(
  hits: readonly Hit[],
  index: { readonly catalog: Catalog; readonly graph: CodeGraph },
): Promise<Related[]> {
  const code = hits.filter((hit) => hit.kind !== "section" && !isTest(hit.path));
  const [best] = code;
  if (!best) return [];
  const places = [
    ...callersOf(best, index),
    ...code.slice(0, N_TOP).flatMap((hit) => settingsOf(hit, index)),
  ];
  const read = await Promise.all(places.map(readPlace));
  return read.filter((one) => one !== null);
}

interface Place {
  readonly role: Related["role"];
  readonly chunk: IndexedChunk;
  readonly offset: number; // From the chunk's first line.
  readonly name: string;
}

async function readPlace({ chunk, offset, ...place }: Place): Promise<Related | null> {
  const hit = await readLines(chunk);
  return hit && { ...place, hit, line: hit.startLine + offset };
}

function callersOf(hit: Hit, { catalog, graph }: { catalog: Catalog; graph: CodeGraph }): Place[] {
  const name = simpleName(hit.symbol);
  const chunk = catalog.defining(name).find((one) => one.textHash === hit.textHash && isOf(one, hit));
  if (!chunk?.place || hit.definedAt === null || catalog.calling(name).length > MAX_SITES) return [];
  const symbol = graph.symbolAt(chunk, chunk.place.startLine + hit.definedAt - hit.startLine);
  const edges = symbol ? graph.callers(symbol) : [];
  const places = new Map<IndexedChunk, Place>();
  for (const { confidence, from } of edges) {
    const { chunk: caller } = from;
    if (!caller?.place || caller === chunk || confidence === "name-only" || isAside(from.path)) continue;
    if (simpleName(caller.symbol) === name) continue; // Another overload.
    const offset = from.line - caller.place.startLine;
    if (caller.symbol && !places.has(caller))
      places.set(caller, { role: "caller", chunk: caller, offset, name });
  }
  return [...places.values()].slice(0, MAX_CALLERS);
}

const CONSTANT = /(?<![\w$.])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w$(])/g;

/** Constants named in a hit and defined once, elsewhere in its repository. */
function settingsOf(hit: Hit, { catalog }: { catalog: Catalog }): Place[] {
  const names = new Set(hit.text.match(CONSTANT) ?? []);
  const places = [...names].flatMap((name): Place[] => {
    const [chunk, ...others] = catalog
      .defining(name)
      .filter((one) => isOfRepo(one, hit) && !isTestChunk(one));
    const definition = chunk?.definitions.find(([defined]) => defined === name);
    if (!chunk || !definition || others.length > 0 || chunk.textHash === hit.textHash) return [];
    return [{ role: "setting", chunk, offset: definition[2], name }];
  });
  return places.slice(0, MAX_SETTINGS);
}

function isOf(chunk: IndexedChunk, hit: Hit): boolean {
  return isOfRepo(chunk, hit) && chunk.place?.file.path === hit.path;
}

function isOfRepo(chunk: IndexedChunk, hit: Hit): boolean {
  return chunk.repo.root.name === hit.repo;
}

function isTestChunk({ place }: IndexedChunk): boolean {
  return place !== null && isTest(place.file.path);
}

/** Tests and examples call everything: they explain nothing. */
function isAside(path: string): boolean {
  return isTest(path) || rolesOf(path).has("example");
}

function isTest(path: string): boolean {
  return rolesOf(path).has("test");
}
