import { stemmer } from "stemmer";
import { ownedString } from "../base/ownedString";
import type { QueryTerm } from "./lexical";
import { STOP_WORDS } from "./stopWords";

// Text -> terms. `JWTToken` gives the identifier whole (`jwttoken`) and its parts (`jwt`, `token`), `read_config`
// gives `readconfig`, `read`, `config`. Separators are left out of the whole, so that one spelling meets the others
// and the joined words of a question. Parts are stemmed, wholes are not.

/** Identifiers, numbers and words; `dry-run` is one run, cut into words or joined like `dry_run`. */
const RUN = /[\w$\u00c0-\u024f\u0370-\u1fff\u3040-\ud7ff]+(?:-[a-z][\w$]*)*/g;
/** The parts of a run: acronyms and words, each with the digits after it; numbers. */
const PART = /[A-Z]+(?![a-z\u00c0-\ud7ff])\d*|[A-Z]?[a-z\u00c0-\ud7ff]+\d*|[A-Z]\d*|\d+/g;
/** Longer runs are data, not names: encoded blobs, hashes, minified lines. */
const MAX_RUN = 64;
const BLOB = /^(?=.*\d)[0-9a-fx]{16,}$/i;
/** Joined neighbours of a question (`read config` -> `readconfig`) weigh half a word: .5 measured best. */
const JOINED_WEIGHT = 0.5;
/** Folders of a path that say something about the file, counted from it. */
const PATH_FOLDERS = 3;

/** Terms of a text and how often each occurs. */
export function termsOf(text: string): Map<string, number> {
  const runs = new Map<string, number>();
  for (const run of text.match(RUN) ?? []) runs.set(run, (runs.get(run) ?? 0) + 1);
  const terms = new Map<string, number>();
  for (const [run, count] of runs) {
    for (const term of runTerms(run)) terms.set(term, (terms.get(term) ?? 0) + count);
  }
  return terms;
}

/** Terms of a file's stem and of its last three folders. */
export function pathTerms(path: string): Map<string, number> {
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  const stem = file.replace(/(?<=.)\.[^.]*$/, "");
  return termsOf([...segments.slice(-PATH_FOLDERS), stem].join(" "));
}

/**
 * Terms of a question, each once with its highest weight: every word and identifier that is no stop word, then its
 * neighbours joined. A question of nothing but stop words keeps them.
 */
export function queryTerms(query: string): QueryTerm[] {
  const runs = query.match(RUN) ?? [];
  const telling = runs.filter((run) => !STOP_WORDS.has(run.toLowerCase()));
  const kept = telling.length > 0 ? telling : runs;
  const weights = new Map<string, number>();
  for (const run of kept) for (const term of runTerms(run)) weights.set(term, 1);
  for (let idx = 1; idx < kept.length; idx++) {
    const joined = whole(`${kept[idx - 1]}${kept[idx]}`);
    if (joined.length <= MAX_RUN && !weights.has(joined)) weights.set(joined, JOINED_WEIGHT);
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/** Bounded, and invisible but for speed: identifiers repeat, so nine of ten runs are answered from here. */
const MAX_MEMO = 100_000;
const memo = new Map<string, readonly string[]>();

function runTerms(run: string): readonly string[] {
  const known = memo.get(run);
  if (known) return known;
  if (run.length > MAX_RUN || BLOB.test(run)) return [];
  const owned = ownedString(run);
  const terms = splitRun(owned);
  if (memo.size >= MAX_MEMO) memo.clear();
  memo.set(owned, terms);
  return terms;
}

/** @returns the whole identifier where it has several parts, then its parts; `html5` also as `html`. */
function splitRun(run: string): string[] {
  const terms = new Set<string>();
  const parts = run.match(PART) ?? [];
  if (parts.length > 1) terms.add(whole(run));
  for (const part of parts) {
    const word = part.toLowerCase();
    const letters = word.replace(/\d+$/, "");
    if (letters !== "" && letters !== word) terms.add(word);
    terms.add(letters === "" ? word : stem(letters));
  }
  return [...terms].filter((term) => term.length > 1);
}

function whole(run: string): string {
  return run.replace(/[-_$]/g, "").toLowerCase();
}

function stem(word: string): string {
  return word.length > 3 ? stemmer(word) : word;
}
