import type { Binding, Import } from "../chunk/chunk";
import type { Catalog, IndexedChunk } from "../store/catalog";
import type { ChunkUses } from "../store/chunkUses";
import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import { type Family, familyOf } from "./family";
import { type GraphSymbol, isFunction, isNamed, isType } from "./graph";

/** A chunk of the file with what it defines and uses. */
export interface ScopeChunk {
  readonly chunk: IndexedChunk;
  readonly symbols: readonly GraphSymbol[];
  readonly uses: ChunkUses;
}

/** What one file says of names: all of it from facts that never change, so it lives as long as its record. */
export class FileScope {
  readonly family: Family;
  readonly chunks: readonly ScopeChunk[];
  readonly #byName = new Map<string, GraphSymbol[]>();
  readonly #imports = new Map<string, Import[]>();
  readonly #bindings = new Map<string, Binding[]>();
  /** Imports of all a module has, or of a module for its effects. */
  readonly wholes: readonly Import[];

  constructor(
    readonly repo: RepoIndex,
    readonly file: FileRecord,
    catalog: Catalog,
  ) {
    this.family = familyOf(file.language);
    this.chunks = file.chunks.flatMap(([n]) => {
      const chunk = catalog.chunkOf(repo, n);
      return chunk?.place ? [readChunk(repo, file, chunk)] : [];
    });
    const wholes: Import[] = [];
    for (const { symbols, uses } of this.chunks) {
      for (const symbol of symbols) if (isNamed(symbol.kind)) push(this.#byName, symbol.name, symbol);
      for (const binding of uses.bindings) push(this.#bindings, binding.name, binding);
      for (const one of uses.imports) {
        if (!one.name && !one.alias) wholes.push(one);
        push(this.#imports, localName(one, this.family), one);
      }
    }
    this.wholes = wholes;
  }

  named(name: string): readonly GraphSymbol[] {
    return this.#byName.get(name) ?? [];
  }

  /** Imports that bring in something called `name` here. */
  imported(name: string): readonly Import[] {
    return this.#imports.get(name) ?? [];
  }

  bound(name: string): readonly Binding[] {
    return this.#bindings.get(name) ?? [];
  }

  *symbols(): Generator<GraphSymbol> {
    for (const { symbols } of this.chunks) yield* symbols;
  }

  chunkAt(line: number): ScopeChunk | undefined {
    return this.chunks.find(({ chunk }) => chunk.place!.startLine <= line && line < chunk.place!.endLine);
  }
}

function readChunk(repo: RepoIndex, file: FileRecord, chunk: IndexedChunk): ScopeChunk {
  const first = chunk.place!.startLine;
  const symbols = chunk.definitions.map(
    ([name, kind, line, container]): GraphSymbol => ({
      ...{ repo, file, chunk, name, kind, container },
      line: first + line,
    }),
  );
  return { chunk, symbols, uses: chunk.uses };
}

/** What the import's module or name is called here. */
function localName({ module, name, alias }: Import, family: Family): string {
  if (alias) return alias;
  if (name) return name;
  if (family === "python") return module.split(".")[0]!;
  if (family === "go") return goPackageName(module);
  return module.split(/[./\\]|::/).at(-1) ?? module;
}

/** `github.com/go-chi/chi/v5` is called `chi`; a package called otherwise than its folder says so by an alias. */
function goPackageName(module: string): string {
  const parts = module.split("/");
  if (/^v\d+$/.test(parts.at(-1) ?? "")) parts.pop();
  return (parts.at(-1) ?? module).replace(/\.v\d+$/, "").replace(/^go-|-go$/g, "");
}

/** The names around a line, outermost first: `["Client", "send"]`. */
export function pathAt({ chunk, symbols }: ScopeChunk, line: number): readonly string[] {
  let around: GraphSymbol | undefined;
  for (const symbol of symbols) {
    const holds = isFunction(symbol.kind) || isType(symbol.kind) || /^(?:module|test)$/.test(symbol.kind);
    if (symbol.line === line || (holds && symbol.line <= line)) {
      if (!around || symbol.line >= around.line) around = symbol;
    }
  }
  // Decorators and annotations stand above the first name.
  around ??= symbols[0];
  if (around) return [...around.container, around.name];
  return chunk.symbol ? chunk.symbol.split(".") : [];
}

/** The type whose supertypes stand on a line: the nearest above, else what the chunk is an `impl` of. */
export function ownerAt(scoped: ScopeChunk, line: number): string {
  let owner: GraphSymbol | undefined;
  for (const symbol of scoped.symbols) {
    if (isType(symbol.kind) && symbol.line <= line && symbol.line >= (owner?.line ?? 0)) owner = symbol;
  }
  return owner?.name ?? scoped.chunk.symbol.split(".").at(-1) ?? "";
}

export function push<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
