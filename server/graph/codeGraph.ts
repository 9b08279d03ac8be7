import type { Catalog, IndexedChunk } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import { callEdges, edgesIn, importEdges, overrideEdges, siteAt, superEdgesIn } from "./edgesIn";
import { type FileScope, pathAt, type ScopeChunk } from "./fileScope";
import { CONFIDENCES, type Edge, type GraphSymbol, isFunction, isType, qualified } from "./graph";
import { Modules } from "./modules";
import { Packages } from "./packages";
import { Resolver } from "./resolve";

/**
 * Who calls, imports and inherits whom, across files and repositories. Edges are found when they are asked for, from
 * what the index says of chunks now: nothing is stored, so nothing can be stale.
 */
export class CodeGraph {
  readonly #packages = new Packages();
  #generation = "";
  #resolver: Resolver;

  constructor(
    private readonly catalog: Catalog,
    private readonly repos: () => readonly RepoIndex[],
  ) {
    this.#resolver = new Resolver(catalog, new Modules([], this.#packages));
  }

  get repositories(): readonly RepoIndex[] {
    return this.repos();
  }

  /** Reads manifests that changed. To be awaited before the questions below, which are of one generation. */
  async refresh(): Promise<void> {
    for (let now = this.#now(); now !== this.#generation; now = this.#now()) {
      await this.#packages.refresh(this.repos());
      this.#resolver = new Resolver(this.catalog, new Modules(this.repos(), this.#packages));
      this.#generation = now;
    }
  }

  /** Definitions called `name`: simple, or qualified from the right, `Client.send`; "path" must be part of the file's path. */
  symbols(name: string, inPath = ""): GraphSymbol[] {
    const parts = name.split(/\.|::|#/).filter(Boolean);
    return this.#resolver
      .definitions(parts.at(-1) ?? "", null)
      .filter((one) => one.file.path.includes(inPath))
      .filter((one) => `.${qualified(one)}`.endsWith(`.${parts.join(".")}`));
  }

  /** Calls of a definition, the surest first. */
  callers(symbol: GraphSymbol): Edge[] {
    const edges: Edge[] = [];
    for (const [scope, at, name] of this.#callSites(symbol)) {
      for (const use of at.uses.calls) {
        if (use.name === name) edges.push(...callEdges(this.#resolver, siteAt(scope, at, use.line), use));
      }
    }
    return surestFirst(edges.filter((edge) => isTo(edge, symbol)));
  }

  /** What a definition calls, in text order. */
  callees(symbol: GraphSymbol): Edge[] {
    const scope = this.#resolver.scopeOf(symbol.repo, symbol.file);
    const inside = `${qualified(symbol)}.`;
    return scope.chunks.flatMap((at) =>
      at.uses.calls
        .filter(({ line }) => `${pathAt(at, line).join(".")}.`.startsWith(inside))
        .flatMap((use) => [...callEdges(this.#resolver, siteAt(scope, at, use.line), use)]),
    );
  }

  /** Types that name this one among their supertypes; of a method, the methods that override it. */
  implementers(symbol: GraphSymbol): Edge[] {
    if (!isType(symbol.kind)) return this.#overriders(symbol);
    const edges = this.catalog.referring(symbol.name).flatMap((chunk) => {
      const found = this.#place(chunk);
      return found ? [...superEdgesIn(this.#resolver, ...found)] : [];
    });
    return surestFirst(edges.filter((edge) => isTo(edge, symbol)));
  }

  /** What a type names as its supertypes. */
  supertypes(symbol: GraphSymbol): Edge[] {
    const scope = this.#resolver.scopeOf(symbol.repo, symbol.file);
    const at = scope.chunkAt(symbol.line);
    return at ? [...superEdgesIn(this.#resolver, scope, at, symbol.name)] : [];
  }

  /** The methods of supertypes that a method takes the place of. */
  overridden(symbol: GraphSymbol): Edge[] {
    return [...overrideEdges(this.#resolver, this.#resolver.scopeOf(symbol.repo, symbol.file), symbol)];
  }

  /** Imports that bring the definition in, also through re-exports. */
  importers(symbol: GraphSymbol): Edge[] {
    const edges = this.catalog.referring(symbol.name).flatMap((chunk) => {
      const found = this.#place(chunk);
      return found ? [...importEdges(this.#resolver, ...found)] : [];
    });
    return edges.filter((edge) => isTo(edge, symbol));
  }

  /** Imports of a module as it is written, `a.b` or `react-dom/server`, of what is below it and of what is in it. */
  importersOfModule(name: string): Edge[] {
    const edges: Edge[] = [];
    for (const repo of this.repos()) {
      for (const chunk of this.catalog.liveChunks(repo)) {
        if (!chunk.uses.imports.some(({ module }) => isWithin(module, name))) continue;
        const [scope, at] = this.#place(chunk) ?? [];
        if (scope && at)
          edges.push(...importEdges(this.#resolver, scope, at, (one) => isWithin(one.module, name)));
      }
    }
    return edges;
  }

  /** Every edge that begins in a repository, file by file. */
  *edges(repo: RepoIndex, kinds?: readonly string[]): Generator<Edge> {
    for (const file of repo.files.values()) {
      const scope = this.#resolver.scopeOf(repo, file);
      for (const at of scope.chunks) {
        const found =
          kinds?.join() === "imports"
            ? importEdges(this.#resolver, scope, at)
            : edgesIn(this.#resolver, scope, at);
        for (const edge of found) if (!kinds || kinds.includes(edge.kind)) yield edge;
      }
    }
  }

  /** The definition whose name stands on a line of a chunk. */
  symbolAt(chunk: IndexedChunk, line: number): GraphSymbol | null {
    return this.#place(chunk)?.[1].symbols.find((one) => one.line === line) ?? null;
  }

  /** The definition an edge leads to; null where it leads to a whole file. */
  target({ to }: Edge): GraphSymbol | null {
    return this.#symbolAt(to.repo, to.path, to.line, to.symbol);
  }

  /** The definition an edge begins in; null at the top of a file. */
  source({ from }: Edge): GraphSymbol | null {
    const file = from.repo.files.get(from.path);
    const scope = file && this.#resolver.scopeOf(from.repo, file);
    const named = scope ? [...scope.symbols()].filter((one) => qualified(one) === from.symbol) : [];
    return named.filter(({ line }) => line <= from.line).at(-1) ?? named[0] ?? null;
  }

  *#callSites(symbol: GraphSymbol): Generator<[FileScope, ScopeChunk, string]> {
    for (const chunk of this.catalog.calling(symbol.name)) {
      const found = this.#place(chunk);
      if (found) yield [...found, symbol.name];
    }
    for (const chunk of this.catalog.referring(symbol.name)) {
      const found = this.#place(chunk);
      for (const { name, alias } of found?.[1].uses.imports ?? []) {
        if (!alias || alias === symbol.name || (name !== symbol.name && name !== "default")) continue;
        for (const at of found![0].chunks) {
          if (at.uses.calls.some((use) => use.name === alias)) yield [found![0], at, alias];
        }
      }
    }
  }

  #overriders(symbol: GraphSymbol): Edge[] {
    const edges = this.#resolver.definitions(symbol.name, null).flatMap((one) => {
      const scope = this.#resolver.scopeOf(one.repo, one.file);
      return isFunction(one.kind) ? [...overrideEdges(this.#resolver, scope, one)] : [];
    });
    return edges.filter((edge) => isTo(edge, symbol));
  }

  #place(chunk: IndexedChunk): [FileScope, ScopeChunk] | null {
    if (!chunk.place) return null;
    const scope = this.#resolver.scopeOf(chunk.repo, chunk.place.file);
    const at = scope.chunks.find((one) => one.chunk === chunk);
    return at ? [scope, at] : null;
  }

  #symbolAt(repo: RepoIndex, path: string, line: number, name: string): GraphSymbol | null {
    const file = repo.files.get(path);
    if (!file) return null;
    const all = [...this.#resolver.scopeOf(repo, file).symbols()];
    return all.find((one) => one.line === line && qualified(one) === name) ?? null;
  }

  #now(): string {
    return this.repos()
      .map((repo) => `${repo.root.dir}@${repo.generation}:${repo.files.size}`)
      .join("|");
  }
}

function isTo({ to }: Edge, symbol: GraphSymbol): boolean {
  return (
    to.line === symbol.line &&
    to.path === symbol.file.path &&
    to.repo === symbol.repo &&
    to.symbol === qualified(symbol)
  );
}

function isWithin(module: string, name: string): boolean {
  return module === name || (module.startsWith(name) && /^(?:[./\\]|::)/.test(module.slice(name.length)));
}

export function surestFirst(edges: readonly Edge[]): Edge[] {
  return [...edges].sort((a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence));
}
