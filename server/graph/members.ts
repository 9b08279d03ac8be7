import path from "node:path";
import type { Use } from "../chunk/chunk";
import { hasOpenTypes, seesAllTypes } from "./family";
import { type FileScope, ownerAt, pathAt } from "./fileScope";
import { type GraphSymbol, isType } from "./graph";
import type { Resolver, Site } from "./resolve";

/** Types looked at for one inherited member. */
const MAX_TYPES = 40;

/** Members of types, their own and inherited, and the types around and above. */
export class Members {
  #supertypes = new Map<string, readonly GraphSymbol[]>();

  constructor(private readonly resolver: Resolver) {}

  forget(): void {
    this.#supertypes = new Map();
  }

  /** What a type calls `name`: its own, else the nearest inherited. */
  of(type: GraphSymbol, name: string): readonly GraphSymbol[] {
    // Breadth first and each type once: traits that many types take on would be walked again and again.
    const seen = new Set<string>();
    const pending: GraphSymbol[] = [type];
    for (let at = pending.shift(); at && seen.size < MAX_TYPES; at = pending.shift()) {
      const key = `${at.file.path}:${at.line}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const own = this.ownOf(at, name);
      if (own.length > 0) return own;
      pending.push(...this.supertypes(at));
    }
    return [];
  }

  ownOf(type: GraphSymbol, name: string): readonly GraphSymbol[] {
    const scope = this.resolver.scopeOf(type.repo, type.file);
    const here = scope.named(name).filter(({ container }) => container.at(-1) === type.name);
    if (here.length > 0 || !hasOpenTypes(scope.family)) return here;
    const dir = path.posix.dirname(type.file.path);
    return this.resolver
      .definitions(name, type.repo)
      .filter(
        ({ container, file }) =>
          container.at(-1) === type.name && (scope.family !== "go" || path.posix.dirname(file.path) === dir),
      );
  }

  /** A field that exists only by being set: `self.hook = hook`. */
  fieldOf(type: GraphSymbol, name: string): readonly GraphSymbol[] {
    for (const one of [type, ...this.supertypes(type)]) {
      const scope = this.resolver.scopeOf(one.repo, one.file);
      for (const at of scope.chunks) {
        const set = at.uses.bindings.find(
          (binding) => binding.name === `.${name}` && pathAt(at, binding.line).includes(one.name),
        );
        if (!set) continue;
        const { repo, file } = one;
        const container = [...one.container, one.name];
        return [{ repo, file, chunk: at.chunk, name, kind: "field", line: set.line, container }];
      }
    }
    return [];
  }

  /** Of several methods of one name the one the others override; null where there is no such one. */
  rootOf(methods: readonly GraphSymbol[]): GraphSymbol | null {
    const roots = methods.filter((one) => {
      const type = this.typeNamed(
        { scope: this.resolver.scopeOf(one.repo, one.file) },
        one.container.at(-1)!,
      );
      return !type || this.supertypes(type).every((parent) => this.of(parent, one.name).length === 0);
    });
    return roots.length === 1 ? roots[0]! : null;
  }

  /** Types it extends, implements or embeds, in the order written, as far as they are in the open repositories. */
  supertypes(type: GraphSymbol): readonly GraphSymbol[] {
    const key = `${type.repo.root.name}\0${type.file.path}\0${type.line}\0${type.name}`;
    const known = this.#supertypes.get(key);
    if (known) return known;
    this.#supertypes.set(key, []); // A type that extends itself ends here.
    const scope = this.resolver.scopeOf(type.repo, type.file);
    const found = this.usesOf(scope, type.name).flatMap(({ use, site }) => {
      const resolution = this.resolver.resolveUse(site, use);
      if (!resolution || resolution.confidence === "name-only") return []; // What it inherits would be a guess.
      return resolution.symbols.filter(
        (one) => isType(one.kind) && !(one.name === type.name && one.file === type.file),
      );
    });
    this.#supertypes.set(key, found);
    return found;
  }

  /** Where the file names supertypes of a type. */
  usesOf(scope: FileScope, owner: string): { readonly use: Use; readonly site: Site }[] {
    return scope.chunks.flatMap((at) =>
      [...at.uses.extends, ...at.uses.implements]
        .filter(({ line }) => ownerAt(at, line) === owner)
        .map((use) => ({
          use,
          site: { scope, at, line: use.line, path: pathAt(at, use.line).slice(0, -1) },
        })),
    );
  }

  /** The innermost type around a place. */
  around(site: Site): GraphSymbol | null {
    for (let depth = site.path.length; depth > 0; depth--) {
      const type = this.typeNamed(site, site.path[depth - 1]!);
      if (type) return type;
    }
    return null;
  }

  /** A type of the file by its simple name; where types are open, of the repository. */
  typeNamed({ scope }: Pick<Site, "scope">, name: string): GraphSymbol | null {
    const here = scope.named(name).find(({ kind }) => isType(kind));
    if (here || !hasOpenTypes(scope.family)) return here ?? null;
    const dir = path.posix.dirname(scope.file.path);
    const types = this.resolver.definitions(name, scope.repo).filter(({ kind }) => isType(kind));
    const near = types.find(({ file }) => path.posix.dirname(file.path) === dir);
    return near ?? (seesAllTypes(scope.family) || types.length === 1 ? (types[0] ?? null) : null);
  }
}
