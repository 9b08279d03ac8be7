import { slotsFingerprint } from "../lexical/impact";

/**
 * Version of everything in a store's folder. A store of another version is thrown away and built anew, never
 * migrated. History:
 * 1  index.log of JSON lines, vectors in LanceDB, one row a piece.
 * 2  file records carry flags, exclusion, cut and whether a pattern forced them in.
 * 3  file records hold the vector of the file's outline.
 * 4  chunk records hold calls, imports and supertypes apart, with their lines.
 * 5  posting lists and names packed in files of their own; the head names the log; commits name the next chunk.
 * 6  what a chunk uses is one packed text, with receivers and bindings; definitions say what is around them.
 * 7  vectors are searched from sketches and values beside the table; commits count their rows.
 */
export const FORMAT_VERSION = 7;

/** Version of how files are cut and turned into text and terms; raise it when the same file gives other chunks. */
export const CHUNKER_VERSION = 5;

/** All that shapes a stored chunk. Two stores of different fingerprints are never mixed. */
export function fingerprintOf(modelId: string): string {
  return `format ${FORMAT_VERSION}, chunker ${CHUNKER_VERSION}, terms ${slotsFingerprint()}, model ${modelId}`;
}
