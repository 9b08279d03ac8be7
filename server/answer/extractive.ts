import { termsOf } from "../lexical/terms";
import type { Hit } from "../search/hit";
import type { Answer, Sentence } from "./answer";
import { verifySentence } from "./citations";
import { citeLines } from "./cite";
import { describeByLine, describeBySignature, describeBySummary, describeByWords } from "./describe";
import { type Idf, isNamed, type QuestionWord, questionTerms, questionWords } from "./questionTerms";
import { bestWindow, escapeRegExp, type LineRange, type TermWeights } from "./window";

/**
 * An answer without any model: the best hits in reading order, a sentence each, every sentence with one citation.
 * The same question, hits and index give the same answer.
 *
 * @param hits best first.
 * @param idf  rarity of a term in the index, to choose the cited lines of a long hit.
 */
export function extractiveAnswer(question: string, hits: readonly Hit[], index: AnsweredIndex): Answer {
  const wanted = questionTerms(question, index.idf);
  const words = questionWords(question, index.idf);
  const chosen = inCallOrder(worthReading(withoutImports(hits), wanted));
  return {
    sentences: chosen.map((hit) => sentenceOn(hit, wanted, words)),
    refused: false,
    reason: null,
    generation: index.generation,
    model: null,
    nDropped: 0,
  };
}

/** What an answer needs to know of the index that was searched. */
export interface AnsweredIndex {
  readonly generation: number;
  readonly idf: Idf;
}

/** More than six sentences are a list, not an answer. */
const MAX_SENTENCES = 6;
/** A hit this short is cited whole: its reader sees it at a glance. */
const WHOLE_LINES = 20;
const WINDOW_LINES = 15;
/** A later hit must cover this share of what the best one covers. */
const MIN_SHARE = 0.35;

/** Code between definitions is mostly imports: it names everything and answers nothing, unless there is nothing else. */
function withoutImports(hits: readonly Hit[]): readonly Hit[] {
  const telling = hits.filter((hit) => hit.kind !== "block" || hit.symbol !== "");
  return telling.length > 0 ? telling : hits;
}

/** The first hit always; of the others those that are about the question too. */
function worthReading(hits: readonly Hit[], wanted: TermWeights): Hit[] {
  const covered = hits.map((hit) => coveredWeight(hit, wanted));
  const enough = Math.max(0, ...covered) * MIN_SHARE;
  return hits.filter((_, idx) => idx === 0 || (covered[idx] ?? 0) >= enough).slice(0, MAX_SENTENCES);
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

function mentions(hit: Hit, other: Hit): boolean {
  const name = other.symbol.split(".").at(-1) ?? "";
  if (hit === other || name.length < 3) return false;
  return new RegExp(`(?<![\\w$])${escapeRegExp(name)}\\s*[(<!]`).test(hit.text);
}

/**
 * What the summary says, proven by the cited lines or, where they do not have its words, told as weak; else the first
 * other description that they prove. These sentences pass the same verifier as a model's. What a doc comment says
 * outside the cited lines is cited with its own.
 */
function sentenceOn(hit: Hit, wanted: TermWeights, words: readonly QuestionWord[]): Sentence {
  const nLines = hit.endLine - hit.startLine <= WHOLE_LINES ? WHOLE_LINES : WINDOW_LINES;
  const range = bestWindow(hit, wanted, nLines);
  const citation = citeLines(hit, range.startLine, range.endLine);
  const summary = describeBySummary(hit);
  const doc = bestWindow(hit, termsOf(hit.summary), DOC_LINES);
  const told = [[range], [range, doc]].flatMap((ranges) => checked(hit, summary, ranges) ?? []);
  const proven = told.find(({ state }) => state === "verified") ?? told[0];
  if (proven) return proven;
  for (const text of [describeBySignature(hit), describeByLine(hit, citation.quote, wanted)]) {
    const sentence = checked(hit, text, [range]);
    if (sentence?.state === "verified") return sentence;
  }
  return { text: describeByWords(hit, wordsIn(citation.quote, words)), state: "weak", citations: [citation] };
}

/** Of a doc comment, so much holds its first sentence. */
const DOC_LINES = 4;

function checked(hit: Hit, text: string | null, ranges: readonly LineRange[]): Sentence | null {
  if (text === null) return null;
  const citations = ranges.map((range) => ({ ...range, repo: hit.repo, path: hit.path, quote: null }));
  const verdict = verifySentence({ text, citations }, [{ hit, text: hit.text, blocks: [] }]);
  return verdict.state === "unsupported" ? null : verdict.sentence;
}

/** Words of the question that lines name, weightiest first. */
function wordsIn(lines: string, words: readonly QuestionWord[]): string[] {
  const named = new Set(termsOf(lines).keys());
  const found = words.filter((word) => isNamed(word, named)).sort((a, b) => b.weight - a.weight);
  return found.map(({ word }) => word);
}
