import type { CodeGraph } from "./codeGraph";
import { type Edge, endOf, type GraphSymbol, isType, qualified } from "./graph";

/** Definitions looked at before a search for a chain gives up. */
const MAX_VISITED = 3_000;

export interface Chain {
  /** In order, each beginning in the definition the one before leads to; null where none was found. */
  readonly edges: Edge[] | null;
  readonly nVisited: number;
  /** Nothing was found among the nearest definitions, and there are more. */
  readonly gaveUp: boolean;
}

/** The shortest chain of edges from one definition to another: calls, then what a type extends or a method overrides. */
export function chainBetween(graph: CodeGraph, from: GraphSymbol, to: GraphSymbol): Chain {
  const goal = keyOf(to);
  const cameBy = new Map<string, { edge: Edge; from: string } | null>([[keyOf(from), null]]);
  const pending = [from];
  for (let next = 0; next < pending.length && cameBy.size < MAX_VISITED; next++) {
    const at = pending[next]!;
    for (const edge of stepsFrom(graph, at)) {
      const target = graph.target(edge);
      if (!target || cameBy.has(keyOf(target))) continue;
      cameBy.set(keyOf(target), { edge, from: keyOf(at) });
      if (keyOf(target) === goal)
        return { edges: unwind(cameBy, goal), nVisited: cameBy.size, gaveUp: false };
      pending.push(target);
    }
  }
  return { edges: null, nVisited: cameBy.size, gaveUp: cameBy.size >= MAX_VISITED };
}

/** Edges out of a definition, the surest first; names alone lead nowhere a person would follow. */
function stepsFrom(graph: CodeGraph, symbol: GraphSymbol): Edge[] {
  const inherited = isType(symbol.kind) ? graph.supertypes(symbol) : graph.overridden(symbol);
  const called = graph
    .callees(symbol)
    .filter(({ from }) => !isType(symbol.kind) || isMaking(from.symbol, symbol));
  return [...called, ...inherited].filter(({ confidence }) => confidence !== "name-only");
}

/** Who makes a value of a type runs its constructor and its fields, not its other methods. */
function isMaking(within: string, type: GraphSymbol): boolean {
  const own = qualified(type);
  return within === own || [`${own}.__init__`, `${own}.constructor`, `${own}.${type.name}`].includes(within);
}

function unwind(cameBy: ReadonlyMap<string, { edge: Edge; from: string } | null>, goal: string): Edge[] {
  const edges: Edge[] = [];
  for (let step = cameBy.get(goal); step; step = cameBy.get(step.from)) edges.unshift(step.edge);
  return edges;
}

function keyOf(symbol: GraphSymbol): string {
  const { repo, path, line, symbol: name } = endOf(symbol);
  return `${repo.root.dir}\0${path}\0${line}\0${name}`;
}
