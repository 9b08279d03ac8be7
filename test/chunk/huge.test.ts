// I8, S1: what is huge is cut in bounded time, and what was not parsed says why.
import { expect, test } from "vitest";
import { chunker, sourceFile } from "./draw";

/** Of this process's own time. */
const MAX_MS = 10_000;

async function checkHuge(path: string, text: string, reason: string | undefined): Promise<number> {
  const began = process.cpuUsage();
  const { chunks, problems } = await chunker.chunk(sourceFile(path, text));
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(MAX_MS);
  expect(problems[0]?.reason).toBe(reason);
  expect(chunks.at(-1)?.endLine).toBe(text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
  return chunks.length;
}

test("a 2 MB script on one line", async () => {
  const text = `!function(){${"a(b,c);".repeat(300_000)}}();`;
  expect(await checkHuge("app.min.js", text, "too big to parse: cut by lines")).toBe(1);
});

test("a 40 MB JSON file", { timeout: 120_000 }, () => {
  const entry = '    { "id": 12345, "name": "one of very many", "tags": ["a", "b", "c"] },\n';
  const text = `[\n${entry.repeat(550_000)}    {}\n]\n`;
  expect(text.length).toBeGreaterThan(40_000_000);
  return checkHuge("data.json", text, "too big to parse: cut by lines");
});

test("a 30,000-line generated file is parsed", { timeout: 120_000 }, async () => {
  const one = (n: number) =>
    `export function generated${n}(value: number): number {\n  return value + ${n};\n}\n`;
  const text = `// Code generated. DO NOT EDIT.\n${Array.from({ length: 10_000 }, (_, n) => one(n)).join("")}`;
  expect(await checkHuge("client.gen.ts", text, undefined)).toBeGreaterThan(2_000);
});

test("minified code is told from one long literal in ordinary code", async () => {
  const long = `const logo = "${"A".repeat(20_000)}";\n`;
  await checkHuge("min.js", long.repeat(3), "minified: most of it is in very long lines");
  await checkHuge("logo.js", `${long}${"let a = 1;\n".repeat(100)}`, undefined);
});
