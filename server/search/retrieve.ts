import type { Embedder } from "../embed/embedder";
import type { Catalog, IndexedChunk } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import type { Dense } from "./dense";
import type { FactsOfFiles } from "./fileFacts";
import { acceptanceOf, type CompiledFilter } from "./filter";
import type { Retriever } from "./hit";
import { type Query, simpleName } from "./query";
import { spreadOver } from "./spread";

/** A chunk that some retriever found. */
export interface Candidate {
  readonly chunk: IndexedChunk;
  /** Cosine, 0 where nothing is known. */
  dense: number;
  /** BM25F score, 0 where no term matches. */
  lexical: number;
  readonly ranks: Partial<Record<Retriever, number>>;
}

/** Chunks kept of each retriever, and of those a caller wants: enough that the best file's three best are among them. */
const DEPTH = 200;
const DEPTH_PER_RESULT = 2;
/** Looked through by words to fill those places from many files. */
const DEEPER = 5;
/** What only the other retrievers found and has no cosine to be read is taken to be a little further than all found. */
const BEYOND_LAST = 0.85;
/** Chunks that define a named symbol; a name defined more often than this says little. */
const MAX_DEFINITIONS = 40;

const NO_VECTOR = new Float32Array(0);

export interface RetrieveContext {
  readonly catalog: Catalog;
  readonly embedder: Embedder;
  readonly facts: FactsOfFiles;
  readonly dense: Dense;
  /** How many results are asked for. */
  readonly nWanted: number;
}

export interface Retrieved {
  readonly candidates: readonly Candidate[];
  /** The query's vector, empty where the model knows none of its words. */
  readonly vector: Float32Array;
}

/** Asks every retriever at once; the union of what they find, each with all its scores. */
export async function retrieve(
  query: Query,
  filter: CompiledFilter,
  context: RetrieveContext,
  signal?: AbortSignal,
): Promise<Retrieved> {
  const { catalog, embedder, dense, nWanted } = context;
  const found = new Map<IndexedChunk, Candidate>();
  const note = (chunk: IndexedChunk, retriever: Retriever, rank: number): Candidate => {
    const candidate = found.get(chunk) ?? { chunk, dense: 0, lexical: 0, ranks: {} };
    candidate.ranks[retriever] ??= rank;
    found.set(chunk, candidate);
    return candidate;
  };

  const [vector = NO_VECTOR] = await embedder.embed([query.text], "query", signal);
  signal?.throwIfAborted();
  const accepts = acceptanceOf(filter);
  const depth = Math.max(DEPTH, DEPTH_PER_RESULT * nWanted);
  const spread = spreadOver(query, context.facts, { depth, nWanted });
  const lexical = catalog.lexical.search(query.terms, depth * DEEPER, (doc) => {
    const chunk = catalog.chunk(doc);
    return chunk !== undefined && accepts(chunk);
  });
  const lexicalChunks = lexical.map(({ doc, score }) => ({ chunk: catalog.chunk(doc)!, score }));
  spread(lexicalChunks).forEach(({ chunk, score }, idx) => {
    note(chunk, "lexical", idx + 1).lexical = score;
  });
  [...atPlace(query, catalog, filter.repos), ...defining(query, catalog).slice(0, MAX_DEFINITIONS)]
    .filter(accepts)
    .forEach((chunk, idx) => {
      note(chunk, "symbol", idx + 1);
    });
  const isKnown = vector.some((x) => x !== 0);
  if (isKnown) {
    spread(dense.nearest(filter.repos, { vector, limit: depth, accepts })).forEach(
      ({ chunk, score }, idx) => {
        note(chunk, "dense", idx + 1).dense = score;
      },
    );
    fillDense(vector, [...found.values()], dense);
  }
  return { candidates: [...found.values()], vector: isKnown ? vector : NO_VECTOR };
}

/** Gives a cosine to what only the other retrievers found. */
function fillDense(vector: Float32Array, candidates: readonly Candidate[], dense: Dense): void {
  const last = Math.min(1, ...candidates.filter(({ ranks }) => ranks.dense).map((known) => known.dense));
  for (const candidate of candidates) {
    if (candidate.ranks.dense !== undefined || !candidate.chunk.hasVectors) continue;
    candidate.dense = dense.cosine(candidate.chunk, vector) ?? last * BEYOND_LAST;
  }
}

/** Live chunks that define what the query names, the exact spelling first. */
function defining(query: Query, catalog: Catalog): IndexedChunk[] {
  return query.names.flatMap((name) => {
    const simple = simpleName(name);
    const exact = (chunk: IndexedChunk) => Number(chunk.definitions.some(([defined]) => defined === simple));
    return catalog.defining(simple).sort((a, b) => exact(b) - exact(a));
  });
}

/** The chunk on the line that the query names, in every file of that path. */
function atPlace({ place }: Query, catalog: Catalog, repos: readonly RepoIndex[]): IndexedChunk[] {
  if (place === null || place.line === null) return [];
  const { line } = place;
  return repos.flatMap((repo) =>
    [...repo.files.values()]
      .filter((file) => file.path === place.path || file.path.endsWith(`/${place.path}`))
      .flatMap((file) => file.chunks.filter(([, startLine, endLine]) => startLine <= line && line < endLine))
      .flatMap(([n]) => catalog.chunkOf(repo, n) ?? []),
  );
}
