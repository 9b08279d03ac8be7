import type { Catalog } from "../store/catalog";
import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import { isHeaderBesideSource, type PathRole, rolesOf } from "./pathRules";
import { wordsOf } from "./query";

/** What ranking knows of a file beside its text: made once a version of the file, on first need. */
export interface FileFacts {
  readonly roles: ReadonlySet<PathRole>;
  /** Words of the file's stem; of its folder where the stem says nothing (`index.ts`, `__init__.py`). */
  readonly stemParts: readonly string[];
  readonly stem: string; // Lower-cased, separators left out.
  readonly isIndexFile: boolean;
  readonly depth: number; // Path segments.
  /** Words of everything defined in it. */
  readonly symbolWords: ReadonlySet<string>;
  readonly symbols: ReadonlySet<string>; // Lower-cased names.
  readonly spellings: ReadonlySet<string>; // The names as they are written.
  readonly isHeaderBesideSource: boolean;
  /** Other files that use a name defined here. */
  readonly nMentioning: number;
}

/** Names that say where to enter a folder, nothing of what is in it. */
const INDEX_STEMS = new Set(["index", "__init__", "mod", "lib", "main", "init"]);
/** What a file's content says of it. */
const ROLE_OF_FLAG: Readonly<Record<FileRecord["flags"][number], PathRole>> = {
  generated: "generated",
  minified: "generated",
  vendored: "vendored",
  docs: "docs",
};
/** A name defined in more files than this is an ordinary word (`get`, `run`), not this file's. */
const MAX_DEFINING = 3;

export class FactsOfFiles {
  readonly #facts = new WeakMap<FileRecord, FileFacts>();
  readonly #ordinary = new Set<string>();
  readonly #roles = new WeakMap<FileRecord, ReadonlySet<PathRole>>();
  constructor(private readonly catalog: Catalog) {}

  of(repo: RepoIndex, file: FileRecord): FileFacts {
    const known = this.#facts.get(file);
    if (known) return known;
    const facts = this.#make(repo, file);
    this.#facts.set(file, facts);
    return facts;
  }

  /** Cheap: for files of which nothing else is looked at. */
  rolesOf(file: FileRecord): ReadonlySet<PathRole> {
    const known = this.#roles.get(file);
    if (known) return known;
    const roles = new Set([...rolesOf(file.path), ...file.flags.map((flag) => ROLE_OF_FLAG[flag])]);
    this.#roles.set(file, roles);
    return roles;
  }

  #make(repo: RepoIndex, file: FileRecord): FileFacts {
    const segments = file.path.split("/");
    const stem = (segments.at(-1) ?? "").replace(/(?<=.)\.[^.]*$/, "");
    const isIndexFile = INDEX_STEMS.has(stem.toLowerCase());
    const telling = isIndexFile ? (segments.at(-2) ?? stem) : stem;
    const names = new Set<string>();
    for (const [n] of file.chunks) {
      for (const [name] of this.catalog.chunkOf(repo, n)?.definitions ?? []) names.add(name);
    }
    return {
      roles: this.rolesOf(file),
      stemParts: partsOf(telling),
      stem: telling.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""),
      isIndexFile,
      isHeaderBesideSource: isHeaderBesideSource(file.path, (path) => repo.files.has(path)),
      depth: segments.length,
      symbolWords: new Set(wordsOf([...names].join(" "))),
      symbols: new Set([...names].map((name) => name.toLowerCase())),
      spellings: names,
      nMentioning: this.#countMentioning(file, names),
    };
  }

  #countMentioning(file: FileRecord, names: ReadonlySet<string>): number {
    const mentioning = new Set<string>();
    for (const name of names) {
      if (this.#isOrdinary(name)) continue;
      for (const { place } of this.catalog.referring(name)) if (place) mentioning.add(place.file.path);
    }
    mentioning.delete(file.path);
    return mentioning.size;
  }

  /** Remembered where it is so: `get` has thousands of definitions, and most files define one. */
  #isOrdinary(name: string): boolean {
    if (this.#ordinary.has(name)) return true;
    const defining = new Set(this.catalog.defining(name).map((chunk) => chunk.place?.file.path));
    if (defining.size <= MAX_DEFINING) return false;
    this.#ordinary.add(name);
    return true;
  }
}

/** Words of a name without the joined whole, which is no part of it. */
function partsOf(name: string): string[] {
  const words = wordsOf(name);
  return words.length > 1 ? words.slice(1) : words;
}
