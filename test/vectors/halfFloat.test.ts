import fc from "fast-check";
import { expect, test } from "vitest";
import { halfTable, toHalves } from "../../server/vectors/halfFloat";

const values = halfTable();

function roundTrip(value: number): number {
  const halves = new Uint16Array(1);
  toHalves([value], halves, 0);
  return values[halves[0]!]!;
}

test("halves keep what they can hold", () => {
  for (const value of [0, 1, -1, 0.5, -0.25, 0.333251953125]) expect(roundTrip(value)).toBe(value);
  expect(roundTrip(1e-7)).toBe(0);
});

test("a half is within 2^-11 of its value, or 2^-14 near zero", () => {
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (value) => {
      expect(Math.abs(roundTrip(value) - value)).toBeLessThanOrEqual(
        Math.max(2 ** -14, Math.abs(value) * 2 ** -11),
      );
    }),
  );
});
