import type { VectorMatch } from "./vectors";

/** @returns each chunk once with its highest score, best first, ties by chunk number. */
export function bestPerChunk(rows: Iterable<VectorMatch>): VectorMatch[] {
  const best = new Map<number, number>();
  for (const { chunk, score } of rows) {
    if (score > (best.get(chunk) ?? Number.NEGATIVE_INFINITY)) best.set(chunk, score);
  }
  return [...best]
    .map(([chunk, score]) => ({ chunk, score }))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}

/** Whether a vector has no direction: the text held no known word, so nothing is near it. */
export function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}
