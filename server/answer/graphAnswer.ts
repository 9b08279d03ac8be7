import { chainBetween } from "../graph/chain";
import type { CodeGraph } from "../graph/codeGraph";
import {
  type Edge,
  type EdgeEnd,
  endOf,
  type GraphSymbol,
  isFunction,
  isNamed,
  isType,
} from "../graph/graph";
import { dependentsOf, usesOf } from "../graph/impact";
import type { Hit } from "../search/hit";
import { rolesOf } from "../search/pathRules";
import { readLines } from "../search/searcher";
import type { IndexedChunk } from "../store/catalog";
import type { Answer, Sentence } from "./answer";
import { verifySentence } from "./citations";
import { citeLines } from "./cite";
import type { GraphQuestion, Relation } from "./graphQuestion";

/** Sentences shown; a longer list says how many there are. */
const MAX_SHOWN = 80;
/** Definitions of one name that are answered for; more are no question about one thing. */
const MAX_DEFINITIONS = 12;

export interface GraphScope {
  readonly graph: CodeGraph;
  /** Whether the lines an edge begins in may be shown. */
  readonly accepts: (chunk: IndexedChunk) => boolean;
  readonly generation: number;
}

/**
 * A question of the graph, answered by its edges: every one, or as many as are shown "of M". Each sentence cites the
 * line that is the edge, checked like any other.
 *
 * @returns null where nothing bears the name, or a word of prose does: then it is a question for the search.
 */
export async function graphAnswer(question: GraphQuestion, scope: GraphScope): Promise<Answer | null> {
  const symbols = named(scope.graph, question.name);
  if (question.relation === "path") return chainAnswer(question, symbols, scope);
  if (symbols.length === 0)
    return question.relation === "importers" ? moduleAnswer(question.name, scope) : null;
  const { edges, complete } = edgesOf(scope.graph, question.relation, symbols);
  return listAnswer({ symbols, edges, complete, says: SAYS[question.relation] }, scope);
}

const SAYS: Readonly<Record<Relation, string>> = {
  callers: "call of it",
  callees: "call in it",
  implementers: "heir of it",
  importers: "import of it",
  uses: "use of it",
  dependents: "place that depends on it",
};

interface Listed {
  readonly symbols: readonly GraphSymbol[];
  readonly edges: readonly Edge[];
  readonly complete: boolean;
  /** What one edge is called: `call of it`. */
  readonly says: string;
}

/** Definitions of the name, those of tests last; of members and locals only where nothing else is called so. */
function named(graph: CodeGraph, name: string): GraphSymbol[] {
  const all = graph.symbols(name).filter(({ kind }) => isNamed(kind));
  const telling = all.filter(({ kind }) => isFunction(kind) || isType(kind));
  const found = telling.length > 0 ? telling : all;
  return found.length > MAX_DEFINITIONS ? [] : found.sort((a, b) => +isTest(a.file) - +isTest(b.file));
}

function edgesOf(graph: CodeGraph, relation: Relation, symbols: readonly GraphSymbol[]) {
  if (relation === "dependents") {
    const found = symbols.map((symbol) => dependentsOf(graph, symbol));
    return {
      edges: found.flatMap(({ edges }) => edges),
      complete: found.every(({ complete }) => complete),
    };
  }
  const ask = (symbol: GraphSymbol) =>
    relation === "uses" ? usesOf(graph, symbol) : graph[relation](symbol);
  return { edges: symbols.flatMap(ask), complete: true };
}

async function listAnswer({ symbols, edges, complete, says }: Listed, scope: GraphScope): Promise<Answer> {
  const groups = groupsOf(edges.filter(({ from }) => from.chunk === null || scope.accepts(from.chunk)));
  const nEdges = groups.reduce((sum, group) => sum + group.length, 0);
  const shown = groups.slice(0, MAX_SHOWN);
  const nShown = shown.reduce((sum, group) => sum + group.length, 0);
  const reader = new EndReader();
  // Begun before anything is awaited: all places are of one generation.
  const leading = symbols.map((symbol) => leadOf(symbol, { nEdges, says, symbols }, reader));
  const lining = shown.map((group) => sentenceOf(group, reader));
  const [leads, lines] = [await Promise.all(leading), await Promise.all(lining)];
  const counted = `${nShown} of ${complete ? "" : "more than "}${nEdges} shown.`;
  return {
    sentences: [...leads, ...lines].filter((one) => one !== null),
    refused: false,
    reason: complete && nShown === nEdges ? null : counted,
    generation: scope.generation,
    model: null,
    nDropped: lines.filter((one) => one === null).length,
  };
}

/** Edges from one definition to another, the surest and those outside tests first. */
function groupsOf(edges: readonly Edge[]): Edge[][] {
  const groups = new Map<string, Edge[]>();
  const seen = new Set<string>();
  for (const edge of edges) {
    const key = [edge.kind, edge.confidence, keyOf(edge.from), edge.to.symbol || edge.to.path].join("\0");
    if (seen.has(`${key}\0${edge.from.line}`)) continue; // Overloads: one line, several definitions.
    seen.add(`${key}\0${edge.from.line}`);
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  }
  return [...groups.values()].sort((a, b) => +isAside(a[0]!) - +isAside(b[0]!));
}

function isAside({ confidence, from }: Edge): boolean {
  return confidence === "name-only" || isTest(from);
}

/** What is asked about, with the number of edges that follow. */
async function leadOf(
  symbol: GraphSymbol,
  { nEdges, says, symbols }: { nEdges: number; says: string; symbols: readonly GraphSymbol[] },
  reader: EndReader,
): Promise<Sentence | null> {
  const end = endOf(symbol);
  const at = await reader.line(end);
  if (!at) return null;
  const citations = [citeLines(at.hit, at.line, at.line + 1)];
  const about = `\`${end.symbol}\` is a ${symbol.kind} of ${end.path}`;
  if (symbol !== symbols.at(-1)) return { text: `${about}.`, state: "verified", citations };
  const it = symbols.length > 1 ? says.replace(/\bit$/, "them") : says;
  if (nEdges === 0) return { text: `${about}; the index knows no ${it}.`, state: "weak", citations };
  return { text: `${about}: ${nEdges} ${plural(it, nEdges)}.`, state: "verified", citations };
}

function plural(says: string, n: number): string {
  return n === 1 ? says : says.replace(/^\w+/, "$&s");
}

const VERBS: Readonly<Record<Edge["kind"], string>> = {
  imports: "imports",
  calls: "calls",
  extends: "extends",
  implements: "implements",
  overrides: "overrides",
  "references-type": "names the type",
};

/** One sentence for all edges of a group, proven by their lines; where these call it otherwise, by its definition too. */
async function sentenceOf(group: readonly Edge[], reader: EndReader): Promise<Sentence | null> {
  const [{ kind, confidence, from, to }] = group as [Edge];
  const ends = [to, ...group.map((edge) => edge.from)];
  const [target, ...read] = await Promise.all(ends.map((end) => reader.line(end)));
  const places = read.filter((one) => one !== null && one !== undefined);
  if (places.length === 0) return null;
  const own = places.map(({ hit, line }) => ({ hit: { ...hit, symbol: from.symbol || hit.symbol }, line }));
  const doubt = confidence === "name-only" ? "may be one that " : "";
  const said = (name: string) => `\`${from.symbol || from.path}\` ${doubt}${VERBS[kind]} \`${name}\`.`;
  const simple = to.symbol.split(".").at(-1) || to.path;
  const tries = [
    [said(kind === "overrides" ? to.symbol : simple), own],
    [
      said(to.symbol || to.path),
      target ? [...own, { ...target, hit: { ...target.hit, symbol: to.symbol } }] : own,
    ],
  ] as const;
  for (const [text, cited] of tries) {
    const sentence = proven(text, cited);
    if (sentence) return doubt ? { ...sentence, state: "weak" } : sentence;
  }
  // Never dropped for its wording: the graph says it, and its lines are shown.
  return {
    text: tries[0][0],
    state: "weak",
    citations: own.map(({ hit, line }) => citeLines(hit, line, line + 1)),
  };
}

function proven(text: string, cited: readonly CitedLine[]): Sentence | null {
  const citations = cited.map(({ hit, line }) => {
    const { repo, path } = hit;
    return { repo, path, startLine: line, endLine: line + 1, quote: citeLines(hit, line, line + 1).quote };
  });
  const sources = cited.map(({ hit }) => ({ hit, text: hit.text, blocks: [] }));
  const verdict = verifySentence({ text, citations }, sources);
  return verdict.state === "verified" ? verdict.sentence : null;
}

async function chainAnswer(
  { name, to }: { readonly name: string; readonly to: string },
  starts: readonly GraphSymbol[],
  { graph, generation }: GraphScope,
): Promise<Answer | null> {
  const ends = named(graph, to);
  if (starts.length === 0 || ends.length === 0) return null;
  const chains = starts.flatMap((start) => ends.map((end) => chainBetween(graph, start, end)));
  const found = chains.flatMap(({ edges }) => (edges ? [edges] : [])).sort((a, b) => a.length - b.length)[0];
  const rest = { generation, model: null, nDropped: 0 };
  if (!found) {
    const gaveUp = chains.some((chain) => chain.gaveUp) ? ` within ${chains[0]!.nVisited} definitions` : "";
    const reason = `No chain of calls and inheritance from ${name} to ${to} was found${gaveUp}.`;
    return { sentences: [], refused: true, reason, ...rest };
  }
  const reader = new EndReader();
  const sentences = await Promise.all(found.map((edge) => sentenceOf([edge], reader)));
  return { sentences: sentences.filter((one) => one !== null), refused: false, reason: null, ...rest };
}

/** Who imports a module or package that no definition is called. */
async function moduleAnswer(name: string, scope: GraphScope): Promise<Answer | null> {
  const edges = scope.graph.importersOfModule(name);
  if (edges.length === 0) return null;
  return listAnswer({ symbols: [], edges, complete: true, says: "import of it" }, scope);
}

interface CitedLine {
  readonly hit: Hit;
  readonly line: number;
}

/** Reads the lines edges stand on, each chunk once; null where the file has changed since and they are gone. */
class EndReader {
  readonly #hits = new Map<IndexedChunk, Promise<Hit | null>>();

  async line({ chunk, line }: EdgeEnd): Promise<CitedLine | null> {
    if (!chunk?.place) return null;
    const offset = line - chunk.place.startLine;
    const reading = this.#hits.get(chunk) ?? readLines(chunk);
    this.#hits.set(chunk, reading);
    const hit = await reading;
    return hit && { hit, line: hit.startLine + offset };
  }
}

function isTest({ path }: { readonly path: string }): boolean {
  return rolesOf(path).has("test");
}

function keyOf({ repo, path, symbol }: EdgeEnd): string {
  return `${repo.root.dir}\0${path}\0${symbol}`;
}
