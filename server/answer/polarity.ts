import { STOP_WORDS } from "../lexical/stopWords";
import { termsOf } from "../lexical/terms";
import { comparisons } from "./bounds";
import { commentsOf } from "./comments";
import { escapeRegExp } from "./window";

// "Never", "not", "at most 5", "only if": what turns a sentence round is checked where lines decide it. Three witnesses
// are heard: comments that say nearly the same words, conditions on a named thing, and the operator beside a number.

export type Polarity =
  /** Nothing in the sentence needs it, or a witness agrees. */
  | "agrees"
  /** The sentence says "not" or compares, and no line decides whether that is so. */
  | "open"
  /** A line says the opposite. */
  | "contradicts";

/** @param lines those cited. */
export function polarityOf(sentence: string, lines: readonly string[]): Polarity {
  const verdicts = [
    negation(sentence, lines),
    deniedUses(sentence, lines),
    conditions(sentence, lines),
    ...comparisons(sentence, lines),
  ];
  return worst(verdicts);
}

function worst(verdicts: readonly Polarity[]): Polarity {
  if (verdicts.includes("contradicts")) return "contradicts";
  return verdicts.includes("open") ? "open" : "agrees";
}

const NEGATION =
  /\b(?:not(?! only\b)|never|no(?! longer than\b| more than\b| less than\b| fewer than\b)|none|nor|neither|nothing|nobody|without|cannot|unless|except|instead of|rather than)\b|n['’]t\b/gi;

function negations(text: string): number {
  return (text.match(NEGATION) ?? []).length;
}

interface Clause {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** What stands behind the first "not": of code where there is some, else all words. */
  readonly denied: ReadonlySet<string>;
  readonly nNegations: number;
}

/** A sentence's clauses against what comments say in like words, and, for a negated clause, against the code. */
function negation(sentence: string, lines: readonly string[]): Polarity {
  const said = clausesOf(sentence);
  const written = commentsOf(lines).flatMap(clausesOf);
  const verdicts = said.map((clause): Polarity => {
    const alike = written.filter((other) => isAlike(clause, other));
    if (alike.length > 0) {
      const agrees = alike.some(
        (other) => other.nNegations % 2 === clause.nNegations % 2 && !isTurned(clause, other),
      );
      return agrees ? "agrees" : "contradicts";
    }
    if (clause.nNegations === 0) return "agrees";
    return lines.some((line) => isNegatedIn(clause, line)) ? "agrees" : "open";
  });
  return worst(verdicts);
}

const DENIED_USE =
  /\b(?:never|not|cannot|no longer|n['’]t|without)\s+(?:\w+ )?(call|invok|us|creat|return|throw|rais|set|writ|read|updat|clos|open|start|check|tak|accept|requir)\w*\s+(?:an? |the |any )?((?:`[^`]+`|\w*[a-z][A-Z]\w+)(?:(?:, | and | or )`[^`]+`)*)/gi;

/** "never calls `f`": where the lines do call it, unguarded by a word of theirs, they say the opposite. */
function deniedUses(sentence: string, lines: readonly string[]): Polarity {
  const code = lines.filter((line) => !/^\s*(?:\/\/|#|\*|\/\*|--)/.test(line)).join("\n");
  return worst(
    [...sentence.matchAll(DENIED_USE)].flatMap(([, verb = "", objects = ""]) =>
      [...objects.matchAll(/`?([\w$.:>-]+)[^`,\s]*`?/g)].map(([, name = ""]): Polarity => {
        const last = name.split(/\.|::|->/).at(-1) ?? name;
        const use = /^(?:return|throw|rais)/i.test(verb)
          ? new RegExp(`\\b(?:return|throw|raise)\\b[^;\\n]*(?<![\\w$])${escapeRegExp(last)}(?![\\w$])`)
          : new RegExp(`(?<![\\w$])${escapeRegExp(last)}\\s*[(!<]|(?<![\\w$])${escapeRegExp(last)}\\s*=[^=]`);
        return use.test(code) ? "contradicts" : "agrees";
      }),
    ),
  );
}

/** Parts of a sentence that one "not" reaches. */
function clausesOf(text: string): Clause[] {
  return text
    .split(
      /[,;:()–—]|\.\s|\b(?:if|when|while|until|because|but|and|or|so that|which|where|then|otherwise|else)\b|(?=\bunless\b)/i,
    )
    .map((part) => ({
      text: part,
      terms: contentTerms(part),
      denied: deniedTerms(part),
      nNegations: negations(part),
    }))
    .filter(({ terms }) => terms.size > 0);
}

function deniedTerms(part: string): Set<string> {
  const at = part.search(NEGATION);
  const behind = at < 0 ? "" : part.slice(at);
  const names = behind.match(/`[^`]+`/g)?.join(" ");
  return contentTerms(names ?? behind);
}

/** The words and names of a text that say something, stemmed. */
export function contentTerms(text: string): Set<string> {
  const words = text.replace(/n['’]t\b/gi, " ").match(/[\p{L}\p{N}_$-]+/gu) ?? [];
  const telling = words.filter(
    (word) => !STOP_WORDS.has(word.toLowerCase()) && !EMPTY_WORDS.has(word.toLowerCase()),
  );
  return new Set(telling.flatMap((word) => [...termsOf(word).keys()]));
}

const EMPTY_WORDS = new Set(
  "never none nothing nobody without cannot unless except instead rather given already does doesn don didn won isn aren wasn".split(
    " ",
  ),
);

/** Words that turn a sentence round when one stands for the other. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\bat most\b|\bup to\b|\bmaximum\b/i, /\bat least\b|\bminimum\b/i],
  [/\bmore than\b|\bgreater than\b|\babove\b|\bover\b/i, /\bless than\b|\bfewer than\b|\bbelow\b|\bunder\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\btrue\b/i, /\bfalse\b/i],
  [/\benable[sd]?\b/i, /\bdisable[sd]?\b/i],
  [/\ballow(?:s|ed)?\b/i, /\b(?:den(?:y|ies|ied)|forbid(?:s|den)?|disallow(?:s|ed)?)\b/i],
  [/\binclude[sd]?\b|\bincluding\b|\binclusive\b/i, /\bexclude[sd]?\b|\bexcluding\b|\bexclusive\b/i],
  [/\bfirst\b/i, /\blast\b/i],
  [/\balways\b/i, /\bsometimes\b/i],
  [/\bascending\b/i, /\bdescending\b/i],
  [/\boptional\b/i, /\brequired\b/i],
];

/** Of two opposites one clause has the one and the other clause only the other. */
function isTurned({ text }: Clause, other: Clause): boolean {
  return OPPOSITES.some(([one, two]) => {
    const says = [one.test(text), two.test(text), one.test(other.text), two.test(other.text)];
    return (says[0] && !says[1] && says[3] && !says[2]) || (says[1] && !says[0] && says[2] && !says[3]);
  });
}

/** Nearly the same words: most of each is in the other. */
function isAlike(clause: Clause, other: Clause): boolean {
  const shared = [...clause.terms].filter((term) => other.terms.has(term)).length;
  if (clause.terms.size < 2 || other.terms.size < 2)
    return shared === clause.terms.size && shared === other.terms.size;
  return shared >= 0.7 * clause.terms.size && shared >= 0.5 * other.terms.size && shared >= 2;
}

/** Whether a line of code denies something the clause names: `!ready`, `not ready`, `ready == null`. */
function isNegatedIn({ denied }: Clause, line: string): boolean {
  return deniedIn(line).some((term) => denied.has(term));
}

const DENIED: readonly RegExp[] = [
  /(?:!(?!=)|\bnot\s+|\bunless\s+|\bno[_-]?|\bnon[_-]?|\bwithout[_\s-]?|\bnever\s+)\(?\s*([\w$.]+)/gi,
  /([\w$.]+)(?:\([^()]*\))?\s*(?:!==?|\bis\s+not\b|\bnot\s+in\b|<>|~=|\/=)/g,
  /(?:!==?|\bis\s+not\b|\bnot\s+in\b|<>|~=)\s*["'`]?([\w$.]+)/g,
  /([\w$.]+)(?:\([^()]*\))?\s*(?:===?|\bis\b|=>)\s*(?:false|null|undefined|none|nil|0\b)/gi,
];

function deniedIn(line: string): string[] {
  return DENIED.flatMap((pattern) =>
    [...line.matchAll(pattern)].flatMap(([, name = ""]) => [...termsOf(name).keys()]),
  );
}

const EXIT = /\b(?:return|throw|raise|continue|break|panic|fail|abort|exit|reject)\b/;
const CONDITION = /\b(?:if|elif|unless|while|when|guard|assert|require|until)\b|\?|&&|\|\|/;

/** "throws if `x`": where each condition on x in the lines is on its opposite, the sentence has it the wrong way. */
function conditions(sentence: string, lines: readonly string[]): Polarity {
  const verdicts = [...sentence.matchAll(/\b(only if|only when|if|when|unless)\s+([^,;.]*)/gi)].map(
    ([, word = "", part = ""]): Polarity => {
      const name =
        /^(?:[a-z]+ )?`!?([\w.$]+)(?:\(\))?`(?! (?:is|are|was|has|does)\b)|^(?:[a-z]+ )?`([\w.$]+)(?:\(\))?` is (?:not )?(?:set|true|truthy|given|defined|enabled|present)/.exec(
          part,
        );
      const named = name?.[1] ?? name?.[2];
      if (!named) return "agrees";
      const term = [...termsOf(named.split(".").at(-1) ?? "").keys()][0];
      if (term === undefined) return "agrees";
      const asked = lines
        .map((line, idx) => ({ line, next: `${line} ${lines[idx + 1] ?? ""}` }))
        .filter(({ line }) => CONDITION.test(line) && termsOf(line).has(term));
      if (asked.length === 0) return /only/i.test(word) ? "open" : "agrees";
      const saysNot = /^unless$/i.test(word) !== /^(?:not|no)\b|`!|\bis not\b|\bisn['’]t\b/.test(part);
      const main = sentence.replace(part, "");
      const denied = asked.map(({ line }) => deniedIn(line).includes(term));
      if (saysNot ? denied.some(Boolean) : denied.some((is) => !is)) return "agrees";
      // A guard that leaves early says the same the other way round, unless leaving is what the sentence is about.
      const guards = asked.some(({ next }) => EXIT.test(next));
      return guards && !/\b(?:throw|return|rais|reject|fail|abort|exit|panic|error)/i.test(main)
        ? "agrees"
        : "contradicts";
    },
  );
  return worst(verdicts);
}
