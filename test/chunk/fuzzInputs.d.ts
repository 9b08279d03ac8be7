import type { Chunker } from "../../server/chunk/chunkFile";
import type { Languages } from "../../server/syntax/languages";
export interface FuzzInput {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}
/** @param sources a folder whose files are cut off at random places. */
export declare function fuzzInputs(seed: number, n: number, sources: string): Generator<FuzzInput>;
/**
 * Cuts one input. @returns the number of problems the chunker told.
 * @throws Error where chunks overlap, lose a line, or say what the file does not.
 */
export declare function checkChunks(
  chunker: Chunker,
  languages: Languages,
  { path: file, text }: Pick<FuzzInput, "path" | "text">,
): Promise<number>;
