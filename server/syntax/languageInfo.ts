import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What `grammars/<language>/language.json` says, with defaults filled in. */
export interface LanguageInfo {
  readonly name: string;
  /** With the dot, lower-case: `.ts`. */
  readonly extensions: readonly string[];
  /** Whole file names, as they are on disk: `Makefile`. */
  readonly filenames: readonly string[];
  /** Interpreters of a `#!` line: `python3`. */
  readonly shebangs: readonly string[];
  /** How a file is cut: at syntax nodes, at headings, by lines, or by lines around parsed `<script>` parts. */
  readonly cut: "tree" | "headings" | "lines" | "scripts";
  /** Split a name into the names of its containers and its own: `::` makes `Foo::bar` the `bar` of `Foo`. */
  readonly nameSeparators: readonly string[];
  /** Parts of a split name that name no container: `prototype`, `exports`. */
  readonly nameDrops: readonly string[];
  /** The folder holding `grammar.wasm` and `tags.scm`. */
  readonly folder: string;
}

type LanguageFile = Partial<Omit<LanguageInfo, "folder" | "cut">> & {
  readonly name: string;
  readonly cut?: "headings" | "lines" | "scripts";
};

/** Reads every `language.json` below `grammarsDir`. @throws Error naming the file that is not a language description. */
export function readLanguages(grammarsDir: string): LanguageInfo[] {
  return readdirSync(grammarsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(grammarsDir, entry.name, "language.json")))
    .map((entry) => readLanguage(join(grammarsDir, entry.name)));
}

function readLanguage(folder: string): LanguageInfo {
  const path = join(folder, "language.json");
  try {
    const file = JSON.parse(readFileSync(path, "utf8")) as LanguageFile;
    const parsed = existsSync(join(folder, "grammar.wasm"));
    return {
      name: file.name,
      extensions: file.extensions ?? [],
      filenames: file.filenames ?? [],
      shebangs: file.shebangs ?? [],
      cut: file.cut ?? (parsed ? "tree" : "lines"),
      nameSeparators: file.nameSeparators ?? [],
      nameDrops: file.nameDrops ?? [],
      folder,
    };
  } catch (error) {
    throw new Error(`${path} cannot be read as a language description`, { cause: error });
  }
}
