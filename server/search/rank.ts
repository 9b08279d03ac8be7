import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import type { FactsOfFiles, FileFacts } from "./fileFacts";
import type { Fused } from "./fuse";
import { coverageOf, matchName, type WeightedWord } from "./nameMatch";
import { penaltyOf } from "./pathRules";
import { type Query, simpleName } from "./query";

/** A chunk in its final order; `parts` says what moved it. */
export interface Ranked extends Fused {
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}

interface FileGroup {
  readonly repo: RepoIndex;
  readonly file: FileRecord;
  readonly chunks: readonly Fused[]; // Best first.
}

/** Files whose facts are looked at; the rest keep their fused order behind them. */
const MAX_FILES = 80;
/** Each further chunk of a file counts half the one before: people need them, but not first. */
const CHUNK_DECAY = 0.5;

/**
 * Orders files by the recipe measured on the development bench (what each part gave stands in this room's README),
 * then lays out their chunks: the best of each file, further ones with decay.
 */
export function rank(
  query: Query,
  fused: readonly Fused[],
  context: { readonly facts: FactsOfFiles; readonly idf: (term: string) => number; readonly nFiles: number },
): Ranked[] {
  const words = query.words.map((word) => ({ word, idf: context.idf(word) }));
  const ranked = groupByFile(fused)
    .slice(0, MAX_FILES)
    .flatMap((group) => {
      const facts = context.facts.of(group.repo, group.file);
      const parts = scoreParts(query, words, group, facts, context.nFiles);
      const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
      return layOut(query, group, total, parts);
    });
  return ranked.sort((a, b) => b.score - a.score || a.chunk.doc - b.chunk.doc);
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
  return [...groups.values()].sort((a, b) => b.chunks[0]!.fused - a.chunks[0]!.fused);
}

/** The additive parts of a file's score, each named: the answer to "why is this here?". */
function scoreParts(
  query: Query,
  words: readonly WeightedWord[],
  group: FileGroup,
  facts: FileFacts,
  nFiles: number,
): Record<string, number> {
  const top3 = group.chunks.slice(0, 3);
  const stem = matchName(words, facts.stemParts);
  const joined = query.terms.some(({ term }) => term === facts.stem);
  return {
    "best chunk": top3[0]?.fused ?? 0,
    "top three": (0.8 * top3.reduce((sum, chunk) => sum + chunk.fused, 0)) / 3,
    "file name": 0.35 * (stem.full >= 0.8 ? stem.full : 0) + 0.2 * stem.coverage,
    "exact file name": joined ? 0.3 : 0,
    symbols: 0.3 * coverageOf(words, facts.symbolWords),
    "exact symbol": definesNamed(query, facts) ? 0.3 : 0,
    centrality: (0.2 * Math.log1p(facts.nMentioning)) / Math.log1p(Math.max(nFiles, 2)),
    size: 0.04 * Math.log1p(group.file.nLines),
    "index file": facts.isIndexFile ? 0.1 : 0,
    depth: -0.06 * facts.depth,
    "kind of file": -penaltyOf(facts.roles, query.wants),
    "named place": matchesPlace(query, group.file.path) ? 3 : 0,
  };
}

function definesNamed(query: Query, facts: FileFacts): boolean {
  return query.names.some((name) => facts.symbols.has(simpleName(name).toLowerCase()));
}

function matchesPlace(query: Query, path: string): boolean {
  return query.place !== null && (path === query.place.path || path.endsWith(`/${query.place.path}`));
}

function layOut(query: Query, group: FileGroup, total: number, parts: Record<string, number>): Ranked[] {
  const names = new Set(query.names.map(simpleName));
  const line = matchesPlace(query, group.file.path) ? (query.place?.line ?? null) : null;
  const own = (chunk: Fused): number => {
    const { definitions, place } = chunk.chunk;
    const named = definitions.some(([name]) => names.has(name)) ? 1 : 0;
    const there = line !== null && place && place.startLine <= line && line < place.endLine ? 3 : 0;
    return chunk.fused + named + there;
  };
  const ordered = group.chunks.map((chunk) => ({ chunk, own: own(chunk) })).sort((a, b) => b.own - a.own);
  const best = ordered[0]?.own || 1;
  return ordered.map(({ chunk, own }, idx) => ({
    ...chunk,
    score: total > 0 ? total * CHUNK_DECAY ** idx * (own / best) : total - idx,
    parts,
  }));
}
