import type { CodeGraph } from "./codeGraph";
import { type Edge, endOf, type GraphSymbol, isType } from "./graph";

/** Definitions a change may reach before the rest is only counted as "more". */
const MAX_REACHED = 200;
const MAX_STEPS = 3;

export interface Dependents {
  /** Nearest first: edges into the symbol, then into what those begin in. */
  readonly edges: readonly Edge[];
  /** False where more depend on it further out than was followed. */
  readonly complete: boolean;
}

/** What may break when a definition changes: who calls, imports, extends or overrides it, and who calls those. */
export function dependentsOf(graph: CodeGraph, symbol: GraphSymbol): Dependents {
  const edges: Edge[] = [];
  const reached = new Set([keyOf(symbol)]);
  let ring: GraphSymbol[] = [symbol];
  for (let step = 0; step < MAX_STEPS && ring.length > 0; step++) {
    const next: GraphSymbol[] = [];
    for (const one of ring) {
      for (const edge of step === 0 ? usesOf(graph, one) : onwards(graph, one)) {
        edges.push(edge);
        const source = graph.source(edge);
        if (!source || reached.has(keyOf(source))) continue;
        if (reached.size >= MAX_REACHED) return { edges, complete: false };
        reached.add(keyOf(source));
        next.push(source);
      }
    }
    ring = next;
  }
  return { edges, complete: ring.every((one) => onwards(graph, one).length === 0) };
}

/** Every edge that leads to a definition, but for the types its name annotates. */
export function usesOf(graph: CodeGraph, symbol: GraphSymbol): Edge[] {
  return [...graph.callers(symbol), ...graph.implementers(symbol), ...graph.importers(symbol)];
}

/** Further out only what is sure: a guess upon a guess leads anywhere. */
function onwards(graph: CodeGraph, symbol: GraphSymbol): Edge[] {
  const heirs = isType(symbol.kind) ? graph.implementers(symbol) : [];
  return [...graph.callers(symbol), ...heirs].filter(({ confidence }) => confidence !== "name-only");
}

function keyOf(symbol: GraphSymbol): string {
  const { repo, path, line, symbol: name } = endOf(symbol);
  return `${repo.root.dir}\0${path}\0${line}\0${name}`;
}
