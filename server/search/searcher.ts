import path from "node:path";
import { EngineError } from "../base/errors";
import { findLines } from "../base/findLines";
import type { Embedder } from "../embed/embedder";
import type { Catalog, IndexedChunk } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import { readSource } from "../workspace/sourceFile";
import { Dense } from "./dense";
import { FactsOfFiles } from "./fileFacts";
import { compileFilter, type Filter, findChanged } from "./filter";
import { fuse } from "./fuse";
import type { Hit } from "./hit";
import { parseQuery, simpleName } from "./query";
import { rank } from "./rank";
import { type Distinct, dropRepeats } from "./repeats";
import { retrieve } from "./retrieve";

export interface SearchOptions {
  readonly limit: number;
  readonly filter?: Filter;
}

export interface SearchOutcome {
  /** Sum of the generations of all open repositories: grows with every commit. */
  readonly generation: number;
  /** Best first, each read from disk and checked against what was indexed. */
  readonly hits: readonly Hit[];
}

/** Results looked at beyond those asked for, to replace what is gone. */
const SPARE = 10;

/** One query, end to end. */
export class Searcher {
  readonly #facts: FactsOfFiles;
  readonly #dense: Dense;
  constructor(
    private readonly catalog: Catalog,
    private readonly embedder: Embedder,
    private readonly repos: () => readonly RepoIndex[],
  ) {
    this.#facts = new FactsOfFiles(catalog);
    this.#dense = new Dense(catalog);
  }

  /** @throws EngineError "bad-query" for an empty query or a filter that names nothing. */
  async search(text: string, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
    if (!text.trim())
      throw new EngineError("bad-query", "The question is empty; type what you are looking for.");
    const query = parseQuery(text);
    const { catalog, embedder } = this;
    const open = this.repos();
    const { filter: asked = {} } = options;
    const changed = asked.changedSince ? await findChanged(asked.changedSince, open, signal) : undefined;
    const filter = compileFilter(asked, open, changed);
    const { candidates, vector } = await retrieve(
      query,
      filter,
      { catalog, embedder, facts: this.#facts, dense: this.#dense, nWanted: options.limit },
      signal,
    );
    // Invariant: from here to the ranked list nothing is awaited, so all places are of one generation.
    const generation = open.reduce((sum, repo) => sum + repo.generation, 0);
    const nFiles = open.reduce((sum, repo) => sum + repo.files.size, 0);
    const idf = (term: string) => this.catalog.lexical.idf(term);
    const context = { facts: this.#facts, idf, nFiles, vector, nWanted: options.limit };
    const ranked = rank(query, fuse(candidates, query.shape), context);
    return { generation, hits: await readHits(dropRepeats(ranked), options.limit, signal) };
  }
}

/** The first `limit` whose lines are there. */
async function readHits(distinct: readonly Distinct[], limit: number, signal?: AbortSignal): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let at = 0; hits.length < limit && at < Math.min(distinct.length, limit + SPARE); ) {
    const some = distinct.slice(at, Math.min(at + limit - hits.length, limit + SPARE));
    at += some.length;
    for (const hit of await Promise.all(some.map(readHit))) if (hit) hits.push(hit);
    signal?.throwIfAborted();
  }
  return hits;
}

/** The lines of a chunk that no search found, as a hit; null where they are gone. */
export function readLines(chunk: IndexedChunk): Promise<Hit | null> {
  const ranked = { chunk, dense: 0, lexical: 0, fused: 0, score: 0, ranks: {}, parts: {} };
  return readHit({ ranked, nCopies: 0 });
}

/** Invariant: a hit's lines are what its file holds now; content that is gone is withheld. */
async function readHit({ ranked, nCopies }: Distinct): Promise<Hit | null> {
  const { chunk, score, ranks, parts } = ranked;
  const { place, repo } = chunk;
  if (!place) return null;
  const file = path.join(repo.root.repoRoot, place.file.path);
  const { overlay } = place;
  const read = overlay ? null : await readSource(file, "forced");
  const text = overlay?.text ?? (read?.kind === "text" ? read.text : null);
  const found = text === null ? null : findLines(text, place, chunk.textHash);
  if (!found) return null;
  return {
    repo: repo.root.name,
    path: place.file.path,
    file,
    startLine: found.startLine,
    endLine: found.endLine,
    symbol: chunk.symbol,
    definedAt: definitionLine(chunk, found.startLine),
    kind: chunk.kind,
    language: place.file.language,
    summary: chunk.summary,
    score,
    ranks,
    parts,
    nCopies,
    text: found.text,
    textHash: chunk.textHash,
    ...(overlay?.unsaved ? { unsaved: true } : {}),
  };
}

function definitionLine(chunk: IndexedChunk, startLine: number): number | null {
  const name = simpleName(chunk.symbol);
  const definition = chunk.definitions.find(([defined]) => defined === name);
  return definition ? startLine + definition[2] : null;
}
