import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { EngineError } from "../base/errors";
import { chainBetween } from "../graph/chain";
import type { CodeGraph } from "../graph/codeGraph";
import { type Edge, type EdgeEnd, endOf, type GraphSymbol, qualified } from "../graph/graph";
import { msSince } from "./json";
import { type FolderFlags, withFolderFlags } from "./options";
import { place } from "./place";
import { withEngine } from "./session";
import { bold, cyan, dim, print } from "./terminal";

interface GraphFlags extends FolderFlags {
  readonly in: string;
  readonly limit: number;
}

type Question = (graph: CodeGraph, symbol: GraphSymbol) => Edge[];

const QUESTIONS: readonly (readonly [name: string, says: string, ask: Question])[] = [
  ["callers", "every call of a definition", (graph, symbol) => graph.callers(symbol)],
  ["callees", "everything a definition calls", (graph, symbol) => graph.callees(symbol)],
  ["implementers", "who extends, implements or overrides it", (graph, symbol) => graph.implementers(symbol)],
  ["importers", "every import of a definition", (graph, symbol) => graph.importers(symbol)],
];

/** Lines are 1-based here: `start` is where the reference is written, or where the definition's name is. */
interface JsonEnd {
  readonly repo: string;
  readonly path: string;
  readonly start: number;
  readonly symbol: string;
}

export function addGraphCommand(program: Command): void {
  const group = program
    .command("graph")
    .description("who calls, imports and inherits whom, across repositories");
  for (const [name, says, ask] of QUESTIONS) {
    withGraphFlags(group.command(name).argument("<symbol>", "a name: `acquire`, or `RetryQuota.acquire`"))
      .description(says)
      .action((symbol: string, flags: GraphFlags) =>
        withGraph(flags, (graph) => answer(name, flags, () => askAll(graph, ask, symbol, flags))),
      );
  }
  withGraphFlags(group.command("path").argument("<from>", "a name").argument("<to>", "a name"))
    .description("the shortest chain of calls and inheritance between two definitions")
    .action((from: string, to: string, flags: GraphFlags) =>
      withGraph(flags, (graph) => answer("path", flags, () => chainOf(graph, [from, to], flags))),
    );
  withFolderFlags(group.command("edges"))
    .description("every edge, one line each")
    .action((flags: GraphFlags) => withGraph(flags, (graph, repos) => printEdges(graph, repos, flags)));
}

function withGraphFlags(command: Command): Command {
  return withFolderFlags(command)
    .option("--in <path>", "only definitions in files whose path holds this", "")
    .option("--limit <n>", "how many to show", countOf, 100);
}

function countOf(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

type Repos = readonly EdgeEnd["repo"][];

function withGraph(flags: GraphFlags, use: (graph: CodeGraph, repos: Repos) => void): Promise<void> {
  return withEngine(
    { store: flags.store, dirs: flags.dir, include: flags.include },
    async (engine, signal) => {
      if (flags.update) await engine.update(signal);
      const graph = await engine.graph(signal);
      use(graph, graph.repositories);
    },
  );
}

/** Symbols asked about, and the edges that answer. */
interface Answer {
  readonly symbols: readonly GraphSymbol[];
  readonly edges: readonly Edge[];
  /** A chain may exist further away than was looked. */
  readonly gaveUp?: boolean;
}

function askAll(graph: CodeGraph, ask: Question, name: string, flags: GraphFlags): Answer {
  const symbols = named(graph, name, flags);
  return { symbols, edges: symbols.flatMap((symbol) => ask(graph, symbol)) };
}

function named(graph: CodeGraph, name: string, flags: GraphFlags): GraphSymbol[] {
  const symbols = graph.symbols(name, flags.in);
  if (symbols.length > 0) return symbols;
  throw new EngineError("bad-query", `Nothing called ${name} is defined${flags.in && ` in ${flags.in}`}.`);
}

function chainOf(graph: CodeGraph, [from, to]: readonly [string, string], flags: GraphFlags): Answer {
  const symbols = named(graph, from, flags);
  let gaveUp = false;
  const chains = symbols.flatMap((start) =>
    named(graph, to, flags).flatMap((end) => {
      const chain = chainBetween(graph, start, end);
      gaveUp ||= chain.gaveUp;
      return chain.edges ? [chain.edges] : [];
    }),
  );
  const [shortest = []] = chains.sort((a, b) => a.length - b.length);
  return { symbols, edges: shortest, gaveUp };
}

function answer(question: string, flags: GraphFlags, ask: () => Answer): void {
  const started = performance.now();
  const { symbols, edges, gaveUp = false } = ask();
  const ms = msSince(started);
  const shown = edges.slice(0, flags.limit);
  const [total, complete] = [edges.length, shown.length === edges.length];
  if (flags.json) {
    const of = symbols.map((symbol) => ({ ...toJson(endOf(symbol)), kind: symbol.kind }));
    const isComplete = complete && !(gaveUp && total === 0);
    print(JSON.stringify({ question, of, edges: shown.map(edgeToJson), total, complete: isComplete, ms }));
    return;
  }
  for (const symbol of symbols)
    print(`${bold(qualified(symbol))} ${dim(symbol.kind)} ${cyan(whereIs(endOf(symbol)))}`);
  for (const edge of shown) print(`    ${describe(edge, question)}`);
  if (question === "path" && total === 0)
    print(
      gaveUp
        ? "No chain was found among the definitions nearest to it; there may be a longer one."
        : "No chain of calls and inheritance leads there.",
    );
  else
    print(
      complete
        ? `${total} ${total === 1 ? "edge" : "edges"}, complete.`
        : `${shown.length} of ${total} shown.`,
    );
}

function describe({ kind, confidence, from, to }: Edge, question: string): string {
  const isOutward = question === "callees" || question === "path";
  const end = isOutward ? to : from;
  const what = isOutward ? `${kind} ${bold(to.symbol)}` : bold(from.symbol || path.posix.basename(from.path));
  const sure = confidence === "resolved" ? "" : dim(` (${confidence})`);
  return `${cyan(whereIs(question === "path" ? from : end))}  ${what}${sure}`;
}

function whereIs({ repo, path: file, line }: EdgeEnd): string {
  return place({ file: path.join(repo.root.repoRoot, file), startLine: line });
}

function printEdges(graph: CodeGraph, repos: Repos, flags: GraphFlags): void {
  for (const repo of repos) {
    for (const edge of graph.edges(repo)) {
      if (flags.json) print(JSON.stringify(edgeToJson(edge)));
      else {
        const { kind, confidence, from, to } = edge;
        print(`${whereIs(from)} ${kind} ${to.symbol || to.path} ${whereIs(to)} ${dim(confidence)}`);
      }
    }
  }
}

function edgeToJson({ kind, confidence, from, to }: Edge) {
  return { kind, confidence, from: toJson(from), to: toJson(to) };
}

function toJson({ repo, path: file, line, symbol }: EdgeEnd): JsonEnd {
  return { repo: repo.root.name, path: file, start: line + 1, symbol };
}
