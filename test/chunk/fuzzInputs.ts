// Inputs nobody would write, the same for the same seed; used by the test here and by the long run under eval/.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { lineStarts, sliceLines } from "../../server/base/lines";
import type { Chunker } from "../../server/chunk/chunkFile";
import type { Languages } from "../../server/syntax/languages";

export interface FuzzInput {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const EXTENSIONS = (
  "ts tsx js py java kt scala groovy go rs c cpp h m cs rb php swift dart zig sh ps1 lua ex hs ml jl r sol tf " +
  "html css vue svelte json yaml toml md sql proto graphql pl scss cmake bat nix clj erl fs ini mk txt"
).split(" ");
const TOKENS = (
  "function class def end { } ( ) [ ] < > => -> :: : ; , . = == \" ' ` \"\"\" ''' /* */ // # -- (* *) {- -} <!-- --> " +
  "<script> </script> if else fn let var impl trait struct enum interface namespace template <T> import from use " +
  "begin do then case esac fi $( @ \\ \\n \r\n \r \u2028 \f \t 0x1F 1e9 é 漢 \u{1f600} \ud800 create table ;; |> <<EOF EOF"
).split(" ");
const NESTS = [
  "{",
  "(",
  "[",
  "class A {\n",
  "def f():\n  ",
  "if (a) {\n",
  "<div>",
  "f(",
  "((((",
  "begin\n",
  "- ",
  "a:\n ",
];

/** @param sources a folder whose files are cut off at random places. */
export function* fuzzInputs(seed: number, n: number, sources: string): Generator<FuzzInput> {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const files = sourcesIn(sources);
  const make: Record<string, () => string> = {
    "random bytes": () => String.fromCharCode(...Array.from({ length: upTo(2_000) }, () => upTo(256))),
    "random units": () => String.fromCharCode(...Array.from({ length: upTo(800) }, () => upTo(0x10000))),
    tokens: () => Array.from({ length: upTo(600) }, () => pick(TOKENS)).join(pick([" ", "", "\n"])),
    nesting: () => pick(NESTS).repeat(upTo(2_000)),
  };
  for (let idx = 0; idx < n; idx++) {
    const file = `fuzz.${pick(EXTENSIONS)}`;
    // Long lines are costly: one in a hundred.
    if (idx % 100 === 50)
      yield { kind: "one long line", path: file, text: longLine(pick(TOKENS), upTo(1_000_000)) };
    else if (idx % 2 === 0) {
      const real = pick(files);
      const text = readFileSync(real, "utf8");
      const start = upTo(3) === 0 ? upTo(text.length) : 0;
      yield {
        kind: "cut off",
        path: upTo(4) === 0 ? file : real,
        text: text.slice(start, start + upTo(40_000)),
      };
    } else {
      const kind = pick(Object.keys(make));
      yield { kind, path: file, text: make[kind]!() };
    }
  }
}

function longLine(token: string, length: number): string {
  return `${token} `.repeat(Math.ceil(length / (token.length + 1)));
}

function sourcesIn(folder: string): string[] {
  return ["server", "extension", "test", "grammars", "eval"]
    .flatMap((room) => {
      return readdirSync(path.join(folder, room), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|py|md|json|scm|css|html)$/.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name));
    })
    .sort();
}

/**
 * Cuts one input. @returns the number of problems the chunker told.
 * @throws Error where chunks overlap, lose a line, or say what the file does not.
 */
export async function checkChunks(
  chunker: Chunker,
  languages: Languages,
  { path: file, text }: Pick<FuzzInput, "path" | "text">,
): Promise<number> {
  const language = languages.languageOf(file, text);
  const { chunks, problems } = await chunker.chunk({ path: file, language, text, hash: "" });
  const starts = lineStarts(text);
  let at = 0;
  for (const chunk of chunks) {
    const { startLine, endLine } = chunk;
    if (startLine < at || endLine <= startLine) throw new Error(`lines ${startLine}-${endLine} after ${at}`);
    if (sliceLines(text, starts, at, startLine).trim()) throw new Error(`lines ${at}-${startLine} are lost`);
    if (chunk.text !== sliceLines(text, starts, startLine, endLine))
      throw new Error(`other text at ${startLine}`);
    const named = [
      ...chunk.definitions,
      ...chunk.calls,
      ...chunk.imports,
      ...chunk.extends,
      ...chunk.implements,
    ];
    const stray = named.find(({ line }) => line < startLine || line >= endLine);
    if (stray) throw new Error(`line ${stray.line} is not in ${startLine}-${endLine}`);
    at = endLine;
  }
  if (sliceLines(text, starts, at, starts.length).trim()) throw new Error(`lines from ${at} on are lost`);
  return problems.length;
}
