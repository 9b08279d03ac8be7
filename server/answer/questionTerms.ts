/** How rare a term is in the index; larger is rarer, >= 0. A term the index never saw is the rarest. */
export type Idf = (term: string) => number;

/**
 * What a question asks about: its words without those that every question has, by stem, each with its weight.
 * Stems let "retries" meet `retry` and "connection" meet `connect`.
 */
export function questionTerms(question: string, idf: Idf): Map<string, QuestionTerm> {
  const terms = new Map<string, QuestionTerm>();
  for (const word of wordsOf(question)) {
    if (STOP_WORDS.has(word)) continue;
    const stem = stemOf(word);
    const weight = Math.max(idf(word), MIN_WEIGHT);
    if (!terms.has(stem)) terms.set(stem, { word, weight });
  }
  return terms;
}

export interface QuestionTerm {
  readonly word: string; // As asked, lower-case.
  readonly weight: number; // > 0.
}

/** The stems of every word of a text, identifiers split: `parseHTML5` has parse, html and 5. */
export function stemsOf(text: string): Set<string> {
  return new Set(wordsOf(text).map(stemOf));
}

/** Lower-case words; identifiers split at humps, underscores and digits. */
export function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Cuts the endings that English and identifiers vary: plural, -ing, -ed, -er, -ion, -e. Not a linguist's stem. */
export function stemOf(word: string): string {
  if (word.length <= 3) return word;
  let stem = word.replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1");
  if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  for (const ending of ENDINGS) {
    if (stem.endsWith(ending) && stem.length - ending.length >= 3) {
      stem = stem.slice(0, -ending.length);
      break;
    }
  }
  return stem
    .replace(/e$/, "")
    .replace(/y$/, "i")
    .replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}

const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}|\d+/gu;
const ENDINGS = ["ation", "ing", "ion", "ed", "er", "or"];

/** A term in every chunk still counts a little: a question made of such terms alone is still a question. */
const MIN_WEIGHT = 0.1;

const STOP_WORDS = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between
  both but by can cannot could d did do does doesn doing don done down during each either else ever every few find
  for from further get gets give given gives go goes had happen happens has have having he her here hers him his how
  i if in inside into is isn it its itself just know let like ll look m make makes many may me might more most much
  must my need needs no nor not now of off on once one only or other our out over own per please re s same shall she
  should show so some such t take takes tell than that the their them then there these they this those through to
  too under until up us use used uses using ve very via was we were what when where whether which while who whom
  whose why will with within without would you your
  code codebase repo repository file files function functions method methods class classes implement implemented
  implementation implements work works working explain describe defined definition handle handled handles way ways
  exactly actually responsible logic part place project thing things`.split(/\s+/),
);
