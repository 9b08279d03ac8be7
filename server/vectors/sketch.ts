// A sketch is what of a vector is kept in memory: two bits a dimension, its sign and whether it is large, or only the
// sign where there are many dimensions. The question keeps its full precision: what each four bits add to the score is
// looked up in a table made for the question. Scores are good enough to choose rows whose exact vectors are then read.
//
// Measured on 385,000 rows of real code, 384 dimensions, 122 questions: share of the true best 10 and 200 chunks among
// the best 1,000 rows by sketch: one bit .996 and .933, two bits 1 and .997, four bits 1 and 1.

/** Beyond, one bit says enough: what a dimension loses averages out over more of them. */
const MAX_DIM_OF_TWO_BITS = 512;
/** What a dimension of each code counts: near the means of what lies within and beyond one standard deviation. */
const LEVELS = { 1: [-1, 1], 2: [-0.5, -1.6, 0.5, 1.6] } as const;
/** Two shares of a byte are added in eight bits. */
const MAX_SHARE = 127;
const MAX_SUM = 0xffff;
export const NIBBLE_CODES = 16;

export function sketchBits(dim: number): 1 | 2 {
  return dim > MAX_DIM_OF_TWO_BITS ? 1 : 2;
}

export function sketchBytes(dim: number): number {
  return Math.ceil((dim * sketchBits(dim)) / 8);
}

/** Writes the sketch of a unit vector into `into`, whose bytes there are 0. */
export function writeSketch(vector: Float32Array, into: Uint8Array, at: number): void {
  const bits = sketchBits(vector.length);
  const large = 1 / Math.sqrt(vector.length); // A unit vector's standard deviation.
  for (let idx = 0; idx < vector.length; idx++) {
    const value = vector[idx]!;
    const sign = Number(value > 0);
    const code = bits === 1 ? sign : 2 * sign + Number(value > large || value < -large);
    const bit = idx * bits;
    into[at + (bit >> 3)]! |= code << (bit & 7);
  }
}

/** For each four bits of a sketch sixteen whole numbers: what each of their codes adds to the score. */
export function sharesOf(query: Float32Array): Uint8Array {
  const bits = sketchBits(query.length);
  const nNibbles = 2 * sketchBytes(query.length);
  const exact = new Float32Array(nNibbles * NIBBLE_CODES);
  const ranges = new Float32Array(nNibbles);
  for (let nibble = 0; nibble < nNibbles; nibble++) {
    const own = exact.subarray(nibble * NIBBLE_CODES, (nibble + 1) * NIBBLE_CODES);
    for (let code = 0; code < NIBBLE_CODES; code++) own[code] = shareOf(query, bits, nibble, code);
    const least = Math.min(...own);
    for (let code = 0; code < NIBBLE_CODES; code++) own[code]! -= least; // The same for every row.
    ranges[nibble] = Math.max(...own);
  }
  const total = ranges.reduce((sum, range) => sum + range, 0);
  // Rounded up, every share is half a step more at the most.
  const scale = Math.min(MAX_SHARE / Math.max(...ranges), (MAX_SUM - nNibbles) / total);
  return Uint8Array.from(exact, (share) => Math.round(share * scale));
}

function shareOf(query: Float32Array, bits: 1 | 2, nibble: number, code: number): number {
  const levels = LEVELS[bits];
  let share = 0;
  for (let bit = 0; bit < 4; bit += bits) {
    const value = query[(4 * nibble + bit) / bits] ?? 0;
    share += value * levels[(code >> bit) & ((1 << bits) - 1)]!;
  }
  return share;
}
