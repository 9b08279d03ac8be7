import { messageOf } from "../base/errors";
import type { Scanner } from "./scan";
import { sharesOf } from "./sketch";
import type { VectorRows } from "./vectorRows";
import type { VectorMatch } from "./vectors";

/** Rows whose exact vectors are read for each chunk asked for, and at the least. */
const ROWS_PER_CHUNK = 5;
const MIN_ROWS = 200;

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
  const best = new BestRows(Math.max(MIN_ROWS, ROWS_PER_CHUNK * limit));
  const shares = sharesOf(vector);
  for (const [source, { rows, accepts }] of sources.entries()) {
    const { nRows } = rows;
    scanner.scan(rows.blocks, shares, (scores, first) => {
      const end = Math.min(scores.length, nRows - first);
      let { least } = best;
      for (let idx = 0; idx < end; idx++) {
        if (scores[idx]! <= least || !accepts(rows.chunkAt(first + idx))) continue;
        best.offer(scores[idx]!, source, first + idx);
        least = best.least;
      }
    });
  }
  return bestOfAll(
    best.take(sources.length).map((found, idx) => scored(sources[idx]!, found, vector)),
    limit,
  );
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

/** The rows of the highest scores: takes twice as many as are kept, then sorts and cuts. */
class BestRows {
  readonly #rows: { readonly source: number; readonly row: number; readonly score: number }[] = [];
  /** Scores up to this one cannot come in. */
  least = -1;

  constructor(private readonly limit: number) {}

  offer(score: number, source: number, row: number): void {
    this.#rows.push({ source, row, score });
    if (this.#rows.length >= 2 * this.limit) this.#cut();
  }

  /** Rows of each source. */
  take(nSources: number): number[][] {
    this.#cut();
    const lists = Array.from({ length: nSources }, (): number[] => []);
    for (const { source, row } of this.#rows) lists[source]!.push(row);
    return lists;
  }

  #cut(): void {
    this.#rows.sort((a, b) => b.score - a.score);
    this.#rows.length = Math.min(this.#rows.length, this.limit);
    if (this.#rows.length === this.limit) this.least = this.#rows.at(-1)!.score;
  }
}
