import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSource } from "../../server/workspace/sourceFile";
import { tempDir } from "../tempDir";

async function checkRead(name: string, bytes: Uint8Array | string, expected: string): Promise<void> {
  const file = path.join(tempDir(), name);
  writeFileSync(file, bytes);
  const read = await readSource(file);
  expect(
    read.kind === "text" ? read.text : read.kind === "skipped" ? `skipped: ${read.reason}` : "missing",
  ).toBe(expected);
}

const text = "def größe():\n    pass\n";
const utf16le = Buffer.from(text, "utf16le");

/** Case I7: same text whatever the encoding. */
test("UTF-8", () => checkRead("a.py", text, text));
test("UTF-8 with mark", () => checkRead("a.py", `\ufeff${text}`, text));
test("UTF-16 LE with mark", () =>
  checkRead("a.py", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le]), text));
test("UTF-16 BE with mark", () =>
  checkRead("a.py", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16le).swap16()]), text));
test("UTF-16 LE without mark", () =>
  checkRead("a.py", Buffer.from("def f():\n  pass\n", "utf16le"), "def f():\n  pass\n"));
test("latin-1", () => checkRead("a.py", Buffer.from(text, "latin1"), text));
test("one invalid byte keeps every line", () =>
  checkRead("a.py", Buffer.from([97, 10, 0xff, 10, 98]), "a\nÿ\nb"));

/** Case I2: what is left out says why. */
test("binary", () => checkRead("a.png", Buffer.from([1, 0, 2, 3]), "skipped: binary"));
test("too big", () => checkRead("a.py", "x\n".repeat(600_000), "skipped: larger than 1 MiB"));
test("big data", () => checkRead("a.json", "1,\n".repeat(30_000), "skipped: data file larger than 64 KiB"));
