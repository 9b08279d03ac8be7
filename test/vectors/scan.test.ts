import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import wabt from "wabt";
import { ROWS_OF_BLOCK, Scanner } from "../../server/vectors/scan";
import { SCAN_MODULE } from "../../server/vectors/scanModule";
import { seeded } from "./randomVectors";

test("the module is what its source assembles to", async () => {
  const source = readFileSync(path.resolve(import.meta.dirname, "../../server/vectors/scan.wat"), "utf8");
  const assembled = (await wabt()).parseWat("scan.wat", source, { simd: true }).toBinary({}).buffer;
  expect(Buffer.from(assembled).toString("base64")).toBe(SCAN_MODULE);
});

// Rows of one byte, and so many rows that they pass through the module in several pieces.
test.each([
  [1, 40_000],
  [7, 16],
  [96, 5008],
  [384, 32],
])("rows of %i bytes are scored as one by one, %i of them", (nBytes, nRows) => {
  const random = seeded(3);
  const some = (length: number, below: number) =>
    Uint8Array.from({ length }, () => Math.floor(random() * below));
  const blocks = some(nRows * nBytes, 256);
  const shares = some(nBytes * 32, nBytes > 200 ? 80 : 128);
  const expected = Array.from({ length: nRows }, (_, row) => {
    let score = 0;
    for (let byte = 0; byte < nBytes; byte++) {
      const block = Math.floor(row / ROWS_OF_BLOCK) * ROWS_OF_BLOCK * nBytes;
      const codes = blocks[block + byte * ROWS_OF_BLOCK + (row % ROWS_OF_BLOCK)]!;
      score += shares[byte * 32 + (codes & 15)]! + shares[byte * 32 + 16 + (codes >> 4)]!;
    }
    return score;
  });
  expect([...new Scanner().scan(blocks, shares)]).toEqual(expected);
});
