import type { FieldTerms } from "../lexical/lexical";
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
