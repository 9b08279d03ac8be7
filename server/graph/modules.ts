import path from "node:path";
import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import { esModule } from "./esModules";
import { type Family, familyOf } from "./family";
import type { Packages } from "./packages";
import { PythonModules } from "./pythonModules";

/** A file a module stands for. */
export interface ModuleFile {
  readonly repo: RepoIndex;
  readonly file: FileRecord;
}

/** Which files a module as written in another file means, in the open repositories; [] where it lies outside. */
export class Modules {
  readonly #python: PythonModules;
  readonly #folders = new Map<RepoIndex, Map<string, FileRecord[]>>();
  readonly #known = new Map<string, readonly ModuleFile[]>();

  constructor(
    private readonly repos: readonly RepoIndex[],
    private readonly packages: Packages,
  ) {
    this.#python = new PythonModules(repos, packages);
  }

  /** @param module as written: `./quota`, `a.b`, `crate::fs`. */
  find(from: ModuleFile, module: string, family: Family): readonly ModuleFile[] {
    const folder = path.posix.dirname(from.file.path);
    const key = `${from.repo.root.name}\0${folder}\0${family}\0${module}`;
    const known = this.#known.get(key);
    if (known) return known;
    const found = this.#find(from, module, family);
    this.#known.set(key, found);
    return found;
  }

  #find(from: ModuleFile, module: string, family: Family): readonly ModuleFile[] {
    if (family === "python") return this.#python.find(from, module);
    if (family === "es") return esModule(from, module, this.packages);
    if (family === "go") return this.#goPackage(from, module);
    if (family === "rust") return this.#rustModule(from, module);
    if (family === "jvm") return this.#jvmPackage(from, module);
    if (family === "c") return this.#included(from, module);
    if (family === "ruby") return this.#required(from, module);
    return [];
  }

  /** Files of one folder written in one family's languages. */
  folder(repo: RepoIndex, dir: string, family: Family): readonly ModuleFile[] {
    let folders = this.#folders.get(repo);
    if (!folders) {
      folders = new Map();
      for (const file of repo.files.values()) {
        const own = path.posix.dirname(file.path);
        const list = folders.get(own);
        if (list) list.push(file);
        else folders.set(own, [file]);
      }
      this.#folders.set(repo, folders);
    }
    const files = folders.get(dir || ".") ?? [];
    return files.filter((file) => familyOf(file.language) === family).map((file) => ({ repo, file }));
  }

  #foldersEnding(repo: RepoIndex, suffix: string): string[] {
    this.folder(repo, "", "other");
    return [...this.#folders.get(repo)!.keys()].filter((dir) => dir === suffix || dir.endsWith(`/${suffix}`));
  }

  #goPackage({ repo }: ModuleFile, module: string): readonly ModuleFile[] {
    const owner = this.packages
      .all("go")
      .filter(({ name }) => module === name || module.startsWith(`${name}/`))
      .sort((a, b) => b.name.length - a.name.length || Number(b.repo === repo) - Number(a.repo === repo))[0];
    if (!owner) return [];
    return this.folder(owner.repo, path.posix.join(owner.dir, module.slice(owner.name.length + 1)), "go");
  }

  #rustModule({ repo, file }: ModuleFile, module: string): readonly ModuleFile[] {
    const [root = "", ...rest] = module.split("::").map((part) => part.replace(/^r#/, ""));
    const here = path.posix.dirname(file.path);
    const stem = path.posix.basename(file.path, ".rs");
    const own = ["mod", "lib", "main"].includes(stem) ? here : path.posix.join(here, stem);
    if (root === "self") return rustFile(repo, own, rest);
    if (root === "super") return rustFile(repo, path.posix.dirname(own), rest);
    if (root !== "crate") {
      const crate = this.packages.named("cargo", root, repo)[0];
      if (crate) return rustFile(crate.repo, path.posix.join(crate.dir, "src"), rest);
      return rustFile(repo, own, [root, ...rest]); // A module declared right here.
    }
    const crates = this.packages
      .of(repo, "cargo")
      .filter(({ dir }) => !dir || file.path.startsWith(`${dir}/`));
    const crate = crates.sort((a, b) => b.dir.length - a.dir.length)[0];
    return rustFile(repo, path.posix.join(crate?.dir ?? "", "src"), rest);
  }

  #jvmPackage({ repo, file }: ModuleFile, module: string): readonly ModuleFile[] {
    const suffix = module.replace(/\./g, "/");
    for (const one of [repo, ...this.repos.filter((other) => other !== repo)]) {
      const files = this.#foldersEnding(one, suffix).flatMap((dir) => this.folder(one, dir, "jvm"));
      if (files.length > 0) return nearestFirst(files, file.path);
    }
    // A nested type's import names its outer type as if it were a package.
    const cut = suffix.lastIndexOf("/");
    const outer = suffix.slice(cut + 1);
    if (cut < 0 || !/^[A-Z]/.test(outer)) return [];
    return this.#jvmPackage({ repo, file }, module.slice(0, cut)).filter(
      (one) => path.posix.basename(one.file.path).replace(/\.\w+$/, "") === outer,
    );
  }

  #included({ repo, file }: ModuleFile, module: string): readonly ModuleFile[] {
    const written = module.replace(/^[<"]|[>"]$/g, "");
    const beside = path.posix.join(path.posix.dirname(file.path), written);
    const direct = repo.files.get(beside) ?? repo.files.get(written) ?? repo.files.get(`include/${written}`);
    if (direct) return [{ repo, file: direct }];
    const dir = path.posix.dirname(written);
    const base = path.posix.basename(written);
    const folders = dir === "." ? [] : this.#foldersEnding(repo, dir);
    const found = folders.flatMap((one) => repo.files.get(path.posix.join(one, base)) ?? []);
    return found.length === 1 ? [{ repo, file: found[0]! }] : [];
  }

  #required({ repo, file }: ModuleFile, module: string): readonly ModuleFile[] {
    const here = path.posix.dirname(file.path);
    const name = module.replace(/\.rb$/, "");
    const places = [path.posix.join(here, name), path.posix.join("lib", name), name].map(
      (one) => `${one}.rb`,
    );
    const own = places.map((one) => repo.files.get(one)).find((one) => one !== undefined);
    if (own) return [{ repo, file: own }];
    for (const gem of this.packages.all("gem")) {
      const there = gem.repo.files.get(path.posix.join(gem.dir, "lib", `${name}.rb`));
      if (there) return [{ repo: gem.repo, file: there }];
    }
    return [];
  }
}

function rustFile(repo: RepoIndex, dir: string, parts: readonly string[]): readonly ModuleFile[] {
  const at = path.posix.join(dir, ...parts);
  const names = parts.length > 0 ? [`${at}.rs`, `${at}/mod.rs`] : [];
  for (const name of [...names, `${at}/lib.rs`, `${at}/main.rs`, `${at}/mod.rs`, `${at}.rs`]) {
    const file = repo.files.get(name);
    if (file) return [{ repo, file }];
  }
  return [];
}

/** Files that share the longest path with `from` first. */
export function nearestFirst<T extends ModuleFile>(files: readonly T[], from: string): T[] {
  const shared = ({ file }: T) => {
    let at = 0;
    while (at < from.length && from[at] === file.path[at]) at++;
    return at;
  };
  return [...files].sort((a, b) => shared(b) - shared(a));
}
