import { messageOf } from "../base/errors";
import type { Catalog, IndexedChunk } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import { cosineTo, nearestIn } from "../vectors/nearest";
import { Scanner } from "../vectors/scan";
import type { ScoredChunk } from "./spread";

/** Nearest chunks over the stored vectors of all open repositories and those of unsaved text. */
export class Dense {
  readonly #scanner = new Scanner();
  constructor(private readonly catalog: Catalog) {}

  /** Best first. A repository whose vectors cannot be read finds nothing and says so; the others still do. */
  nearest(repos: readonly RepoIndex[], { vector, limit, accepts }: DenseQuery): ScoredChunk[] {
    const chunkOf = (repo: RepoIndex, n: number) => this.catalog.chunkOf(repo, n);
    const stored = repos.filter((repo) => repo.rows !== null);
    const sources = stored.map((repo) => ({
      rows: repo.rows!,
      accepts: (n: number) => {
        const chunk = chunkOf(repo, n);
        return chunk !== undefined && accepts(chunk);
      },
      onRead: (problem: string | null) => {
        repo.storeProblem = problem;
      },
    }));
    const found = nearestIn(sources, { vector, limit }, this.#scanner).flatMap((matches, idx) =>
      matches.map(({ chunk, score }) => ({ chunk: chunkOf(stored[idx]!, chunk)!, score })),
    );
    const unsaved = repos.flatMap((repo) =>
      [...repo.overlayVectors].flatMap(([n, vectors]) => {
        const chunk = chunkOf(repo, n);
        return chunk && vectors.length > 0 && accepts(chunk)
          ? [{ chunk, score: Math.max(...vectors.map((own) => cosineTo(own, vector))) }]
          : [];
      }),
    );
    return [...found, ...unsaved]
      .sort((a, b) => b.score - a.score || a.chunk.doc - b.chunk.doc)
      .slice(0, limit);
  }

  /** A chunk's cosine; null where it has no vector or it cannot be read. */
  cosine({ repo, n }: IndexedChunk, vector: Float32Array): number | null {
    const unsaved = repo.overlayVectors.get(n) ?? [];
    if (unsaved.length > 0) return Math.max(...unsaved.map((own) => cosineTo(own, vector)));
    try {
      return repo.rows?.cosine(n, vector) ?? null;
    } catch (error) {
      repo.storeProblem = messageOf(error);
      return null;
    }
  }
}

export interface DenseQuery {
  readonly vector: Float32Array;
  readonly limit: number;
  readonly accepts: (chunk: IndexedChunk) => boolean;
}
