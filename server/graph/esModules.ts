import path from "node:path";
import type { RepoIndex } from "../store/repoIndex";
import type { ModuleFile } from "./modules";
import type { Package, Packages } from "./packages";
import { aliased } from "./pathAliases";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".d.ts"];

/** The file a specifier means: relative, by an alias of a tsconfig, or a package's entry. */
export function esModule(from: ModuleFile, specifier: string, packages: Packages): readonly ModuleFile[] {
  const { repo, file } = from;
  if (specifier.startsWith(".")) {
    return found(repo, [path.posix.join(path.posix.dirname(file.path), specifier)]);
  }
  const byAlias = found(repo, aliased(packages.aliasesOf(repo), file.path, specifier));
  if (byAlias.length > 0) return byAlias;
  const { name, subpath } = splitSpecifier(specifier);
  for (const one of packages.named("npm", name, repo)) {
    const entry = found(one.repo, placesOf(one, subpath));
    if (entry.length > 0) return entry;
  }
  return [];
}

function splitSpecifier(specifier: string): { name: string; subpath: string } {
  const parts = specifier.split("/");
  const name = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return { name, subpath: specifier.slice(name.length + 1) };
}

/** Where the source of a package's entry may be: what it exports is built, so `dist` is read as `src`. */
function placesOf({ dir, entries }: Package, subpath: string): string[] {
  const exported = entries.get(subpath ? `./${subpath}` : ".") ?? [];
  const built = exported.flatMap((target) => {
    const source = target
      .replace(/^\.\//, "")
      .replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "")
      .replace(/^(?:dist|lib|build|out|es|cjs|esm)(?:-\w+)?\/(?:(?:src|es|cjs|esm|types)\/)?/, "src/");
    return [target.replace(/^\.\//, ""), source, source.replace(/^src\//, "")];
  });
  const plain = subpath
    ? [subpath, `src/${subpath}`, `src/submodules/${subpath}`]
    : ["src/index", "index", "src/main"];
  return [...built.filter((one) => !one.startsWith("dist")), ...plain].map((one) =>
    path.posix.join(dir, one),
  );
}

/** The first of some places that is a file, with any extension, as written, or a folder's index. */
function found(repo: RepoIndex, places: readonly string[]): ModuleFile[] {
  for (const place of places) {
    const bare = place.replace(/\.([cm]?)jsx?$/, "");
    const names = [
      place,
      ...EXTENSIONS.map((extension) => place + extension),
      ...(bare === place ? [] : EXTENSIONS.map((extension) => bare + extension)),
      ...EXTENSIONS.map((extension) => path.posix.join(place, `index${extension}`)),
    ];
    for (const name of names) {
      const file = repo.files.get(name);
      if (file) return [{ repo, file }];
    }
  }
  return [];
}
