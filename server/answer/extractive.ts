import { termsOf } from "../lexical/terms";
import type { Hit } from "../search/hit";
import type { Answer, Sentence } from "./answer";
import type { Link } from "./chain";
import { verifySentence } from "./citations";
import { citeLines } from "./cite";
import {
  describeByLine,
  describeBySignature,
  describeBySummary,
  describeByWords,
  describeCallers,
  describeSetting,
} from "./describe";
import { type Idf, isNamed, type QuestionWord, questionTerms, questionWords } from "./questionTerms";
import { bestWindow, type LineRange, type TermWeights } from "./window";

/**
 * An answer without any model: a sentence for each place of the chain, every sentence with its citations.
 * The same question, places and index give the same answer.
 *
 * @param idf rarity of a term in the index, to choose the cited lines of a long hit.
 */
export function extractiveAnswer(question: string, links: readonly Link[], index: AnsweredIndex): Answer {
  const wanted = questionTerms(question, index.idf);
  const words = questionWords(question, index.idf);
  const told = links.filter(({ related }) => !related).map((link) => sentenceOn(link, wanted, words));
  const sentences = [...told, ...callersOf(links), ...settingsOf(links)];
  const seen = new Set<string>();
  return {
    sentences: sentences.filter(({ text }) => !seen.has(text) && seen.add(text)),
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

/**
 * What the summary says, proven by the cited lines or, where they do not have its words, told as weak; else the first
 * other description that they prove. These sentences pass the same verifier as a model's. What a doc comment says
 * outside the cited lines is cited with its own.
 */
function sentenceOn({ hit, range }: Link, wanted: TermWeights, words: readonly QuestionWord[]): Sentence {
  const citation = citeLines(hit, range.startLine, range.endLine);
  const summary = describeBySummary(hit);
  const doc = bestWindow(hit, termsOf(hit.summary), DOC_LINES);
  const told = [[range], [range, doc]].flatMap((ranges) => checked(summary, placed(hit, ranges)) ?? []);
  const proven = told.find(({ state }) => state === "verified") ?? told[0];
  if (proven) return proven;
  for (const text of [describeByLine(hit, citation.quote, wanted), describeBySignature(hit)]) {
    const sentence = checked(text, placed(hit, [range]));
    if (sentence?.state === "verified") return sentence;
  }
  return { text: describeByWords(hit, wordsIn(citation.quote, words)), state: "weak", citations: [citation] };
}

/** Of a doc comment, so much holds its first sentence. */
const DOC_LINES = 4;

/** One sentence for all callers of a name. */
function callersOf(links: readonly Link[]): Sentence[] {
  const callers = links.filter(({ related }) => related?.role === "caller");
  const names = new Set(callers.map(({ related }) => related!.name));
  return [...names].flatMap((name) => {
    const own = callers.filter(({ related }) => related!.name === name);
    const text = describeCallers(
      name,
      own.map(({ hit }) => hit),
    );
    const sentence = checked(text, own.map(placeOf));
    return sentence?.state === "verified" ? sentence : [];
  });
}

function settingsOf(links: readonly Link[]): Sentence[] {
  return links.flatMap((link) => {
    const { related, hit } = link;
    if (related?.role !== "setting") return [];
    return checked(describeSetting(related.name, hit, related.line), [placeOf(link)]) ?? [];
  });
}

interface Place {
  readonly hit: Hit;
  readonly range: LineRange;
}

function placeOf({ hit, related, range }: Link): Place {
  return { hit, range: related ? { startLine: related.line, endLine: related.line + 1 } : range };
}

function placed(hit: Hit, ranges: readonly LineRange[]): Place[] {
  return ranges.map((range) => ({ hit, range }));
}

function checked(text: string | null, places: readonly Place[]): Sentence | null {
  if (text === null) return null;
  const citations = places.map(({ hit, range }) => ({
    ...range,
    repo: hit.repo,
    path: hit.path,
    quote: null,
  }));
  const sources = places.map(({ hit }) => ({ hit, text: hit.text, blocks: [] }));
  const verdict = verifySentence({ text, citations }, sources);
  return verdict.state === "unsupported" ? null : verdict.sentence;
}

/** Words of the question that lines name, weightiest first. */
function wordsIn(lines: string, words: readonly QuestionWord[]): string[] {
  const named = new Set(termsOf(lines).keys());
  const found = words.filter((word) => isNamed(word, named)).sort((a, b) => b.weight - a.weight);
  return found.map(({ word }) => word);
}
