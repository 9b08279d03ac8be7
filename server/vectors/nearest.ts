import { messageOf } from "../base/errors";
import type { Scanner } from "./scan";
import { sharesOf } from "./sketch";
import type { VectorRows } from "./vectorRows";
import type { VectorMatch } from "./vectors";

/** Rows whose exact vectors are read for each chunk asked for, and at the least. */
const ROWS_PER_CHUNK = 4;
const MIN_ROWS = 200;
/** Times as many rows are looked at where too few are accepted. */
const LOOK_FURTHER = 8;

/** The rows of one repository and which of its chunks may be found. */
export interface Source {
  readonly rows: VectorRows;
  readonly accepts: (chunk: number) => boolean;
  /** Hears of each reading: one that fails finds nothing. */
  readonly onRead: (problem: string | null) => void;
}

export interface Nearest {
  readonly vector: Float32Array; // Unit length.
  readonly limit: number;
}

/**
 * The chunks nearest to a vector over all sources: every sketch is scanned, the best rows among those accepted are
 * scored by their exact vectors. Exact where no more rows are accepted than are read anyway.
 *
 * @returns for each source its chunks, best first; together `limit` at the most.
 */
export function nearestIn(
  sources: readonly Source[],
  { vector, limit }: Nearest,
  scanner: Scanner,
): VectorMatch[][] {
  if (limit <= 0 || isZero(vector)) return sources.map(() => []);
  const shares = sharesOf(vector);
  const scanned = sources.map((source) => ({
    ...source,
    scores: scanner.scan(source.rows.blocks, shares).subarray(0, source.rows.nRows),
  }));
  const found = bestRows(scanned, Math.max(MIN_ROWS, ROWS_PER_CHUNK * limit));
  return bestOfAll(
    found.map((rows, idx) => scored(sources[idx]!, rows, vector)),
    limit,
  );
}

interface Scanned extends Source {
  /** Of each row. */
  readonly scores: Uint16Array;
}

/**
 * The accepted rows of the highest scores, by source, at least `limit` where there are so many. A histogram says which
 * score so many rows reach; where too few of these are accepted, more are looked at.
 */
function bestRows(sources: readonly Scanned[], limit: number): number[][] {
  const counts = new Uint32Array(1 << 16);
  for (const { scores } of sources) for (let row = 0; row < scores.length; row++) counts[scores[row]!]!++;
  for (let nLooked = limit; ; nLooked *= LOOK_FURTHER) {
    const least = scoreReachedBy(counts, nLooked);
    const found = sources.map((source) => acceptedFrom(source, least));
    if (least === 0 || found.reduce((sum, rows) => sum + rows.length, 0) >= limit)
      return cutToBest(sources, found, limit);
  }
}

/** The highest score that at least `nRows` rows reach; 0 where there are fewer. */
function scoreReachedBy(counts: Uint32Array, nRows: number): number {
  let nReaching = 0;
  for (let score = counts.length - 1; score > 0; score--) {
    nReaching += counts[score]!;
    if (nReaching >= nRows) return score;
  }
  return 0;
}

function acceptedFrom({ rows, scores, accepts }: Scanned, least: number): number[] {
  const accepted: number[] = [];
  for (let row = 0; row < scores.length; row++)
    if (scores[row]! >= least && accepts(rows.chunkAt(row))) accepted.push(row);
  return accepted;
}

/** Leaves out the rows beyond `limit`, but for those that score as the last one does. */
function cutToBest(sources: readonly Scanned[], found: readonly number[][], limit: number): number[][] {
  const scores = Uint16Array.from(
    found.flatMap((rows, idx) => rows.map((row) => sources[idx]!.scores[row]!)),
  );
  const least = scores.sort()[scores.length - limit] ?? 0;
  return found.map((rows, idx) => rows.filter((row) => sources[idx]!.scores[row]! >= least));
}

/** Every row of a chunk counts, also those whose sketch did not stand out. */
function scored({ rows, onRead }: Source, found: readonly number[], vector: Float32Array): VectorMatch[] {
  const chunks = [...new Set(found.map((row) => rows.chunkAt(row)))].sort((a, b) => a - b);
  try {
    const matches = chunks.map((chunk) => ({ chunk, score: rows.cosine(chunk, vector)! }));
    onRead(null);
    return matches.sort((a, b) => b.score - a.score || a.chunk - b.chunk);
  } catch (error) {
    onRead(messageOf(error));
    return [];
  }
}

/** Whether a vector has no direction: the text held no known word, so nothing is near it. */
function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

export function cosineTo(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, idx) => sum + value * b[idx]!, 0);
}

/** Cuts each list where the best `limit` of all end. */
function bestOfAll(lists: readonly VectorMatch[][], limit: number): VectorMatch[][] {
  const scores = lists.flatMap((list) => list.map(({ score }) => score)).sort((a, b) => b - a);
  const least = scores[limit - 1] ?? Number.NEGATIVE_INFINITY;
  return lists.map((list) => list.filter(({ score }) => score >= least).slice(0, limit));
}
