import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What `grammars/<language>/language.json` says, with defaults filled in. */
export interface LanguageInfo {
  readonly name: string;
  /** With the dot, lower-case: `.ts`. */
  readonly extensions: readonly string[];
  /** Extensions of another language whose files are this one's where their text says so. */
  readonly claims: readonly { readonly extension: string; readonly content: RegExp }[];
  /** Whole file names, as they are on disk: `Makefile`. */
  readonly filenames: readonly string[];
  /** Interpreters of a `#!` line: `python3`. */
  readonly shebangs: readonly string[];
  /** How a file is cut: at syntax nodes, by line rules, at headings, by lines, or around parsed `<script>` parts. */
  readonly cut: "tree" | "rules" | "headings" | "lines" | "scripts";
  /** Where `cut` is "rules"; beside a grammar, for what it loses in a file with errors. */
  readonly rules: LineRules | null;
  /** Split a name into the names of its containers and its own: `::` makes `Foo::bar` the `bar` of `Foo`. */
  readonly nameSeparators: readonly string[];
  /** Parts of a split name that name no container: `prototype`, `exports`. */
  readonly nameDrops: readonly string[];
  /** The folder holding `grammar.wasm` and `tags.scm`. */
  readonly folder: string;
}

/** How definitions are found where there is no grammar. */
export interface LineRules {
  /** A line that, white space aside, is comment. */
  readonly comment: RegExp | null;
  /** The first that fits a line counts. */
  readonly definitions: readonly LineRule[];
}

export interface LineRule {
  /** A `ChunkKind` of `chunk/`. */
  readonly kind: string;
  /** A line that begins a definition; its group `name` is the name. */
  readonly line: RegExp;
  /** It ends before a line that is not deeper, before the next one by the same rule, or with a line that fits. */
  readonly until: "dedent" | "next" | RegExp;
}

type LanguageFile = Partial<Omit<LanguageInfo, "folder" | "cut" | "rules" | "claims">> & {
  readonly name: string;
  readonly cut?: "headings" | "lines" | "scripts";
  readonly rules?: RulesFile;
  /** Extension -> pattern over the text, `^` and `$` at each line. */
  readonly claims?: Readonly<Record<string, string>>;
};

interface RulesFile {
  readonly comment?: string;
  readonly ignoreCase?: boolean;
  readonly definitions: readonly { readonly kind: string; readonly line: string; readonly until?: string }[];
}

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
      claims: Object.entries(file.claims ?? {}).map(([extension, content]) => ({
        extension,
        content: new RegExp(content, "m"),
      })),
      filenames: file.filenames ?? [],
      shebangs: file.shebangs ?? [],
      cut: file.cut ?? (parsed ? "tree" : file.rules ? "rules" : "lines"),
      rules: file.rules ? readRules(file.rules) : null,
      nameSeparators: file.nameSeparators ?? [],
      nameDrops: file.nameDrops ?? [],
      folder,
    };
  } catch (error) {
    throw new Error(`${path} cannot be read as a language description`, { cause: error });
  }
}

function readRules({ comment, ignoreCase, definitions }: RulesFile): LineRules {
  const regExp = (source: string) => new RegExp(source, ignoreCase ? "i" : "");
  return {
    comment: comment ? regExp(comment) : null,
    definitions: definitions.map(({ kind, line, until = "dedent" }) => ({
      kind,
      line: regExp(line),
      until: until === "dedent" || until === "next" ? until : regExp(until),
    })),
  };
}
