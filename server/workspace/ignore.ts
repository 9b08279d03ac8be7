import { promises as fs } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";

/** In a root's folder: gitignore rules that narrow what is indexed, nothing else. */
export const PRODUCT_IGNORE_FILE = ".plumblineignore";

const NEVER_CODE = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".DS_Store"]);

/** Folders and files that are nobody's code even where no rule says so. */
export function alwaysSkipped(name: string): boolean {
  return NEVER_CODE.has(name);
}

/** The rules of one folder's ignore files; paths are relative to the root. */
export class IgnoreRules {
  private constructor(
    private readonly folder: string, // Where the rules stand, relative to the root; "" for the root.
    private readonly name: string, // Of the ignore file.
    private readonly rules: Ignore | null,
  ) {}

  /** @param names ignore files to read from `absolute`; those missing add no rule. */
  static async read(absolute: string, names: readonly string[], folder = ""): Promise<IgnoreRules> {
    const texts = await Promise.all(
      names.map((name) => fs.readFile(path.join(absolute, name), "utf8").catch(() => "")),
    );
    const joined = texts.join("\n");
    return new IgnoreRules(folder, names.join(", "), joined.trim() ? ignore().add(joined) : null);
  }

  /**
   * The last rule that speaks decides, the innermost folder's last of all, as git does.
   * @returns the rule that ignores the path; null where it is not ignored.
   */
  static decide(all: readonly IgnoreRules[], relative: string, what: "file" | "folder"): string | null {
    let decided: string | null = null;
    for (const rules of all) {
      const verdict = rules.#test(relative, what);
      if (verdict?.ignored) decided = rules.#describe(verdict.rule?.pattern);
      else if (verdict?.unignored) decided = null;
    }
    return decided;
  }

  /** The rule of these alone that ignores the path; null where none does. */
  ruleFor(relative: string, what: "file" | "folder"): string | null {
    return IgnoreRules.decide([this], relative, what);
  }

  #describe(pattern: string | undefined): string {
    const file = this.folder ? `${this.folder}/${this.name}` : this.name;
    return pattern ? `${file}: ${pattern}` : file;
  }

  #test(relative: string, what: "file" | "folder") {
    if (!this.rules) return null;
    const inside = this.folder ? relative.slice(this.folder.length + 1) : relative;
    return this.rules.test(what === "folder" ? `${inside}/` : inside);
  }
}
