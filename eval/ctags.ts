// Universal-ctags as an outside judge: of the functions, methods and types it finds in real repositories, how many
// are definitions of ours, under the same name on the same line.
//
//   node eval/run.mjs ctags CORPORA [--language NAME] [--show N] [--write]
//
// CORPORA is the folder that holds the repositories of `ctagsLanguages.ts`; --write makes golden/ctags.md.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Chunker } from "../server/chunk/chunkFile";
import { Languages } from "../server/syntax/languages";
import { readSource } from "../server/workspace/sourceFile";
import { UNMATCHED } from "./ctagsExplained";
import type { JudgedLanguage } from "./ctagsLanguages";
import { JUDGED } from "./ctagsLanguages";

interface Symbol {
  readonly file: string;
  readonly name: string;
  readonly kind: string;
  readonly line: number; // 0-based.
}

interface Verdict {
  readonly judged: JudgedLanguage;
  readonly nFiles: number;
  readonly nSymbols: number;
  readonly missing: readonly Symbol[];
  /** Not counted: no definitions at all, by one of the language's rules. */
  readonly nMistaken: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: "string" },
    show: { type: "string", default: "0" },
    write: { type: "boolean", default: false },
  },
});
const corpora = path.resolve(positionals[0] ?? ".");
const languages = Languages.open(".");
const chunker = new Chunker(languages);

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const verdicts: Verdict[] = [];
  for (const judged of JUDGED) {
    if (values.language && values.language !== judged.language) continue;
    const verdict = await judge(judged);
    verdicts.push(verdict);
    console.log(row(verdict));
    for (const line of sample(verdict.missing, Number(values.show))) console.log(`    ${line}`);
  }
  if (values.write) writeFileSync("eval/golden/ctags.md", page(verdicts));
  if (verdicts.some((verdict) => share(verdict) < verdict.judged.aim)) process.exitCode = 1;
}

async function judge(judged: JudgedLanguage): Promise<Verdict> {
  const files = judged.repositories
    .flatMap((repository) => filesOf(repository, judged.language))
    .filter((file) => !judged.skip?.test(file));
  const theirs = ctagsOf(judged, files);
  const ours = await definitionsOf(files, judged.language);
  const notOurs = theirs.filter((symbol) => !isOurs(judged, symbol, ours));
  const missing = notOurs.filter((symbol) => !isMistaken(judged, symbol));
  const nMistaken = notOurs.length - missing.length;
  return { judged, nFiles: files.length, nSymbols: theirs.length - nMistaken, missing, nMistaken };
}

function isOurs(
  { anyNameOn, slack = 0 }: JudgedLanguage,
  symbol: Symbol,
  ours: ReadonlySet<string>,
): boolean {
  for (let above = 0; above <= slack; above++) {
    if (ours.has(keyOf({ ...symbol, line: symbol.line - above }))) return true;
  }
  const { file, line } = symbol;
  return (anyNameOn?.test(linesOf(file)[line] ?? "") ?? false) && ours.has(keyOf({ file, line, name: "" }));
}

function isMistaken({ mistaken = [] }: JudgedLanguage, { file, name, kind, line }: Symbol): boolean {
  if (mistaken.length === 0) return false;
  const lines = linesOf(file);
  const seen = { name, kind, source: lines[line]?.trim() ?? "", above: lines.slice(0, line) };
  return mistaken.some(({ test }) => test(seen));
}

let lastFile = { file: "", lines: [] as string[] };

function linesOf(file: string): readonly string[] {
  if (lastFile.file !== file) lastFile = { file, lines: readFileSync(file, "utf8").split(/\r\n|\n|\r/) };
  return lastFile.lines;
}

/** Absolute paths of a repository's files of one language, but what lies in packages. */
function filesOf(repository: string, language: string): string[] {
  return readdirSync(path.join(corpora, repository), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(node_modules|\.git|\.yarn)\//.test(file))
    .filter((file) => languageOf(file) === language)
    .sort();
}

/** The text is read only where the name leaves it open. */
function languageOf(file: string): string {
  return languages.languageOf(file, file.endsWith(".h") ? readFileSync(file, "utf8") : "");
}

function ctagsOf({ ctags, kinds }: JudgedLanguage, files: readonly string[]): Symbol[] {
  const options = [
    `--language-force=${ctags}`,
    "--output-format=json",
    "--fields=+nK",
    "--extras=-{anonymous}",
    "--quiet=yes",
  ];
  const ran = spawnSync("ctags", [...options, "-L", "-", "-f", "-"], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (ran.error) throw ran.error;
  const seen = new Set<string>();
  return ran.stdout
    .split("\n")
    .filter(Boolean)
    .map(
      (line) => JSON.parse(line) as { _type: string; path: string; name: string; kind: string; line: number },
    )
    .filter(({ _type }) => _type === "tag")
    .filter(({ kind, name }) => kinds.includes(kind) && !/^__anon|^anonymous|^AnonymousFunction/.test(name))
    .map(({ path: file, name, kind, line }): Symbol => ({ file, name: plain(name), kind, line: line - 1 }))
    .filter((symbol) => seen.size < seen.add(keyOf(symbol)).size);
}

/** Keys of all definitions in the chunks of some files. */
async function definitionsOf(files: readonly string[], language: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const file of files) {
    const read = await readSource(file, "forced");
    if (read.kind !== "text") continue;
    const { chunks } = await chunker.chunk({ path: file, language, text: read.text, hash: "" });
    for (const { definitions } of chunks) {
      for (const { name, line } of definitions) {
        keys.add(keyOf({ file, name: plain(name), line }));
        keys.add(keyOf({ file, name: "", line }));
      }
    }
  }
  return keys;
}

function keyOf({ file, name, line }: Pick<Symbol, "file" | "name" | "line">): string {
  return `${file}\0${line}\0${name}`;
}

/** The last part of a qualified name, spelled without white space, quotes and type arguments. */
function plain(name: string): string {
  const flat = name.replace(/.*\boperator\b/, "").replace(/["'`\s()]|(?<=\w)=$/g, "");
  if (/^\W*$/.test(flat)) return flat;
  if (/^\w+:.*:$|^\w+:$/.test(flat)) return flat.split(":")[0]!; // An Objective-C selector goes by its first part.
  const last = flat
    .replace(/<.*>$/, "")
    .split(/::|[.:\\#]/)
    .at(-1)!;
  return last.replace(/^@/, "");
}

function share({ nSymbols, missing }: Verdict): number {
  return nSymbols === 0 ? 1 : (nSymbols - missing.length) / nSymbols;
}

function row(verdict: Verdict): string {
  const { judged, nFiles, nSymbols, missing } = verdict;
  return `${judged.language.padEnd(11)} ${String(nFiles).padStart(5)} files ${String(nSymbols).padStart(6)} symbols ${(100 * share(verdict)).toFixed(2)} % missing ${missing.length} mistaken ${verdict.nMistaken} ${JSON.stringify(byKind(missing))}`;
}

function byKind(symbols: readonly Symbol[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of symbols) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Missing symbols spread evenly, with their source line. */
function sample(missing: readonly Symbol[], n: number): string[] {
  const step = Math.max(1, Math.floor(missing.length / Math.max(n, 1)));
  return missing
    .filter((_, idx) => idx % step === 0)
    .slice(0, n)
    .map(({ file, kind, name, line }) => {
      const source = linesOf(file)[line] ?? "";
      return `${kind} ${name} ${path.relative(corpora, file)}:${line + 1}: ${source.trim().slice(0, 110)}`;
    });
}

function page(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map((verdict) => {
    const { judged, nSymbols, missing } = verdict;
    const names = judged.repositories.map((repository) => path.basename(repository)).join(", ");
    return `| ${judged.language} | ${names} | ${verdict.nFiles} | ${nSymbols} | ${verdict.nMistaken} | ${missing.length} | ${(100 * share(verdict)).toFixed(2)} | ${100 * judged.aim} |`;
  });
  const explained = verdicts.map(({ judged }) => {
    const reason = UNMATCHED[judged.language] ?? "nothing is missing";
    return `| ${judged.language} | ${judged.kinds.join(", ")} | ${judged.without} | ${reason} |`;
  });
  const version = spawnSync("ctags", ["--version"], { encoding: "utf8" }).stdout.split("\n")[0] ?? "";
  return `# Definitions against ctags

Made by \`node eval/run.mjs ctags CORPORA --write\`. ${version} finds functions, methods and types in real
repositories; counted are those that are definitions of ours under the same name (its last part) on the same line.

| language | repositories | files | ctags' symbols | and mistakes | not ours | ours, % | aim, % |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join("\n")}

## What is asked for, and what is missing

| language | kinds of ctags asked for | left out | what is not ours, looked at |
| --- | --- | --- | --- |
${explained.join("\n")}
`;
}
