// Chunks of a file never overlap, are in order, cover every non-blank line, and say exactly the file's lines:
// for any text whatever, in every language.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineStarts, sliceLines } from "../../server/base/lines";
import { chunker, languages, sourceFile } from "./draw";

/** Above what the parser may wait on a busy machine. */
const MAX_MS = 35_000;

async function checkInvariants(path: string, text: string): Promise<void> {
  const began = performance.now();
  const { chunks } = await chunker.chunk(sourceFile(path, text));
  const starts = lineStarts(text);
  let at = 0;
  for (const chunk of chunks) {
    expect(chunk.startLine).toBeGreaterThanOrEqual(at);
    expect(chunk.endLine).toBeGreaterThan(chunk.startLine);
    expect(sliceLines(text, starts, at, chunk.startLine).trim()).toBe("");
    expect(chunk.text === sliceLines(text, starts, chunk.startLine, chunk.endLine)).toBe(true);
    for (const { line } of chunk.definitions) {
      expect(line >= chunk.startLine && line < chunk.endLine).toBe(true);
    }
    at = chunk.endLine;
  }
  expect(sliceLines(text, starts, at, starts.length).trim()).toBe("");
  expect(performance.now() - began).toBeLessThan(MAX_MS);
}

const parsed = ["a.ts", "a.py", "a.go", "a.rs", "a.cpp", "a.rb", "a.lua", "a.md", "a.vue", "a.txt"];
const words = [
  "function f",
  "class A",
  "{",
  "}",
  "(",
  ")",
  "def m",
  ":",
  "//",
  "/*",
  "*/",
  '"',
  "`",
  "#",
  "---",
  "end",
];
const lineEnds = ["\n", "\r\n", "\r", "\n\n", "\f", "\u2028", "\u2029", "\t", " ", "    "];

test("random pieces of code, in any language", { timeout: 120_000 }, async () => {
  const piece = fc.oneof(fc.constantFrom(...words), fc.constantFrom(...lineEnds), fc.string());
  const texts = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(""));
  await fc.assert(fc.asyncProperty(fc.constantFrom(...parsed), texts, checkInvariants), { numRuns: 300 });
});

test("random bytes and lone surrogates", { timeout: 120_000 }, async () => {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => String.fromCharCode(...array));
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 });
  const texts = fc.oneof(
    bytes,
    units.map((codes) => String.fromCharCode(...codes)),
  );
  await fc.assert(fc.asyncProperty(fc.constantFrom(...parsed), texts, checkInvariants), { numRuns: 200 });
});

test("our own sources, whole, truncated and with other line ends", { timeout: 120_000 }, async () => {
  for (const path of filesOf("server", [".ts"]).concat(filesOf("grammars", [".md", ".json"]))) {
    const text = readFileSync(path, "utf8");
    await checkInvariants(path, text);
    await checkInvariants(path, text.slice(0, text.length / 2));
    await checkInvariants(path, text.replaceAll("\n", "\r\n"));
    await checkInvariants(path, text.replaceAll("\n", "\r"));
  }
});

test("text files of packages", { timeout: 120_000 }, async () => {
  const paths = filesOf("node_modules", [
    ".js",
    ".ts",
    ".md",
    ".py",
    ".html",
    ".c",
    ".h",
    ".cc",
    ".sh",
    ".css",
  ]);
  const step = Math.max(1, Math.floor(paths.length / 250));
  for (let idx = 0; idx < paths.length; idx += step) {
    await checkInvariants(paths[idx]!, readFileSync(paths[idx]!, "utf8").replace(/^\uFEFF/, ""));
  }
});

test("the extremes: empty, deep, one long line, only comments", { timeout: 120_000 }, async () => {
  const extremes = [
    "",
    "\n",
    "\r\r\r",
    "x".repeat(1_000_000),
    "(\n".repeat(5_000),
    "[{(\n".repeat(4_000),
    "class A {\n".repeat(1_500),
    "def f():\n  ".repeat(2_000),
    "namespace a { class B {\n".repeat(2_000) + "}}\n".repeat(2_000),
    "// only\n// comments\n",
    "let a = 1;\n".repeat(5_000),
    `${"if (a) { function f() {\n".repeat(400)}${"}}\n".repeat(400)}`,
  ];
  for (const text of extremes) for (const path of parsed) await checkInvariants(path, text);
});

test("every known language opens its grammar and query", { timeout: 300_000 }, async () => {
  for (const name of languages.names) {
    const grammar = await languages.grammar(name);
    expect(grammar !== null).toBe(languages.info(name)?.cut === "tree");
  }
});

function filesOf(folder: string, extensions: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
}
