import { termsOf } from "../lexical/terms";
import type { Hit } from "../search/hit";
import type { Answer } from "./answer";
import { type Idf, isNamed, type QuestionWord, questionWords } from "./questionTerms";

/** What a search looked through: the contract under a refusal. */
export interface SearchedScope {
  readonly repos: readonly string[];
  readonly nFiles: number;
  readonly nChunks: number;
  /** What was not looked through, in plain words: `14 ignored files`, `everything but src/**`. */
  readonly excluded?: readonly string[];
}

export interface Relevance {
  readonly relevant: boolean;
  /** How much of what the question asks about the hits name, in [0, 1]. */
  readonly coverage: number;
  /** Words of the question that no good hit names, weightiest first, as asked. */
  readonly missing: string[];
}

/**
 * Whether the hits are about the question at all. A search always finds something, and a similarity has no zero, so
 * the question's own words decide: what is asked about must be named in the text, symbol or path of the best hits.
 * Coverage is the mean of two shares of the words' weight: what the fullest single hit names, and what the first few
 * name together. It says what is missing and how hopeless asking a model is; `likelihood` decides.
 */
export function judgeRelevance(question: string, hits: readonly Hit[], idf: Idf): Relevance {
  const words = questionWords(question, idf);
  const named = hits.slice(0, N_JUDGED).map(namedIn);
  const together = new Set(named.slice(0, N_TOGETHER).flatMap((terms) => [...terms]));
  const fullest = Math.max(0, ...named.map((terms) => shareNamed(words, terms)));
  const coverage = hits.length === 0 ? 0 : (fullest + shareNamed(words, together)) / 2;
  return {
    relevant: hits.length > 0 && (fullest === 1 || likelihood(words, hits, idf) >= MIN_LIKELIHOOD),
    coverage,
    missing: words
      .filter((word) => !isNamed(word, together))
      .sort((a, b) => b.weight - a.weight)
      .map(({ word }) => word),
  };
}

/** The refusal for a search whose hits are not about the question. */
export function refuseIrrelevant(
  { missing, hits }: { readonly missing: readonly string[]; readonly hits: readonly Hit[] },
  scope: SearchedScope,
  generation: number,
): Answer {
  const about =
    missing.length > 0
      ? `about ${listOf(
          missing.slice(0, 4).map((word) => `“${word}”`),
          "or",
        )}`
      : "relevant";
  return refuse(`Nothing ${about} was found in ${describeScope(scope)}.${nearest(hits)}`, generation);
}

/** The best of what was found all the same: a person sees at once whether it is of use. */
function nearest(hits: readonly Hit[]): string {
  const named = hits.slice(0, N_NEAREST).map(({ symbol, path, startLine }) => {
    const place = `${path}:${startLine + 1}`;
    return symbol ? `\`${symbol}\` (${place})` : place;
  });
  return named.length > 0 ? ` Nearest: ${listOf(named, "and")}.` : "";
}

const N_NEAREST = 3;

/** The refusal for an answer of which nothing could be proven. */
export function refuseUnproven(nDropped: number, scope: SearchedScope, refused: RefusedAnswer): Answer {
  const why =
    nDropped === 0
      ? "The lines found do not answer the question"
      : `No sentence of the answer could be proven by the lines found (${count(nDropped, "sentence")} left out)`;
  return {
    ...refuse(`${why}; searched: ${describeScope(scope)}.`, refused.generation),
    model: refused.model,
    nDropped,
  };
}

export interface RefusedAnswer {
  readonly generation: number;
  readonly model: string;
}

/** Hits below these say nothing on whether the question has an answer here. */
const N_JUDGED = 10;
const N_TOGETHER = 5;
/**
 * Log odds that a question has its answer here, fitted to 312 questions asked to their own repository and 320 asked to
 * one of another language. With folds by repository, at 2 % false refusals 86 % of the foreign ones are refused (by
 * coverage alone, 73 %); many of the others do have an answer there ("cookie jar" in another HTTP client).
 */
const LIKELIHOOD = { fullest: 1.04, first: 4.6, count: 0.76, unseen: -4.82, spelt: 3.85, bias: -4.46 };
const MIN_LIKELIHOOD = -0.79;

/**
 * Words the fullest hit names, as share and as count; words the best hit names; telling words that the whole index
 * never saw; whether the best hit spells an identifier of the question exactly.
 */
function likelihood(words: readonly QuestionWord[], hits: readonly Hit[], idf: Idf): number {
  const named = hits.map(namedIn);
  const counts = named.map((terms) => words.filter((word) => isNamed(word, terms)).length);
  const fullest = Math.max(0, ...counts);
  const unseenIdf = idf(NEVER_INDEXED) - 0.01;
  const unseen = words.filter(
    (word) =>
      word.weight > TELLING_WEIGHT &&
      word.terms.some((term) => idf(term) >= unseenIdf) &&
      !named.some((terms) => isNamed(word, terms)),
  );
  const { first, count, spelt, bias, ...share } = LIKELIHOOD;
  return (
    bias +
    count * fullest +
    (share.fullest * fullest + first * (counts[0] ?? 0) + share.unseen * unseen.length) / words.length +
    ((hits[0]?.parts["exact spelling"] ?? 0) > 0 ? spelt : 0)
  );
}

/** No text has it: its rarity is that of every term the index never saw. */
const NEVER_INDEXED = "\u0000";
const TELLING_WEIGHT = 2;

/** A question of stop words alone ("how does it work?") says nothing that could be missing. */
function shareNamed(words: readonly QuestionWord[], terms: ReadonlySet<string>): number {
  const total = words.reduce((sum, word) => sum + word.weight, 0);
  const named = words.reduce((sum, word) => sum + (isNamed(word, terms) ? word.weight : 0), 0);
  return total === 0 ? 1 : named / total;
}

function namedIn(hit: Hit): Set<string> {
  return new Set(termsOf(`${hit.path} ${hit.symbol} ${hit.text}`).keys());
}

function refuse(reason: string, generation: number): Answer {
  return { sentences: [], refused: true, reason, generation, model: null, nDropped: 0 };
}

function describeScope({ repos, nFiles, nChunks, excluded }: SearchedScope): string {
  const named = repos.length > 8 ? [...repos.slice(0, 7), `${repos.length - 7} more`] : repos;
  const where =
    repos.length === 0
      ? "no repository"
      : `${repos.length === 1 ? "" : `${repos.length} repositories: `}${listOf(named, "and")}`;
  const left = excluded?.length ? `; not searched: ${listOf(excluded, "and")}` : "";
  return `${where} (${count(nFiles, "file")}, ${count(nChunks, "chunk")}${left})`;
}

function count(n: number, what: string): string {
  return `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;
}

function listOf(items: readonly string[], word: "and" | "or"): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
