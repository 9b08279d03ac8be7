import type { Embedder } from "../embed/embedder";
import type { Catalog, IndexedChunk } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import { acceptedIn, type CompiledFilter } from "./filter";
import type { Retriever } from "./hit";
import { type Query, simpleName } from "./query";

/** A chunk that some retriever found. */
export interface Candidate {
  readonly chunk: IndexedChunk;
  /** Cosine, 0 where nothing is known. */
  dense: number;
  /** BM25F score, 0 where no term matches. */
  lexical: number;
  readonly ranks: Partial<Record<Retriever, number>>;
}

/** Chunks asked of each retriever: enough that the best file's three best chunks are among them. */
const DEPTH = 200;
/** Chunks that define a named symbol; a name defined more often than this says little. */
const MAX_DEFINITIONS = 40;

export interface Retrieved {
  readonly candidates: readonly Candidate[];
  /** The query's vector, empty where the model knows none of its words. */
  readonly vector: Float32Array;
}

/** Asks every retriever at once; the union of what they find, each with all its scores. */
export async function retrieve(
  query: Query,
  filter: CompiledFilter,
  { catalog, embedder }: { readonly catalog: Catalog; readonly embedder: Embedder },
  signal?: AbortSignal,
): Promise<Retrieved> {
  const found = new Map<IndexedChunk, Candidate>();
  const note = (chunk: IndexedChunk, retriever: Retriever, rank: number): Candidate => {
    const candidate = found.get(chunk) ?? { chunk, dense: 0, lexical: 0, ranks: {} };
    candidate.ranks[retriever] ??= rank;
    found.set(chunk, candidate);
    return candidate;
  };

  const dense = retrieveDense(query, filter, { catalog, embedder }, signal); // Runs on native threads meanwhile.
  const repos = new Set(filter.repos);
  const accepts = (chunk: IndexedChunk) => repos.has(chunk.repo) && (filter.accepts?.(chunk) ?? true);
  const lexical = catalog.lexical.search(query.terms, DEPTH, (doc) => {
    const chunk = catalog.chunk(doc);
    return chunk !== undefined && accepts(chunk);
  });
  lexical.forEach(({ doc, score }, idx) => {
    note(catalog.chunk(doc)!, "lexical", idx + 1).lexical = score;
  });
  defining(query, catalog)
    .filter(accepts)
    .slice(0, MAX_DEFINITIONS)
    .forEach((chunk, idx) => {
      note(chunk, "symbol", idx + 1);
    });
  const { vector, matches } = await dense;
  matches.forEach(({ chunk, score }, idx) => {
    note(chunk, "dense", idx + 1).dense = score;
  });
  await fillDense(vector, [...found.values()]);
  signal?.throwIfAborted();
  return { candidates: [...found.values()], vector };
}

interface DenseMatch {
  readonly chunk: IndexedChunk;
  readonly score: number;
}

async function retrieveDense(
  query: Query,
  filter: CompiledFilter,
  { catalog, embedder }: { readonly catalog: Catalog; readonly embedder: Embedder },
  signal?: AbortSignal,
): Promise<{ vector: Float32Array; matches: DenseMatch[] }> {
  const [vector] = await embedder.embed([query.text], "query", signal);
  if (!vector?.some((x) => x !== 0)) return { vector: new Float32Array(0), matches: [] };
  const perRepo = await Promise.all(
    filter.repos.map(async (repo) => {
      const within = acceptedIn(repo, catalog, filter);
      if (!repo.vectors || within?.length === 0) return [];
      const matches = await repo.vectors.search({ vector, limit: DEPTH, ...(within ? { within } : {}) });
      return matches.map(({ chunk, score }) => ({ chunk: catalog.chunkOf(repo, chunk), score }));
    }),
  );
  const matches = perRepo.flat().filter((match): match is DenseMatch => match.chunk?.place != null);
  return { vector, matches: matches.sort((a, b) => b.score - a.score).slice(0, DEPTH) };
}

/** Looks up the cosine of what only the other retrievers found, so that no candidate is judged blind. */
async function fillDense(vector: Float32Array, candidates: readonly Candidate[]): Promise<void> {
  if (vector.length === 0) return;
  const blind = new Map<RepoIndex, Map<number, Candidate>>();
  for (const candidate of candidates) {
    if (candidate.ranks.dense !== undefined || !candidate.chunk.hasVectors) continue;
    const { repo, n } = candidate.chunk;
    const ofRepo = blind.get(repo) ?? new Map<number, Candidate>();
    blind.set(repo, ofRepo.set(n, candidate));
  }
  await Promise.all(
    [...blind].map(async ([repo, ofRepo]) => {
      const within = [...ofRepo.keys()];
      const matches = (await repo.vectors?.search({ vector, limit: within.length, within })) ?? [];
      for (const { chunk, score } of matches) {
        const candidate = ofRepo.get(chunk);
        if (candidate) candidate.dense = score;
      }
    }),
  );
}

/** Live chunks that define what the query names, the exact spelling first. */
function defining(query: Query, catalog: Catalog): IndexedChunk[] {
  return query.names.flatMap((name) => {
    const simple = simpleName(name);
    const exact = (chunk: IndexedChunk) => Number(chunk.definitions.some(([defined]) => defined === simple));
    return catalog.defining(simple).sort((a, b) => exact(b) - exact(a));
  });
}
