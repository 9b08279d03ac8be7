import { messageOf } from "../base/errors";
import type { FieldTerms } from "../lexical/lexical";
import { bestPerChunk } from "../vectors/bestPerChunk";
import type { VectorMatch, VectorQuery, Vectors } from "../vectors/vectors";
import type { NameHash } from "./nameTable";
import type { ChunkRecord, FileRecord } from "./records";

/** A file as it is in an editor: stands in search for what is indexed of the file. */
export interface Overlay {
  readonly text: string;
  /** False once the text is what the file holds, until the index has caught up. */
  readonly unsaved: boolean;
  /** As it would be recorded; `chunks` number the overlay's own chunks from 0. */
  readonly file: FileRecord;
  readonly chunks: readonly OverlayChunk[];
}

export interface OverlayChunk {
  readonly record: Omit<ChunkRecord, "n" | "nVectors">;
  readonly terms: FieldTerms;
  readonly names: readonly NameHash[];
  readonly vectors: readonly Float32Array[];
}

/** Vectors of overlays by their chunks' numbers, which are below 0; few enough to try them all. */
export type OverlayVectors = ReadonlyMap<number, readonly Float32Array[]>;

/** What searching a repository's vectors needs to know of it. */
export interface Searched {
  readonly overlay: OverlayVectors;
  /** Whether a file holds the chunk now: rows of chunks that none holds stay until upkeep. */
  readonly isLive: (chunk: number) => boolean;
  /** Hears of each search of what is stored: one that fails finds nothing, and the other retrievers still do. */
  readonly onRead: (problem: string | null) => void;
}

/** A repository's stored vectors and those of unsaved text as one. Only live chunks are found, as many as asked for. */
export class SearchedVectors {
  constructor(
    private readonly stored: Vectors,
    private readonly searched: Searched,
  ) {}

  async search(query: VectorQuery): Promise<VectorMatch[]> {
    const { overlay } = this.searched;
    const within = query.within?.filter((n) => n >= 0);
    const matches = await this.#searchLive({ ...query, ...(within ? { within } : {}) });
    if (overlay.size === 0) return matches;
    return bestPerChunk([...matches, ...scored(overlay, query)]).slice(0, query.limit);
  }

  listChunks(): Promise<Set<number>> {
    return this.stored.listChunks();
  }

  close(): void {
    this.stored.close();
  }

  async #searchLive(query: VectorQuery): Promise<VectorMatch[]> {
    try {
      for (let asked = query.limit; ; asked *= 2) {
        const matches = await this.stored.search({ ...query, limit: asked });
        const live = matches.filter(({ chunk }) => this.searched.isLive(chunk)).slice(0, query.limit);
        if (live.length < query.limit && matches.length >= asked) continue;
        this.searched.onRead(null);
        return live;
      }
    } catch (error) {
      this.searched.onRead(messageOf(error));
      return [];
    }
  }
}

function* scored(overlay: OverlayVectors, { vector, within }: VectorQuery): Generator<VectorMatch> {
  const asked = within && new Set(within);
  for (const [chunk, vectors] of overlay) {
    if (asked && !asked.has(chunk)) continue;
    for (const own of vectors) yield { chunk, score: own.reduce((sum, x, idx) => sum + x * vector[idx]!, 0) };
  }
}
