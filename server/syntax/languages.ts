import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { Language, Parser, Query } from "web-tree-sitter";
import { firstLineOf } from "../base/lines";
import type { LanguageInfo } from "./languageInfo";
import { readLanguages } from "./languageInfo";

/** A grammar ready to parse with: it lives as long as the process. */
export interface Grammar {
  readonly info: LanguageInfo;
  readonly language: Language;
  /** The language's `tags.scm`. */
  readonly tags: Query;
}

interface Claim {
  readonly language: string;
  readonly content: RegExp;
}

/** Whose language a file is shows early, or not at all. */
const CLAIM_CHARS = 50_000;

/** The interpreter, and the first word after it that is no option: `env` names the real one there. */
const INTERPRETER = /^#!\s*(?:\S*\/)?(\S+)(?:\s+(?:-\S+\s+)*(\S+))?/;

/** The languages of one `grammars/` folder: names from paths, grammars on demand. */
export class Languages {
  readonly #infos = new Map<string, LanguageInfo>();
  readonly #byExtension = new Map<string, string>();
  readonly #claims = new Map<string, Claim[]>();
  readonly #byFilename = new Map<string, string>();
  readonly #byShebang = new Map<string, string>();
  readonly #grammars = new Map<string, Promise<Grammar>>();
  #started: Promise<void> | null = null;

  private constructor(infos: readonly LanguageInfo[]) {
    for (const info of infos) {
      this.#infos.set(info.name, info);
      for (const extension of info.extensions) this.#byExtension.set(extension, info.name);
      for (const { extension, content } of info.claims) {
        this.#claims.set(extension, [
          ...(this.#claims.get(extension) ?? []),
          { language: info.name, content },
        ]);
      }
      for (const filename of info.filenames) this.#byFilename.set(filename, info.name);
      for (const shebang of info.shebangs) this.#byShebang.set(shebang, info.name);
    }
  }

  /** @param resourcesDir holds the folder `grammars`. @throws Error when a `language.json` is unreadable. */
  static open(resourcesDir: string): Languages {
    return new Languages(readLanguages(join(resourcesDir, "grammars")));
  }

  /** Every known language name, in folder order. */
  get names(): string[] {
    return [...this.#infos.keys()];
  }

  /**
   * The language of a file by its name, then its extension, then its `#!` line. Where languages share an extension
   * (`.h`), the text tells them apart.
   *
   * @param text as much of it as there is; none does for most names.
   * @returns a language name; for unknown files the extension without dot, or "text" where there is none.
   */
  languageOf(path: string, text = ""): string {
    const name = basename(path);
    const extension = extname(name).toLowerCase();
    return (
      this.#byFilename.get(name) ??
      this.#byExtension.get(longExtension(name)) ??
      this.#claimantOf(extension, text) ??
      this.#byExtension.get(extension) ??
      this.#byShebang.get(interpreterOf(firstLineOf(text))) ??
      (extension.slice(1) || "text")
    );
  }

  #claimantOf(extension: string, text: string): string | undefined {
    const head = text.slice(0, CLAIM_CHARS);
    return this.#claims.get(extension)?.find(({ content }) => content.test(head))?.language;
  }

  /** What is known of a language, or null. */
  info(language: string): LanguageInfo | null {
    return this.#infos.get(language) ?? null;
  }

  /**
   * The language's grammar and query, loaded once; callers at the same time share the load.
   * @returns null for languages that are not parsed. @throws Error when the grammar or its query is broken.
   */
  async grammar(language: string): Promise<Grammar | null> {
    const info = this.#infos.get(language);
    if (info?.cut !== "tree") return null;
    let loading = this.#grammars.get(language);
    if (!loading) {
      loading = this.#load(info);
      this.#grammars.set(language, loading);
    }
    return loading;
  }

  async #load(info: LanguageInfo): Promise<Grammar> {
    this.#started ??= Parser.init();
    await this.#started;
    const wasm = await readFile(join(info.folder, "grammar.wasm"));
    const language = await Language.load(wasm);
    const query = await readFile(join(info.folder, "tags.scm"), "utf8");
    return { info, language, tags: new Query(language, query) };
  }
}

/** `.d.ts`, `.blade.php`: the last two parts of a name. */
function longExtension(name: string): string {
  return name.toLowerCase().match(/\.[^.]+\.[^.]+$/)?.[0] ?? "";
}

function interpreterOf(firstLine: string): string {
  const match = INTERPRETER.exec(firstLine);
  if (!match) return "";
  const program = (match[1] === "env" ? match[2] : match[1]) ?? "";
  return program.replace(/(?<=\d)\.\d+$/, ""); // python3.11
}
