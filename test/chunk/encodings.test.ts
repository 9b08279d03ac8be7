// I7: the same symbols on the same lines, however a file is encoded.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSource } from "../../server/workspace/sourceFile";
import { tempDir } from "../tempDir";
import { chunker, sourceFile } from "./draw";

const TEXT =
  "# caf\u00e9\r\nclass Caf\u00e9:\r\n    def open(self):\r\n        return 'caf\u00e9'\r\n\r\n\r\nLIMIT = 3\r\n";

function utf16(text: string, order: "LE" | "BE"): Buffer {
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  return order === "LE" ? little : little.swap16();
}

/** Definitions as `name:line`. */
async function symbolsOf(bytes: Buffer): Promise<string[]> {
  const file = path.join(tempDir(), "a.py");
  writeFileSync(file, bytes);
  const read = await readSource(file);
  if (read.kind !== "text") throw new Error(read.kind);
  const { chunks } = await chunker.chunk(sourceFile("a.py", read.text));
  return chunks.flatMap(({ definitions }) => definitions.map(({ name, line }) => `${name}:${line}`));
}

test("UTF-8, with a byte order mark, UTF-16 of both orders", async () => {
  const expected = ["Caf\u00e9:1", "open:2", "LIMIT:6"];
  for (const bytes of [
    Buffer.from(TEXT),
    Buffer.from(`\ufeff${TEXT}`),
    utf16(TEXT, "LE"),
    utf16(TEXT, "BE"),
  ]) {
    expect((await symbolsOf(bytes)).sort()).toEqual([...expected].sort());
  }
});

test("latin-1 and one invalid byte keep the lines", async () => {
  const latin = await symbolsOf(Buffer.from(TEXT, "latin1"));
  expect(latin).toContain("open:2");
  expect(latin).toContain("LIMIT:6");
  const broken = Buffer.from(TEXT);
  broken[3] = 0xff;
  expect(await symbolsOf(broken)).toContain("open:2");
});
