// IEEE 754 half precision (binary16): sign 1 bit, exponent 5, fraction 10. Vectors are stored so: half the bytes, and
// a cosine moves by less than .001.

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The nearest half to each value, ties to even, as bits. Values are at most 1 in size; below 6e-5 they become 0. */
export function toHalves(values: ArrayLike<number>, into: Uint16Array, at: number): void {
  for (let idx = 0; idx < values.length; idx++) {
    float[0] = values[idx]!;
    const single = bits[0]!;
    const sign = (single >>> 16) & 0x8000;
    // Exponent and fraction shifted together: a fraction that rounds up to 1 carries into the exponent, as it should.
    const magnitude = (single & 0x7fffffff) - (112 << 23);
    const rounded = (magnitude + 0xfff + ((magnitude >>> 13) & 1)) >> 13;
    into[at + idx] = magnitude < 1 << 23 ? sign : sign | rounded;
  }
}

let table: Float32Array | null = null;

/** @returns for each of the 65,536 halves its value: looking up beats computing. Made once, in some 20 ms. */
export function halfTable(): Float32Array {
  table ??= makeHalfTable();
  return table;
}

function makeHalfTable(): Float32Array {
  return Float32Array.from({ length: 1 << 16 }, (_, half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >>> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}
