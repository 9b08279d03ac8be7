import path from "node:path";
import { splitLines } from "../base/lines";
import { type Chunk, qualifiedName } from "../chunk/chunk";
import { Chunker } from "../chunk/chunkFile";
import { Languages } from "../syntax/languages";
import type { Root } from "../workspace/roots";
import { readSource } from "../workspace/sourceFile";
import { listFiles } from "../workspace/walk";
import type { LineRange } from "./window";

/** A file as it is now, for checking what somebody says of it. */
export interface CitedFile {
  readonly repo: string;
  readonly path: string;
  readonly lines: readonly string[];
  readonly chunks: readonly Chunk[];
}

/** Files by what a citation calls them, each read and cut once. */
export class CitedFiles {
  readonly #chunker: Chunker;
  readonly #languages: Languages;
  readonly #read = new Map<string, Promise<CitedFile | null>>();
  #listed: Promise<{ root: Root; path: string }[]> | null = null;

  constructor(
    private readonly roots: readonly Root[],
    resourcesDir: string,
  ) {
    this.#languages = Languages.open(resourcesDir);
    this.#chunker = new Chunker(this.#languages);
  }

  /**
   * The file a citation means: its path from the repository's root or from the folder asked for; else the one file
   * whose path ends so.
   *
   * @param repo "" where the citation names none.
   * @returns in words, completing "not verified because …", why there is none.
   */
  async find(repo: string, cited: string): Promise<CitedFile | string> {
    const name = cited.replace(/^(?:\.\/)+/, "");
    const isOutside = path.isAbsolute(name) || name.split("/").includes("..");
    const named = this.roots.filter((root) => root.name === repo);
    const roots = named.length > 0 ? named : this.roots;
    if (named.length === 0 && repo !== "" && this.roots.length > 1) return `no repository ${repo} is open`;
    for (const root of isOutside ? [] : roots) {
      for (const candidate of new Set([name, root.prefix + name])) {
        const file = await this.#open(root, candidate);
        if (file) return file;
      }
    }
    const ending = isOutside ? [] : await this.#endingIn(name, roots);
    if (ending.length > 1) return `${cited} may be any of ${ending.length} files`;
    const [only] = ending;
    return (only && (await this.#open(only.root, only.path))) ?? `there is no file ${cited}`;
  }

  #open(root: Root, name: string): Promise<CitedFile | null> {
    const file = path.join(root.repoRoot, name);
    const known = this.#read.get(file) ?? this.#cut(root, name, file);
    this.#read.set(file, known);
    return known;
  }

  async #cut(root: Root, name: string, file: string): Promise<CitedFile | null> {
    const read = await readSource(file, "forced");
    if (read.kind !== "text") return null;
    const { text, hash } = read;
    const language = this.#languages.languageOf(name, text);
    const { chunks } = await this.#chunker.chunk({ path: name, language, text, hash });
    const lines = splitLines(text);
    if (lines.at(-1) === "") lines.pop(); // What follows the last line end is no line to cite.
    return { repo: root.name, path: name, lines, chunks };
  }

  async #endingIn(name: string, roots: readonly Root[]): Promise<{ root: Root; path: string }[]> {
    this.#listed ??= Promise.all(
      this.roots.map(async (root) => (await listFiles(root)).map((file) => ({ root, path: file }))),
    ).then((lists) => lists.flat());
    const listed = await this.#listed;
    return listed.filter(({ root, path: file }) => roots.includes(root) && file.endsWith(`/${name}`));
  }
}

/** Names of all that is defined around or in lines, outermost first; "" where nothing is. */
export function symbolsAt(file: CitedFile, range: LineRange): string {
  const names = chunksAt(file, range).flatMap((chunk) => [
    qualifiedName(chunk),
    ...chunk.definitions
      .filter(({ line }) => line >= range.startLine && line < range.endLine)
      .map(({ name }) => [...chunk.container, name].join(".")),
  ]);
  return [...new Set(names)].filter((name) => name !== "").join(" ");
}

/**
 * Whether lines begin in the middle of one definition and go on into another: nobody cites so, but a place that has
 * moved by some lines looks so.
 */
export function cutsAcross(file: CitedFile, range: LineRange): boolean {
  const chunks = chunksAt(file, range);
  const [first] = chunks;
  const last = chunks.at(-1);
  if (!first || !last || first === last || !first.symbol) return false;
  const beginsInside = hasCode(file, first.startLine, range.startLine);
  const sameSymbol = qualifiedName(first) === qualifiedName(last);
  const holdsLast = last.container.join(".").startsWith(qualifiedName(first));
  return beginsInside && hasCode(file, last.startLine, range.endLine) && !sameSymbol && !holdsLast;
}

function chunksAt({ chunks }: CitedFile, { startLine, endLine }: LineRange): readonly Chunk[] {
  return chunks.filter((chunk) => chunk.startLine < endLine && startLine < chunk.endLine);
}

function hasCode({ lines }: CitedFile, from: number, to: number): boolean {
  return lines.slice(from, to).some((line) => /[\p{L}\p{N}]/u.test(line));
}
