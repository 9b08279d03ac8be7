import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import {
  type FeatureName,
  type Features,
  type FileCandidate,
  featuresOf,
  matchesPlace,
  type ScoreParts,
} from "./features";
import type { FactsOfFiles } from "./fileFacts";
import type { Fused } from "./fuse";
import { outlineLikeness } from "./outline";
import { type Query, simpleName } from "./query";
import { type QueryWords, queryWordsIn } from "./queryWords";
import { isAside } from "./spread";
import { WEIGHTS } from "./weights";

/** A chunk in its final order; `parts` says what moved it. */
export interface Ranked extends Fused {
  readonly score: number;
  readonly parts: ScoreParts;
}

export interface RankContext {
  readonly facts: FactsOfFiles;
  readonly idf: (term: string) => number;
  readonly nFiles: number;
  /** The query's vector, empty where it has none. */
  readonly vector: Float32Array;
  /** How many results are asked for. */
  readonly nWanted: number;
}

/** Files whose facts are looked at, where no more results are wanted. */
const MIN_FILES = 80;
/** A test or a page of documentation must match this much better to be looked at. */
const ASIDE_DISCOUNT = 0.3;
/** Each further chunk of a file counts half the one before: people need them, but not first. */
const CHUNK_DECAY = 0.5;

/**
 * Orders files by a linear score over named features, then lays out their chunks: the best of each file, further ones
 * with decay.
 */
export function rank(query: Query, fused: readonly Fused[], context: RankContext): Ranked[] {
  const ranked = rankFiles(query, fused, context).flatMap(({ candidate, features }) =>
    layOut(query, candidate, partsOf(features)),
  );
  return ranked.sort((a, b) => b.score - a.score || a.chunk.doc - b.chunk.doc);
}

/** The candidate files with their features. */
export function rankFiles(
  query: Query,
  fused: readonly Fused[],
  context: RankContext,
): { readonly candidate: FileCandidate; readonly features: Features }[] {
  const groups = groupByFile(fused)
    .map((group) => ({ ...group, promise: promiseOf(query, group, context.facts) }))
    .sort((a, b) => b.promise - a.promise)
    .slice(0, Math.max(MIN_FILES, context.nWanted));
  const outlines = outlineLikeness(
    context.vector,
    groups.map(({ file }) => file),
  );
  const wordsOf = new Map<RepoIndex, QueryWords>(); // An idf is looked up in every block of postings.
  return groups.map(({ repo, file, chunks }) => {
    const words = wordsOf.get(repo) ?? queryWordsIn(repo.root.name, query, context.idf);
    wordsOf.set(repo, words);
    const outline = outlines.get(file) ?? 0;
    const candidate = { file, chunks, facts: context.facts.of(repo, file), outline };
    return { candidate, features: featuresOf(query, words, candidate, context.nFiles) };
  });
}

interface FileGroup {
  readonly repo: RepoIndex;
  readonly file: FileRecord;
  readonly chunks: readonly Fused[]; // Best first.
}

function groupByFile(fused: readonly Fused[]): FileGroup[] {
  const groups = new Map<FileRecord, { repo: RepoIndex; file: FileRecord; chunks: Fused[] }>();
  for (const candidate of fused) {
    const file = candidate.chunk.place?.file;
    if (!file) continue; // Left the index while the search was under way.
    const group = groups.get(file);
    if (group) group.chunks.push(candidate);
    else groups.set(file, { repo: candidate.chunk.repo, file, chunks: [candidate] });
  }
  return [...groups.values()];
}

/** What its best chunk lets one expect of a file before its facts are looked at. */
function promiseOf(query: Query, { file, chunks }: FileGroup, facts: FactsOfFiles): number {
  return (chunks[0]?.fused ?? 0) - (isAside(query, facts.rolesOf(file)) ? ASIDE_DISCOUNT : 0);
}

function partsOf(features: Features): ScoreParts {
  const names = Object.keys(features) as FeatureName[];
  const parts = names.map((name) => [name, WEIGHTS[name] * features[name]] as const);
  return Object.fromEntries(parts.filter(([, part]) => part !== 0));
}

/** How far each chunk stands behind its file's best one, best first; what the query names outright comes first. */
export function orderChunks(query: Query, candidate: FileCandidate): { chunk: Fused; share: number }[] {
  const names = new Set(query.names.map(simpleName));
  const line = matchesPlace(query, candidate.file.path) ? (query.place?.line ?? null) : null;
  const own = (chunk: Fused): number => {
    const { definitions, place } = chunk.chunk;
    const named = definitions.some(([name]) => names.has(name)) ? 1 : 0;
    const there = line !== null && place && place.startLine <= line && line < place.endLine ? 3 : 0;
    return chunk.fused + named + there;
  };
  const ordered = candidate.chunks.map((chunk) => ({ chunk, own: own(chunk) })).sort((a, b) => b.own - a.own);
  const best = ordered[0]?.own || 1;
  return ordered.map(({ chunk, own }) => ({ chunk, share: own / best }));
}

function layOut(query: Query, candidate: FileCandidate, ofFile: ScoreParts): Ranked[] {
  const total = Object.values(ofFile).reduce((sum, part) => sum + part, 0);
  return orderChunks(query, candidate).map(({ chunk, share }, idx) => {
    const score = total > 0 ? total * CHUNK_DECAY ** idx * share : total - idx;
    const parts = idx === 0 ? ofFile : { ...ofFile, "further chunk": score - total };
    return { ...chunk, score, parts };
  });
}
