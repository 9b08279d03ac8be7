import { cosineOfPacked } from "../store/packVector";
import type { FileRecord } from "../store/records";

/**
 * How near each file's outline (its path, names and summaries in one vector) is to the query: cosines over the largest
 * of them, 0 to 1; 0 where a file has none.
 */
export function outlineLikeness(query: Float32Array, files: readonly FileRecord[]): Map<FileRecord, number> {
  const cosines = files.map((file) => Math.max(0, cosineOfPacked(file.outline, query)));
  const largest = Math.max(...cosines, 1e-9);
  return new Map(files.map((file, idx) => [file, cosines[idx]! / largest]));
}
