import type { CodeGraph } from "./codeGraph";
import { type Edge, endOf, type GraphSymbol, isType, qualified } from "./graph";

/** Definitions looked at before a search for a chain gives up. */
const MAX_VISITED = 3_000;

/**
 * The shortest chain of edges from one definition to another: calls, then what a type extends or a method overrides.
 *
 * @returns edges in order, each beginning in the definition the one before leads to; null where there is none, or
 *   none among the definitions nearest to `from`.
 */
export function chainBetween(graph: CodeGraph, from: GraphSymbol, to: GraphSymbol): Edge[] | null {
  const goal = keyOf(to);
  const cameBy = new Map<string, { edge: Edge; from: string } | null>([[keyOf(from), null]]);
  const pending = [from];
  for (let at = pending.shift(); at && cameBy.size < MAX_VISITED; at = pending.shift()) {
    for (const edge of stepsFrom(graph, at)) {
      const next = graph.target(edge);
      if (!next || cameBy.has(keyOf(next))) continue;
      cameBy.set(keyOf(next), { edge, from: keyOf(at) });
      if (keyOf(next) === goal) return unwind(cameBy, goal);
      pending.push(next);
    }
  }
  return null;
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
