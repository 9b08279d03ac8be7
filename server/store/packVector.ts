/**
 * A unit vector as text for the log: one signed byte a dimension, in base64. Half the size of half floats; cosines are
 * off by less than .01.
 */
export function packVector(vector: Float32Array): string {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (largest === 0) return "";
  const bytes = Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
  return Buffer.from(bytes.buffer).toString("base64");
}

/** Cosine of a packed vector and a unit vector; 0 where there is none or its dimension is another. */
export function cosineOfPacked(packed: string, vector: Float32Array): number {
  if (packed === "") return 0;
  const bytes = Buffer.from(packed, "base64");
  if (bytes.length !== vector.length) return 0;
  let dot = 0;
  let norm = 0;
  for (let idx = 0; idx < bytes.length; idx++) {
    const value = (bytes[idx]! << 24) >> 24;
    dot += value * vector[idx]!;
    norm += value * value;
  }
  return dot / Math.sqrt(norm);
}
