import type { FileRecord } from "../store/records";
import type { FileFacts } from "./fileFacts";
import type { Fused } from "./fuse";
import { coverageOf, matchName } from "./nameMatch";
import { isWaived, type PathRole } from "./pathRules";
import { type Query, simpleName } from "./query";
import type { QueryWords } from "./queryWords";

/**
 * What a file's score is made of, each in its own unit: mostly 0 to 1, penalties 0 or -1. `weights.ts` says what one
 * unit is worth; a part of a score is their product.
 */
export type FeatureName = ContentFeature | NameFeature | KindFeature;

type ContentFeature = "best chunk" | "top three chunks" | "outline" | "size";
type NameFeature =
  | "file name"
  | "file name coverage"
  | "exact file name"
  | "symbols"
  | "exact symbol"
  | "exact spelling"
  | "centrality"
  | "index file"
  | "depth"
  | "named place"
  | "named repository";
type KindFeature = PathRole | "asked for" | "header beside its source";

/**
 * What each feature of its file added to a hit's score, and what standing behind a better chunk of the same file took
 * off. They sum to the score; those that are 0 are left out.
 */
export type ScoreParts = Readonly<Partial<Record<FeatureName | "further chunk", number>>>;

export type Features = Readonly<Record<FeatureName, number>>;

/** A file among the candidates of one query. */
export interface FileCandidate {
  readonly file: FileRecord;
  readonly chunks: readonly Fused[]; // Best first, at least one.
  readonly facts: FileFacts;
  /** Cosine of the query and the file's outline over the largest among the candidates; 0 where unknown. */
  readonly outline: number;
}

/** Below, a stem shares too little with the question to be what it names. */
const STEM_LIKENESS = 0.8;

export function featuresOf(
  query: Query,
  words: QueryWords,
  { file, chunks, facts, outline }: FileCandidate,
  nFiles: number,
): Features {
  const top3 = chunks.slice(0, 3);
  const stem = matchName(words.telling, facts.stemParts);
  return {
    "best chunk": top3[0]?.fused ?? 0,
    "top three chunks": top3.reduce((sum, chunk) => sum + chunk.fused, 0) / 3,
    outline,
    size: Math.log1p(file.nLines),
    "file name": stem.full >= STEM_LIKENESS ? stem.full : 0,
    "file name coverage": matchName(words.all, facts.stemParts).coverage,
    "exact file name": Number(stem.full > 0 && query.terms.some(({ term }) => term === facts.stem)),
    symbols: coverageOf(words.all, facts.symbolWords),
    ...exactNames(query, facts),
    centrality: Math.log1p(facts.nMentioning) / Math.log1p(Math.max(nFiles, 2)),
    "index file": Number(facts.isIndexFile),
    depth: -facts.depth,
    "named place": Number(matchesPlace(query, file.path)),
    "named repository": words.naming,
    ...kindOfFile(query, facts),
  };
}

/** `Foo.bar` is defined as `bar`; the same letters in another case count, the same spelling counts more. */
function exactNames(query: Query, facts: FileFacts): Pick<Features, "exact symbol" | "exact spelling"> {
  const names = query.names.map(simpleName);
  return {
    "exact symbol": Number(names.some((name) => facts.symbols.has(name.toLowerCase()))),
    "exact spelling": Number(names.some((name) => facts.spellings.has(name))),
  };
}

export function matchesPlace(query: Query, path: string): boolean {
  return query.place !== null && (path === query.place.path || path.endsWith(`/${query.place.path}`));
}

function kindOfFile(query: Query, facts: FileFacts): Pick<Features, KindFeature> {
  const is = (role: PathRole) => (facts.roles.has(role) && !isWaived(role, query.wants) ? -1 : 0);
  return {
    test: is("test"),
    docs: is("docs"),
    example: is("example"),
    config: is("config"),
    compat: is("compat"),
    generated: is("generated"),
    vendored: is("vendored"),
    "asked for": Number([...facts.roles].some((role) => isWaived(role, query.wants))),
    "header beside its source": facts.isHeaderBesideSource ? -1 : 0,
  };
}
