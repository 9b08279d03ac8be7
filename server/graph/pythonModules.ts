import path from "node:path";
import type { RepoIndex } from "../store/repoIndex";
import { type ModuleFile, nearestFirst } from "./modules";
import type { Packages } from "./packages";

/** Dotted names of a repository's Python files, from the folder their outermost package lies in. */
export class PythonModules {
  readonly #names = new Map<RepoIndex, Map<string, ModuleFile[]>>();

  constructor(
    private readonly repos: readonly RepoIndex[],
    private readonly packages: Packages,
  ) {}

  /** @param module `a.b`, or `..c` counted from the file's own package. */
  find(from: ModuleFile, module: string): readonly ModuleFile[] {
    const dots = /^\.*/.exec(module)![0].length;
    if (dots > 0) return this.#relative(from, dots, module.slice(dots));
    const own = this.#namesOf(from.repo).get(module);
    if (own) return nearestFirst(own, from.file.path).slice(0, 1);
    const beside = pythonFile(from.repo, path.posix.join(path.posix.dirname(from.file.path), toPath(module)));
    return beside ? [beside] : this.#elsewhere(from, module);
  }

  #relative({ repo, file }: ModuleFile, dots: number, rest: string): readonly ModuleFile[] {
    let dir = path.posix.dirname(file.path);
    for (let up = 1; up < dots; up++) dir = path.posix.dirname(dir);
    const found = pythonFile(repo, rest ? path.posix.join(dir, toPath(rest)) : dir);
    return found ? [found] : [];
  }

  /** In other repositories, below a manifest of theirs: the one that bears the module's name first. */
  #elsewhere({ repo }: ModuleFile, module: string): readonly ModuleFile[] {
    const top = module.split(".")[0]!;
    if (this.#namesOf(repo).has(top)) return [];
    const named = new Set(this.packages.named("pip", top, repo).map((one) => one.repo));
    const others = this.repos.filter((other) => other !== repo && this.packages.of(other, "pip").length > 0);
    for (const other of others.sort((a, b) => Number(named.has(b)) - Number(named.has(a)))) {
      const files = (this.#namesOf(other).get(module) ?? []).filter(({ file }) =>
        isShipped(file.path, top, this.packages.of(other, "pip")),
      );
      if (files.length > 0) return files.slice(0, 1);
    }
    return [];
  }

  #namesOf(repo: RepoIndex): Map<string, ModuleFile[]> {
    const known = this.#names.get(repo);
    if (known) return known;
    const names = new Map<string, ModuleFile[]>();
    const add = (name: string, file: ModuleFile) => {
      const list = names.get(name);
      if (!list) names.set(name, [file]);
      else if (!list.includes(file)) list.push(file);
    };
    for (const file of repo.files.values()) {
      if (!/\.pyi?$/.test(file.path)) continue;
      const one = { repo, file };
      const root = rootOf(repo, path.posix.dirname(file.path));
      for (const base of new Set([root, "", "src", "lib", ...(root ? [path.posix.dirname(root)] : [])])) {
        if (base && base !== "." && !file.path.startsWith(`${base}/`)) continue;
        add(moduleName(base && base !== "." ? file.path.slice(base.length + 1) : file.path), one);
      }
    }
    this.#names.set(repo, names);
    return names;
  }
}

/** Whether the file is in a package that a manifest's folder ships: not among tests, nor in someone's copy. */
function isShipped(file: string, top: string, manifests: readonly { readonly dir: string }[]): boolean {
  return manifests.some(({ dir }) => {
    const below = dir ? (file.startsWith(`${dir}/`) ? file.slice(dir.length + 1) : null) : file;
    return below !== null && new RegExp(`^(?:src/|lib/|python/|[\\w-]+/)?${top}(?:/|\\.py$)`).test(below);
  });
}

/** The folder that holds the outermost package around `dir`. */
function rootOf(repo: RepoIndex, dir: string): string {
  let at = dir;
  while (at !== "." && (repo.files.has(`${at}/__init__.py`) || repo.files.has(`${at}/__init__.pyi`))) {
    at = path.posix.dirname(at);
  }
  return at === "." ? "" : at;
}

function moduleName(file: string): string {
  return file
    .replace(/\.pyi?$/, "")
    .replace(/(?:^|\/)__init__$/, "")
    .replace(/\//g, ".");
}

function toPath(module: string): string {
  return module.replace(/\./g, "/");
}

/** A module or a package's own file. */
export function pythonFile(repo: RepoIndex, at: string): ModuleFile | null {
  const base = at === "." ? "" : `${at}/`;
  for (const name of [`${at}.py`, `${base}__init__.py`, `${at}.pyi`, `${base}__init__.pyi`]) {
    const file = repo.files.get(name);
    if (file) return { repo, file };
  }
  return null;
}
