import type { Import, Use } from "../chunk/chunk";
import { type FileScope, ownerAt, pathAt, type ScopeChunk } from "./fileScope";
import {
  type Edge,
  type EdgeEnd,
  type EdgeKind,
  endOf,
  type GraphSymbol,
  isType,
  type Resolution,
} from "./graph";
import type { Resolver, Site } from "./resolve";

/** Every edge that begins in a chunk, by kind. */
export function* edgesIn(resolver: Resolver, scope: FileScope, at: ScopeChunk): Generator<Edge> {
  for (const use of at.uses.calls) yield* callEdges(resolver, siteAt(scope, at, use.line), use);
  yield* importEdges(resolver, scope, at);
  yield* superEdgesIn(resolver, scope, at);
  yield* typeEdges(resolver, scope, at);
  for (const symbol of at.symbols) yield* overrideEdges(resolver, scope, symbol);
}

export function siteAt(scope: FileScope, at: ScopeChunk, line: number): Site {
  return { scope, at, line, path: pathAt(at, line) };
}

export function* callEdges(resolver: Resolver, site: Site, use: Use): Generator<Edge> {
  yield* edgesTo("calls", site, resolver.resolveUse(site, use));
}

/** @param wanted only these imports. */
export function* importEdges(
  resolver: Resolver,
  scope: FileScope,
  at: ScopeChunk,
  wanted: (one: Import) => boolean = () => true,
): Generator<Edge> {
  for (const one of at.uses.imports) {
    if (!one.module || !wanted(one)) continue;
    const found = resolver.imported(scope, one);
    const site: Site = { scope, at, line: one.line, path: [] };
    if (found?.kind === "symbols") {
      yield* edgesTo("imports", site, { confidence: "resolved", symbols: found.symbols });
    } else if (found?.kind === "modules") {
      for (const { repo, file } of found.files) {
        const to = { repo, path: file.path, line: 0, symbol: "", chunk: null };
        yield { kind: "imports", confidence: "resolved", from: fromEnd(site), to };
      }
    }
  }
}

/** @param owner only the supertypes of this type. */
export function* superEdgesIn(
  resolver: Resolver,
  scope: FileScope,
  at: ScopeChunk,
  owner?: string,
): Generator<Edge> {
  for (const kind of ["extends", "implements"] as const) {
    for (const use of at.uses[kind]) {
      if (owner === undefined || ownerAt(at, use.line) === owner) {
        yield* superEdges(resolver, siteAt(scope, at, use.line), use, kind);
      }
    }
  }
}

function* superEdges(
  resolver: Resolver,
  site: Site,
  use: Use,
  kind: "extends" | "implements",
): Generator<Edge> {
  const outer = site.path.at(-1) === ownerAt(site.at, use.line) ? site.path.slice(0, -1) : site.path;
  const resolution = resolver.resolveUse({ ...site, path: outer }, use);
  const types = resolution?.symbols.filter((one) => isType(one.kind) || one.kind === "variable") ?? [];
  if (resolution && types.length > 0) yield* edgesTo(kind, site, { ...resolution, symbols: types });
}

function* typeEdges(resolver: Resolver, scope: FileScope, at: ScopeChunk): Generator<Edge> {
  const seen = new Set<string>();
  for (const { name, type, line } of at.uses.bindings) {
    if (type.endsWith(")") || name === "default" || name.startsWith("export ") || seen.has(type)) continue;
    seen.add(type);
    const site = siteAt(scope, at, line);
    const value = resolver.value(site, type);
    if (value?.kind !== "type") continue;
    yield* edgesTo("references-type", site, { confidence: "resolved", symbols: [value.type] });
  }
}

export function* overrideEdges(resolver: Resolver, scope: FileScope, symbol: GraphSymbol): Generator<Edge> {
  if (symbol.kind !== "method" || symbol.container.length === 0) return;
  const type = resolver.members.typeNamed({ scope }, symbol.container.at(-1)!);
  if (!type) return;
  for (const parent of resolver.members.supertypes(type)) {
    const symbols = resolver.members.of(parent, symbol.name);
    for (const one of symbols) {
      yield { kind: "overrides", confidence: "resolved", from: endOf(symbol), to: endOf(one) };
    }
  }
}

function* edgesTo(kind: EdgeKind, site: Site, resolution: Resolution | null): Generator<Edge> {
  if (!resolution) return;
  const from = fromEnd(site);
  for (const symbol of resolution.symbols) {
    yield { kind, confidence: resolution.confidence, from, to: endOf(symbol) };
  }
}

function fromEnd({ scope, at, line, path }: Site): EdgeEnd {
  return { repo: scope.repo, path: scope.file.path, line, symbol: path.join("."), chunk: at.chunk };
}
