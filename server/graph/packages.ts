import { promises as fs } from "node:fs";
import path from "node:path";
import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import { isManifest, type Manifest, readManifest } from "./manifests";
import { isPathsFile, type PathAliases, readPathAliases } from "./pathAliases";

export interface Package extends Manifest {
  readonly repo: RepoIndex;
}

/** Manifests and path aliases of the open repositories, read from disk once for each version of their files. */
export class Packages {
  readonly #read = new WeakMap<FileRecord, { manifest: Manifest | null; aliases: PathAliases | null }>();
  #all: readonly Package[] = [];
  #byName = new Map<string, Package[]>();
  #aliases = new Map<RepoIndex, PathAliases[]>();

  /** Brings the list in line with the files the index has now. */
  async refresh(repos: readonly RepoIndex[]): Promise<void> {
    const all: Package[] = [];
    const aliases = new Map<RepoIndex, PathAliases[]>();
    for (const repo of repos) {
      for (const file of repo.files.values()) {
        if (!isManifest(file.path) && !isPathsFile(file.path)) continue;
        const read = this.#read.get(file) ?? (await readFile(repo, file));
        this.#read.set(file, read);
        if (read.manifest) all.push({ ...read.manifest, repo });
        if (read.aliases) aliases.set(repo, [...(aliases.get(repo) ?? []), read.aliases]);
      }
    }
    this.#all = all;
    this.#aliases = aliases;
    this.#byName = new Map();
    for (const one of all) {
      const key = keyOf(one.system, one.name);
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), one]);
    }
  }

  of(repo: RepoIndex, system: Manifest["system"]): Package[] {
    return this.#all.filter((one) => one.repo === repo && one.system === system);
  }

  all(system: Manifest["system"]): Package[] {
    return this.#all.filter((one) => one.system === system);
  }

  /** Packages of that name, those of `repo` first. */
  named(system: Manifest["system"], name: string, repo: RepoIndex): Package[] {
    const found = this.#byName.get(keyOf(system, name)) ?? [];
    return [...found].sort((a, b) => Number(b.repo === repo) - Number(a.repo === repo));
  }

  aliasesOf(repo: RepoIndex): readonly PathAliases[] {
    return this.#aliases.get(repo) ?? [];
  }
}

function keyOf(system: Manifest["system"], name: string): string {
  return `${system} ${system === "pip" ? name.toLowerCase().replace(/[-_.]+/g, "-") : name}`;
}

async function readFile(repo: RepoIndex, file: FileRecord) {
  const text = await fs.readFile(path.join(repo.root.repoRoot, file.path), "utf8").catch(() => "");
  return {
    manifest: isManifest(file.path) ? readManifest(file.path, text) : null,
    aliases: isPathsFile(file.path) ? readPathAliases(file.path, text) : null,
  };
}
