import { termsOf } from "../lexical/terms";
import type { Hit } from "../search/hit";
import { rolesOf } from "../search/pathRules";
import { parseQuery, type Wanted } from "../search/query";
import type { Idf } from "./questionTerms";
import { questionTerms } from "./questionTerms";
import type { Related } from "./related";
import { bestWindow, escapeRegExp, type LineRange, type TermWeights } from "./window";

/** One place of what an answer tells, with the lines that are about the question. */
export interface Link {
  readonly hit: Hit;
  readonly range: LineRange;
  /** Set of a place that no search found: who calls a found definition, or what a name in it is set to. */
  readonly related?: Related;
}

/** More places than these are a list, not an answer. */
const MAX_HITS = 6;
/** A later hit must cover this share of what the best one covers. */
const MIN_SHARE = 0.5;
/** A hit this short is shown whole: its reader sees it at a glance. */
const WHOLE_LINES = 20;
const WINDOW_LINES = 15;

/**
 * The smallest set of places that tells the chain, in reading order: the definition asked about, what it calls, the
 * rest of what is about the question, who calls it, what it is configured by; documents, then tests, last.
 */
export function chainOf(question: string, found: ChainHits, idf: Idf): Link[] {
  const wanted = questionTerms(question, idf);
  const telling = worthReading(askedFor(question, withoutImports(found.hits)), wanted);
  return linked(telling, found.related, wanted, WINDOW_LINES);
}

/** The same for a model, which can tell itself what does not matter: every hit, and up to `maxLines` of each. */
export function chainForModel(question: string, found: ChainHits, idf: Idf, maxLines: number): Link[] {
  return linked(found.hits, found.related, questionTerms(question, idf), maxLines);
}

function linked(
  hits: readonly Hit[],
  allRelated: readonly Related[],
  wanted: TermWeights,
  maxLines: number,
): Link[] {
  const links = asideLast(inCallOrder(hits)).map((hit) => ({ hit, range: rangeOf(hit, wanted, maxLines) }));
  const related = allRelated.filter(({ hit, line }) => !links.some((link) => holds(link, hit, line)));
  return [...links, ...related.map((one) => ({ hit: one.hit, range: around(one), related: one }))];
}

export interface ChainHits {
  /** Best first. */
  readonly hits: readonly Hit[];
  readonly related: readonly Related[];
}

function rangeOf(hit: Hit, wanted: TermWeights, maxLines: number): LineRange {
  return bestWindow(hit, wanted, Math.max(maxLines, isShort(hit) ? WHOLE_LINES : 0));
}

function isShort({ startLine, endLine }: Hit): boolean {
  return endLine - startLine <= WHOLE_LINES;
}

function around({ hit, line }: Related): LineRange {
  return { startLine: Math.max(hit.startLine, line - 1), endLine: Math.min(hit.endLine, line + 2) };
}

function holds({ hit, range }: Link, other: Hit, line: number): boolean {
  const isSame = hit.repo === other.repo && hit.path === other.path;
  return isSame && range.startLine <= line && line < range.endLine;
}

/** Code between definitions is mostly imports: it names everything and answers nothing, unless there is nothing else. */
function withoutImports(hits: readonly Hit[]): readonly Hit[] {
  const telling = hits.filter((hit) => hit.kind !== "block" || hit.symbol !== "");
  return telling.length > 0 ? telling : hits;
}

const ASIDE: readonly (readonly ["test" | "example", Wanted])[] = [
  ["test", "tests"],
  ["example", "examples"],
];

/** Without tests and examples nobody asked for, unless there is nothing else. */
function askedFor(question: string, hits: readonly Hit[]): readonly Hit[] {
  const { wants } = parseQuery(question);
  const unasked = ASIDE.filter(([, wanted]) => !wants.has(wanted)).map(([role]) => role);
  const kept = hits.filter((hit) => !unasked.some((role) => roleOf(hit, role)));
  return kept.length > 0 ? kept : hits;
}

function roleOf(hit: Hit, role: "test" | "example" | "docs"): boolean {
  return rolesOf(hit.path).has(role) || (role === "test" && hit.kind === "test");
}

/** The first hit always; of the others those that are about the question too. */
function worthReading(hits: readonly Hit[], wanted: TermWeights): Hit[] {
  const covered = hits.map((hit) => coveredWeight(hit, wanted));
  const enough = Math.max(0, ...covered) * MIN_SHARE;
  return hits.filter((_, idx) => idx === 0 || (covered[idx] ?? 0) >= enough).slice(0, MAX_HITS);
}

function coveredWeight(hit: Hit, wanted: TermWeights): number {
  const named = termsOf(`${hit.path} ${hit.symbol} ${hit.summary} ${hit.text}`);
  let sum = 0;
  for (const [term, weight] of wanted) if (named.has(term)) sum += weight;
  return sum;
}

/** The best first, what it calls right after it, and so on down; the rest by rank. */
function inCallOrder(hits: readonly Hit[]): Hit[] {
  const ordered = new Set<Hit>();
  const visit = (hit: Hit): void => {
    if (ordered.has(hit)) return;
    ordered.add(hit);
    for (const other of hits) if (mentions(hit, other)) visit(other);
  };
  for (const hit of hits) visit(hit);
  return [...ordered];
}

/** Behind the first place, documents and tests follow the code. */
function asideLast([first, ...others]: readonly Hit[]): Hit[] {
  const rank = (hit: Hit) =>
    roleOf(hit, "test") ? 2 : hit.kind === "section" || roleOf(hit, "docs") ? 1 : 0;
  return first ? [first, ...others.sort((a, b) => rank(a) - rank(b))] : [];
}

function mentions(hit: Hit, other: Hit): boolean {
  const name = other.symbol.split(".").at(-1) ?? "";
  if (hit === other || name.length < 3) return false;
  return new RegExp(`(?<![\\w$])${escapeRegExp(name)}\\s*[(<!]`).test(hit.text);
}
