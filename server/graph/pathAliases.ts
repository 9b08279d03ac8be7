import path from "node:path";

/** What a tsconfig's `paths` say: `@app/*` -> folders and files of the repository. */
export interface PathAliases {
  readonly dir: string;
  /** A pattern with at most one `*`, and what may stand for it, relative to the repository. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
  /** Where bare names are looked for too; null where the file does not say. */
  readonly baseUrl: string | null;
}

export function isPathsFile(file: string): boolean {
  return /(?:^|\/)(?:ts|js)config(?:\.[\w-]+)?\.json$/.test(file);
}

/** @returns null where it gives no alias or cannot be read. */
export function readPathAliases(file: string, text: string): PathAliases | null {
  const dir = path.posix.dirname(file) === "." ? "" : path.posix.dirname(file);
  try {
    const json = JSON.parse(withoutComments(text)) as { compilerOptions?: Record<string, unknown> };
    const { paths, baseUrl } = json.compilerOptions ?? {};
    const base = typeof baseUrl === "string" ? path.posix.join(dir, baseUrl) : null;
    const entries = Object.entries((paths ?? {}) as Record<string, readonly string[]>).map(
      ([pattern, targets]) =>
        [pattern, targets.map((target) => path.posix.join(base ?? dir, target))] as const,
    );
    return entries.length > 0 || base !== null ? { dir, paths: entries, baseUrl: base } : null;
  } catch {
    return null;
  }
}

/** A tsconfig may hold comments and trailing commas. */
function withoutComments(text: string): string {
  return text
    .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
      found.startsWith('"') ? found : "",
    )
    .replace(/,(\s*[}\]])/g, "$1");
}

/** Paths, without extension perhaps, that aliases near `from` give for a module. */
export function aliased(all: readonly PathAliases[], from: string, module: string): string[] {
  const found: string[] = [];
  const near = all.filter(({ dir }) => dir === "" || from.startsWith(`${dir}/`));
  for (const { paths, baseUrl } of near.sort((a, b) => b.dir.length - a.dir.length)) {
    for (const [pattern, targets] of paths) {
      const [before = "", after] = pattern.split("*");
      const fits =
        after === undefined ? module === pattern : module.startsWith(before) && module.endsWith(after);
      if (!fits) continue;
      const middle = after === undefined ? "" : module.slice(before.length, module.length - after.length);
      found.push(...targets.map((target) => target.replace("*", middle)));
    }
    if (baseUrl !== null) found.push(path.posix.join(baseUrl, module));
  }
  return found;
}
