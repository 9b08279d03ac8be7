import type { Embedder } from "./embedder";

/**
 * Embedded when vectors are first made and whenever a model is opened again: where the two differ, the model behind the
 * same name is another one. Long enough that any two models disagree on it.
 */
export const PROBE_TEXT =
  "def acquire(self, amount):\n    with self._lock:\n        if amount > self._available:\n            return False";

/** Half precision, batching and thread counts move a cosine by less than a thousandth. */
const SAME_COSINE = 0.995;

export async function probeOf(embedder: Embedder, signal?: AbortSignal): Promise<Float32Array> {
  const [vector] = await embedder.embed([PROBE_TEXT], "code", signal);
  return vector!;
}

export function isSameModel(probe: Float32Array, stored: Float32Array): boolean {
  if (probe.length !== stored.length) return false;
  return probe.reduce((sum, value, idx) => sum + value * stored[idx]!, 0) >= SAME_COSINE;
}
