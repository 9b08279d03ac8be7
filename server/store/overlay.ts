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

/**
 * A repository's vectors with those of unsaved text. Only searching sees the latter.
 *
 * @param onRead hears of each search of what is stored: a search that fails finds nothing there, and the others still do.
 */
export function withOverlay(
  stored: Vectors,
  overlay: OverlayVectors,
  onRead: (problem: string | null) => void,
): Vectors {
  const search = async (query: VectorQuery): Promise<VectorMatch[]> => {
    try {
      const matches = await stored.search(query);
      onRead(null);
      return matches;
    } catch (error) {
      onRead(messageOf(error));
      return [];
    }
  };
  return {
    add: (rows) => stored.add(rows),
    delete: (chunks) => stored.delete(chunks),
    listChunks: () => stored.listChunks(),
    countChunks: () => stored.countChunks(),
    optimize: () => stored.optimize(),
    close: () => stored.close(),
    search: async (query) => {
      if (overlay.size === 0) return search(query);
      const within = query.within?.filter((n) => n >= 0);
      const matches = await search({ ...query, ...(within ? { within } : {}) });
      return bestPerChunk([...matches, ...scored(overlay, query)]).slice(0, query.limit);
    },
  };
}

function* scored(overlay: OverlayVectors, { vector, within }: VectorQuery): Generator<VectorMatch> {
  const asked = within && new Set(within);
  for (const [chunk, vectors] of overlay) {
    if (asked && !asked.has(chunk)) continue;
    for (const own of vectors) yield { chunk, score: own.reduce((sum, x, idx) => sum + x * vector[idx]!, 0) };
  }
}
