// A reference to the definitions it means: the same scope, the imports of the file, its package, the type it is
// called on. Nothing is stored: every step reads facts of chunks that are in the index now, so no edge can dangle.
import type { Import, Use } from "../chunk/chunk";
import type { Catalog, IndexedChunk } from "../store/catalog";
import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import { hasImplicitThis, hasOpenTypes, seesAllTypes } from "./family";
import { FileScope, type ScopeChunk } from "./fileScope";
import { type GraphSymbol, isFunction, isNamed, isType, type Resolution } from "./graph";
import { Members } from "./members";
import type { ModuleFile, Modules } from "./modules";
import { pythonFile } from "./pythonModules";
import { type Value, ValueReader } from "./values";

/** A place a name is used at. */
export interface Site {
  readonly scope: FileScope;
  readonly at: ScopeChunk;
  readonly line: number;
  /** Names around it, outermost first. */
  readonly path: readonly string[];
}

/** What a name stands for: definitions, whole modules, or something outside the open repositories. */
export type Found =
  | { readonly kind: "symbols"; readonly symbols: readonly GraphSymbol[] }
  | { readonly kind: "modules"; readonly files: readonly ModuleFile[] }
  | { readonly kind: "outside" };

const OUTSIDE: Found = { kind: "outside" };

/** Scopes kept between questions: a few kilobytes each. */
const SCOPES_KEPT = 1_500;
/** Re-exports of re-exports; real code stays far below. */
const MAX_HOPS = 12;
/** More definitions of one name say nothing about which is meant. */
const MAX_BY_NAME = 5;
/** Methods of one name among which the one that the others override is looked for. */
const MAX_OVERRIDES = 30;

export class Resolver {
  readonly members: Members;
  readonly #values: ValueReader;
  readonly #scopes = new Map<FileRecord, FileScope>();
  #exported = new Map<FileScope, Map<string, Found | null>>();

  constructor(
    private readonly catalog: Catalog,
    private readonly modules: Modules,
  ) {
    this.members = new Members(this);
    this.#values = new ValueReader(this);
  }

  scopeOf(repo: RepoIndex, file: FileRecord): FileScope {
    let scope = this.#scopes.get(file);
    if (scope) this.#scopes.delete(file);
    else scope = new FileScope(repo, file, this.catalog);
    this.#scopes.set(file, scope);
    if (this.#scopes.size > SCOPES_KEPT) {
      const [oldest] = this.#scopes.keys();
      this.#exported.delete(this.#scopes.get(oldest!)!);
      this.#scopes.delete(oldest!);
    }
    return scope;
  }

  /** All definitions of a name in one repository, by path: the order files were indexed in must not show. */
  definitions(name: string, repo: RepoIndex | null): GraphSymbol[] {
    const found = this.#definitionsIn(this.catalog.defining(name), name, repo);
    return found.length < 2 ? found : found.sort(byPlace);
  }

  #definitionsIn(chunks: readonly IndexedChunk[], name: string, repo: RepoIndex | null): GraphSymbol[] {
    return chunks.flatMap((chunk) => {
      if (!chunk.place || (repo && chunk.repo !== repo)) return [];
      const { file, startLine } = chunk.place;
      return chunk.definitions
        .filter(([own, kind]) => own === name && isNamed(kind))
        .map(([own, kind, line, container]): GraphSymbol => {
          const rest = { kind, container, line: startLine + line };
          return { repo: chunk.repo, file, chunk, name: own, ...rest };
        });
    });
  }

  /** The definitions a call, or a supertype named, means; null where it lies outside or nobody knows. */
  resolveUse(site: Site, { name, receiver }: Pick<Use, "name" | "receiver">): Resolution | null {
    if (receiver) {
      const on = this.#values.read(site, receiver.split("."));
      if (on?.kind === "outside") return null;
      const found = on && this.memberOfValue(on, name);
      if (found?.kind === "symbols")
        return { confidence: "resolved", symbols: preferImplementation(found.symbols) };
      if (on) return null; // The type is known and does not have it: it inherits it from outside.
      return this.#byName(site, name, "member");
    }
    const found = this.name(site, name);
    if (found?.kind === "symbols")
      return { confidence: "resolved", symbols: preferImplementation(found.symbols) };
    return found ? null : this.#byName(site, name, "bare");
  }

  /** The type, module or else that an expression is, as far as the text says it. */
  value(site: Site, expression: string): Value | null {
    return this.#values.read(site, expression.split("."));
  }

  /** What a bare name means at a place. */
  name(site: Site, name: string): Found | null {
    const { scope, path } = site;
    const own = scope.named(name);
    for (let depth = path.length; depth >= 0; depth--) {
      const here = own.filter((one) => samePath(one.container, path.slice(0, depth)));
      if (here.length > 0 && (depth === 0 || this.#isVisibleInside(site, depth, here))) return symbols(here);
      if (depth > 0 && hasImplicitThis(scope.family)) {
        const type = this.members.typeNamed(site, path[depth - 1]!);
        const inherited = type ? this.members.of(type, name) : [];
        if (inherited.length > 0) return symbols(inherited);
      }
    }
    for (const one of scope.imported(name)) {
      const found = this.imported(scope, one);
      if (found) return found;
    }
    if (scope.imported(name).length > 0) return OUTSIDE;
    return this.#fromWholes(scope, name) ?? this.#fromPackage(site, name);
  }

  /** What an import brings in; null where nobody knows. */
  imported(scope: FileScope, one: Import, hops = 0): Found | null {
    if (hops > MAX_HOPS) return null;
    const { module, name, alias } = one;
    if (!module) return name && name !== one.alias ? this.exported(scope, name, hops + 1) : null;
    const files = this.modules.find(scope, module, scope.family);
    if (!name) {
      const top = !alias && scope.family === "python" ? module.split(".")[0]! : module;
      const whole = top === module ? files : this.modules.find(scope, top, scope.family);
      return whole.length > 0 ? { kind: "modules", files: whole } : OUTSIDE;
    }
    for (const file of files) {
      const found = this.exported(this.scopeOf(file.repo, file.file), name, hops + 1, alias);
      if (found) return found;
    }
    const submodule = this.modules.find(scope, joined(scope, module, name), scope.family);
    if (submodule.length > 0) return { kind: "modules", files: submodule };
    return files.length > 0 ? null : (this.#namespaceMember(scope, name) ?? OUTSIDE);
  }

  /** What a module offers under a name: its own definitions, what it passes on, its submodules. */
  exported(scope: FileScope, name: string, hops = 0, alias = ""): Found | null {
    const known = this.#exported.get(scope) ?? new Map<string, Found | null>();
    this.#exported.set(scope, known);
    const key = `${name}\0${alias}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, null); // A circle of re-exports ends here.
    const found = hops > MAX_HOPS ? null : this.#exportedAnew(scope, name, hops, alias);
    known.set(key, found);
    return found;
  }

  /** Forgets what rested on other files; facts of unchanged files are kept. */
  forgetLinks(): void {
    this.#exported = new Map();
    this.members.forget();
  }

  memberOfValue(value: Value, name: string): Found | null {
    if (value.kind === "modules") return this.exportedOf(value.files, name);
    if (value.kind !== "type") return null;
    const found = this.members.of(value.type, name);
    if (found.length > 0) return symbols(found);
    const field = this.members.fieldOf(value.type, name);
    return field.length > 0 ? symbols(field) : null;
  }

  exportedOf(files: readonly ModuleFile[], name: string): Found | null {
    for (const { repo, file } of files) {
      const found = this.exported(this.scopeOf(repo, file), name);
      if (found) return found;
    }
    return null;
  }

  #exportedAnew(scope: FileScope, name: string, hops: number, alias: string): Found | null {
    const inTypes = scope.family !== "python" && scope.family !== "es";
    const own = scope.named(name);
    const top = own.filter(({ container }) => container.length === 0);
    if (top.length > 0) return symbols(top);
    if (inTypes && own.length > 0) return symbols(own);
    for (const { type } of scope.bound(name === "default" ? "default" : `export ${name}`)) {
      const found = type === name ? null : this.exported(scope, type.replace(/\(\)$/, ""), hops + 1);
      if (found) return found;
    }
    for (const one of scope.imported(name)) {
      const found = one.module === "" && one.name === name ? null : this.imported(scope, one, hops + 1);
      if (found) return found;
    }
    if (name === "default") return this.#defaultOf(scope, alias);
    if (scope.family === "python" && /__init__\.pyi?$/.test(scope.file.path)) {
      const submodule = pythonFile(scope.repo, scope.file.path.replace(/__init__\.pyi?$/, name));
      if (submodule) return { kind: "modules", files: [submodule] };
    }
    return this.#fromWholes(scope, name, hops);
  }

  /** `export default` of what has no name to bind: what is called as the import is, or the file's one definition. */
  #defaultOf(scope: FileScope, alias: string): Found | null {
    const called = alias ? scope.named(alias).filter(({ container }) => container.length === 0) : [];
    if (called.length > 0) return symbols(called);
    const top = [...scope.symbols()].filter(
      ({ container, kind }) => container.length === 0 && kind !== "constant",
    );
    return top.length === 1 ? symbols(top) : null;
  }

  #fromWholes(scope: FileScope, name: string, hops = 0): Found | null {
    if (!["python", "es", "c", "rust", "jvm"].includes(scope.family) || hops > MAX_HOPS) return null;
    for (const one of scope.wholes) {
      for (const { repo, file } of this.modules.find(scope, one.module, scope.family)) {
        if (file === scope.file) continue;
        const found = this.exported(this.scopeOf(repo, file), name, hops + 1);
        if (found) return found;
      }
    }
    return null;
  }

  /** Files of the same package, and namespaces whose types are all in sight. */
  #fromPackage({ scope }: Site, name: string): Found | null {
    const { family, file, repo } = scope;
    if (family === "go" || family === "jvm") {
      const dir = file.path.includes("/") ? file.path.slice(0, file.path.lastIndexOf("/")) : "";
      const same = this.definitions(name, repo).filter(({ container, file: { path: other } }) => {
        const otherDir = other.includes("/") ? other.slice(0, other.lastIndexOf("/")) : "";
        return (
          container.length === 0 && (otherDir === dir || (family === "jvm" && samePackage(otherDir, dir)))
        );
      });
      if (same.length > 0) return symbols(same);
    }
    return this.#namespaceMember(scope, name);
  }

  #namespaceMember(scope: FileScope, name: string): Found | null {
    if (!seesAllTypes(scope.family)) return null;
    const types = this.definitions(name, scope.repo).filter(({ kind }) => isType(kind));
    return types.length > 0 && new Set(types.map(({ container }) => container.join("."))).size === 1
      ? symbols(types)
      : null;
  }

  /** A member of a class is not in sight of its methods' bare names; what a function defines inside is. */
  #isVisibleInside({ scope, path }: Site, depth: number, here: readonly GraphSymbol[]): boolean {
    if (hasImplicitThis(scope.family) || scope.family === "rust") return true;
    const around = scope
      .named(path[depth - 1]!)
      .find((one) => samePath(one.container, path.slice(0, depth - 1)));
    if (scope.family === "es" && here.every(({ kind }) => kind === "method" || kind === "field"))
      return false;
    return !around || !isType(around.kind);
  }

  /** The last resort: who else could be meant in this repository, in this family of languages. */
  #byName({ scope }: Site, name: string, how: "bare" | "member"): Resolution | null {
    const all = this.definitions(name, scope.repo).filter((one) => {
      if (this.scopeOf(one.repo, one.file).family !== scope.family) return false;
      const isMember = one.container.length > 0;
      if (how === "bare")
        return isFunction(one.kind) || isType(one.kind) ? !isMember || hasOpenTypes(scope.family) : false;
      const isCallable = one.kind === "method" || one.kind === "function";
      return isMember && (isCallable || (one.kind === "field" && scope.family === "es"));
    });
    if (how === "member" && all.length > 1 && all.length <= MAX_OVERRIDES) {
      const root = this.members.rootOf(all);
      if (root) return { confidence: "likely", symbols: [root] };
    }
    if (all.length === 0 || all.length > MAX_BY_NAME) return null;
    return { confidence: all.length === 1 ? "likely" : "name-only", symbols: all };
  }
}

function byPlace(a: GraphSymbol, b: GraphSymbol): number {
  if (a.file.path !== b.file.path) return a.file.path < b.file.path ? -1 : 1;
  return a.line - b.line;
}

function symbols(found: readonly GraphSymbol[]): Found {
  return { kind: "symbols", symbols: found };
}

/** Several definitions of one name in one scope: overloads, or one of them for type checkers. All are meant. */
function preferImplementation(found: readonly GraphSymbol[]): readonly GraphSymbol[] {
  const callable = found.filter(({ kind }) => isFunction(kind) || isType(kind));
  return callable.length > 0 ? callable : found;
}

export function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, idx) => part === b[idx]);
}

function joined(scope: FileScope, module: string, name: string): string {
  if (scope.family === "rust") return `${module}::${name}`;
  if (scope.family === "es" || scope.family === "go") return `${module}/${name}`;
  return module.endsWith(".") ? module + name : `${module}.${name}`;
}

/** `src/main/java/a/b` and `src/test/java/a/b`. */
function samePackage(a: string, b: string): boolean {
  const tail = (dir: string) => /(?:^|\/)(?:java|kotlin|scala|\w+(?:Main|Test))\/(.*)$/.exec(dir)?.[1];
  const own = tail(a);
  return own !== undefined && own === tail(b);
}
