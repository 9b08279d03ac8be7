import type { QueryTerm } from "../lexical/lexical";
import { queryTerms, termsOf } from "../lexical/terms";

/** What part of a code base a question asks for, beside the implementation. */
export type Wanted = "tests" | "docs" | "examples" | "config";

/** A question, understood as far as words allow. */
export interface Query {
  readonly text: string;
  /** For the lexical index. */
  readonly terms: readonly QueryTerm[];
  /** Terms of its words, without the joined neighbours. */
  readonly words: readonly string[];
  /** What it names exactly: quoted strings, `camelCase`, `snake_case`, `Foo.bar`, `call()`; a lone word too. */
  readonly names: readonly string[];
  /** A file it names, with its line (0-based) if it gives one: `server/engine.ts:42`. */
  readonly place: { readonly path: string; readonly line: number | null } | null;
  readonly shape: "symbol" | "sentence";
  readonly wants: ReadonlySet<Wanted>;
}

const PLACE =
  /(?:^|[\s"'`(])((?:[\w@.-]+\/)*[\w@-]+(?:\.[\w-]+)*\.[a-z]\w{0,8})(?::(\d+))?(?=$|[\s"'`),:;?!.])/i;
const QUOTED = /"([^"]{2,80})"|`([^`]{2,80})`/g;
const NAME = /[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)+|[A-Za-z_$][\w$]*/g;

/**
 * "latest" is not "test", and a question that merely says "test" is about code that runs them: tests are asked for by
 * kind ("unit tests"), by purpose ("tests for x", "how is x tested") or by a short question that ends in them.
 */
const WANTED: readonly (readonly [Wanted, RegExp])[] = [
  ["tests", /\b(tests?|specs?) (for|of|that|which|cases?|suites?|files?|coverage)\b|\btests? cover/i],
  [
    "tests",
    /\b(unit|integration|regression|end-to-end|e2e|property|snapshot|fuzz|existing) (tests?|specs?)\b/i,
  ],
  ["tests", /\b(which|what|any|all|find|show|list|are|see|add|write) (the )?(tests|specs)\b/i],
  [
    "tests",
    /\b(is|are|was|get|gets) (\w+ )?tested\b|\btested (by|in|with)\b|^(\S+\s+){0,3}(tests?|specs?)$|\bfixtures\b/i,
  ],
  ["docs", /\b(docs?|documentation|guides?|tutorials?) (of|for|about|on|to|page)\b|\b(readme|changelog)\b/i],
  [
    "docs",
    /\b(is|are) (\w+ )?documented\b|\bin the (docs|documentation)\b|^(\S+\s+){0,3}(docs|documentation)$/i,
  ],
  ["examples", /\b(examples?|demos?|samples?) (of|for|that|app\w*)\b|^(\S+\s+){0,3}(examples?|demos?)$/i],
  ["config", /\b(ci|workflows?|dockerfile|makefile|lint(er|ing)?|package\.json|build (script|config\w*))\b/i],
];

export function parseQuery(text: string): Query {
  const terms = queryTerms(text);
  const shape = /\s/.test(text.trim()) ? "sentence" : "symbol";
  return {
    text,
    terms,
    words: terms.filter((term) => term.weight === 1).map((term) => term.term),
    names: namesIn(text, shape),
    place: placeIn(text),
    shape,
    wants: new Set(WANTED.filter(([, pattern]) => pattern.test(text)).map(([wanted]) => wanted)),
  };
}

function placeIn(text: string): Query["place"] {
  const match = PLACE.exec(text);
  if (!match?.[1]) return null;
  return { path: match[1], line: match[2] ? Number(match[2]) - 1 : null };
}

function namesIn(text: string, shape: Query["shape"]): string[] {
  const names = new Set<string>();
  for (const quoted of text.matchAll(QUOTED)) names.add(quoted[1] ?? quoted[2] ?? "");
  for (const match of text.matchAll(NAME)) {
    const isCall = text[match.index + match[0].length] === "(";
    if (shape === "symbol" || isCall || looksLikeName(match[0])) names.add(match[0]);
  }
  return [...names];
}

/** camelCase, snake_case, Foo.bar or an acronym glued to a word; an ordinary capitalised word is none. */
function looksLikeName(word: string): boolean {
  return /[a-z0-9][A-Z]|_|[A-Z]{2,}[a-z]|(\.|::|#|->)[A-Za-z_$]/.test(word);
}

/** The last part of a qualified name: `Foo.bar` and `Foo::bar` are defined as `bar`. */
export function simpleName(name: string): string {
  return name.split(/\.|::|#|->/).at(-1) ?? name;
}

/** Words of identifiers and paths as the index has them. */
export function wordsOf(text: string): string[] {
  return [...termsOf(text).keys()];
}
