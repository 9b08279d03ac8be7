import { appendFileSync, statSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogReader } from "../../server/store/logReader";
import { LogWriter } from "../../server/store/logWriter";
import { hashOfName, NameTable } from "../../server/store/nameTable";
import { packDefinitions, unpackDefinitions } from "../../server/store/records";
import { tempDir } from "../tempDir";

const gone = (file: string) => ({ t: "gone", path: file }) as const;
const commit = (generation: number) =>
  ({ t: "commit", generation, complete: true, nextChunk: 0, postings: null, nRows: 0 }) as const;

async function readAll(reader: LogReader): Promise<string[]> {
  const seen: string[] = [];
  for await (const { records, commit } of reader.read()) {
    seen.push(
      `${commit.generation}: ${records.map((record) => record.t === "gone" && record.path).join(" ")}`,
    );
  }
  return seen;
}

test("a reader sees whole transactions, and only new ones the next time", async () => {
  const file = path.join(tempDir(), "index.log");
  const writer = await LogWriter.open(file, 0);
  await writer.append([gone("a"), gone("b"), commit(1)]);
  const reader = new LogReader(file);
  expect(await readAll(reader)).toEqual(["1: a b"]);
  await writer.append([gone("c"), commit(2)]);
  expect(await readAll(reader)).toEqual(["2: c"]);
  expect(await readAll(reader)).toEqual([]);
  await writer.close();
});

/** Invariant: the server may be killed at any moment; what follows the last commit does not exist. */
test("whatever a killed writer left is cut off, wherever it was cut", async () => {
  const torn = `${JSON.stringify(gone("torn"))}\n${JSON.stringify(commit(2))}`;
  for (let cut = 0; cut <= torn.length; cut += 7) {
    const file = path.join(tempDir(), "index.log");
    const writer = await LogWriter.open(file, 0);
    await writer.append([gone("a"), commit(1)]);
    const committedBytes = statSync(file).size;
    await writer.close();
    appendFileSync(file, torn.slice(0, cut));
    const reader = new LogReader(file);
    expect(await readAll(reader)).toEqual(["1: a"]);
    expect(reader.offset).toBe(committedBytes);
    const next = await LogWriter.open(file, reader.offset);
    await next.append([gone("b"), commit(2)]);
    await next.close();
    expect(await readAll(reader)).toEqual(["2: b"]);
  }
});

test("a missing log has no transactions", async () => {
  expect(await readAll(new LogReader(path.join(tempDir(), "none")))).toEqual([]);
});

test("packed definitions unpack to themselves", () => {
  const name = fc.stringMatching(/^[\w~<>=+ ]{1,12}$/).map((text) => text.trim().replace(/\s+/g, " ") || "x");
  const kind = fc.constantFrom("method" as const, "class" as const);
  const definition = fc.tuple(name, kind, fc.nat(99), fc.array(name, { maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(definition), (definitions) => {
      expect(unpackDefinitions(packDefinitions(definitions))).toEqual(definitions);
    }),
  );
});

test("the table of names gives each name its documents in the order they came", () => {
  const added = fc.array(fc.tuple(fc.constantFrom("a", "b", "Foo", "foo", "größe"), fc.nat(999)));
  fc.assert(
    fc.property(added, (pairs) => {
      const table = new NameTable();
      for (let i = 0; i < 2000; i++) table.add(...hashOfName("def", `other${i}`), i);
      for (const [name, doc] of pairs) table.add(...hashOfName("use", name), doc);
      for (const name of ["a", "b", "Foo", "foo", "größe", "none"]) {
        const expected = pairs.filter(([own]) => own === name).map(([, doc]) => doc);
        expect(table.docs(hashOfName("use", name))).toEqual(expected);
      }
      expect(table.docs(hashOfName("def", "other1999"))).toEqual([1999]);
    }),
  );
});
