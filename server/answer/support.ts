import { termsOf } from "../lexical/terms";
import { type Claim, claimsOf } from "./claims";
import { type Evidence, proves, saidNumber } from "./evidence";
import { lineHasNumber, UNIT_PATTERN, valuesIn } from "./numbers";
import { contentTerms, polarityOf } from "./polarity";
import { escapeRegExp } from "./window";

/** Whether lines bear a sentence out. `reason` completes "it is not shown as verified because …"; "" where it is. */
export interface Support {
  readonly state: "verified" | "weak" | "unsupported";
  readonly reason: string;
  /** Unsupported because something of it is not in the lines; it may be in others. */
  readonly isMissing: boolean;
}

/** Prose alone must share this much of its words with what it cites. */
const MIN_PROSE = 0.6;

/**
 * Judges a sentence by text alone:
 * unsupported: a name, number, path or quotation of it is nowhere in the cited places, or a line says the opposite;
 * weak: nothing speaks against it, and too little for it: a number far from all that the sentence names, a "not" that
 * no line decides, prose whose words the lines do not share;
 * verified: the rest.
 *
 * @param quoted each place was found by its own words: then prose about it is taken on trust, as no text decides it.
 */
export function supportOf(
  sentence: string,
  evidence: readonly Evidence[],
  quoted: "quoted" | "bare" = "bare",
): Support {
  const claims = claimsOf(sentence);
  const unproven = claims.find((claim) => !proves(claim, evidence));
  if (unproven) {
    const reason = `the cited lines do not have the ${unproven.kind} “${unproven.text}”`;
    return { state: "unsupported", reason, isMissing: true };
  }
  const lines = evidence.flatMap((place) => place.lines.split(/\r?\n/));
  const polarity = polarityOf(sentence, lines);
  if (polarity === "contradicts") return unsupported("the cited lines say the opposite");
  if (polarity === "open") return weak("the cited lines do not decide its “not” or its comparison");
  const stray = claims.find(
    (claim) => claim.kind === "number" && !isNearTopic(claim, { sentence, claims, evidence }),
  );
  if (stray) return weak(`“${stray.text}” stands in the cited lines, but not with what the sentence names`);
  if (
    quoted === "bare" &&
    claims.every((claim) => isOnlyTheSubject(claim, evidence)) &&
    proseShare(sentence, evidence) < MIN_PROSE
  )
    return weak("nothing in it but words that the cited lines do not share");
  return { state: "verified", reason: "", isMissing: false };
}

function unsupported(reason: string): Support {
  return { state: "unsupported", reason, isMissing: false };
}

function weak(reason: string): Support {
  return { state: "weak", reason, isMissing: false };
}

/** A claim that proves no more than that the sentence is about this symbol or file. */
function isOnlyTheSubject({ kind, text }: Claim, evidence: readonly Evidence[]): boolean {
  if (kind === "path") return true;
  if (kind !== "name") return false;
  const last =
    text
      .replace(/\(.*$/, "")
      .split(/\.|::|->|#/)
      .at(-1) ?? "";
  return evidence.some(({ symbol }) => symbol.split(/\.|::|#/).includes(last));
}

function proseShare(sentence: string, evidence: readonly Evidence[]): number {
  const wanted = contentTerms(sentence.replace(/`[^`]*`/g, " "));
  const found = termsOf(evidence.map(({ lines, path, symbol }) => `${lines} ${path} ${symbol}`).join("\n"));
  const shared = [...wanted].filter((term) => found.has(term)).length;
  return wanted.size === 0 ? 0 : shared / wanted.size;
}

const NUMBER_AND_UNIT = new RegExp(`(?<![\\w.])\\d[\\w.]*(?:[ -]?(?:${UNIT_PATTERN})(?![A-Za-z]))?`, "g");

interface Judged {
  readonly sentence: string;
  readonly claims: readonly Claim[];
  readonly evidence: readonly Evidence[];
}

/**
 * A number by itself is found anywhere by chance: one of its lines, or the lines beside it, must have something else
 * that the sentence says. Where a name of the sentence is bound to another number (`LIMIT = 5`), that one counts.
 */
function isNearTopic(claim: Claim, { sentence, claims, evidence }: Judged): boolean {
  const said = saidNumber(claim);
  if (said === null) return false;
  const nNumbers = claims.filter(({ kind }) => kind === "number").length;
  const topic = contentTerms(sentence.replace(NUMBER_AND_UNIT, " "));
  const names = claims.filter(({ kind }) => kind === "name").map(({ text }) => text);
  return evidence.some((place) => {
    const lines = place.lines.split(/\r?\n/);
    if (nNumbers === 1 && boundElsewhere(names, lines, said)) return false;
    const around = new Set(termsOf(`${place.symbol} ${place.path}`).keys());
    const wanted = [...topic].filter((term) => !around.has(term));
    if (wanted.length === 0) return true;
    return lines.some((line, idx) => {
      if (!lineHasNumber(said, line)) return false;
      const near = termsOf(lines.slice(Math.max(0, idx - 1), idx + 2).join("\n"));
      return [...topic].some((term) => near.has(term));
    });
  });
}

/** A named thing is set to, or compared with, numbers here, and this is none of them. */
function boundElsewhere(
  names: readonly string[],
  lines: readonly string[],
  said: { value: number; unit: string | null },
): boolean {
  const bound = names.flatMap((name) =>
    lines.filter((line) => bindingOf(name).test(line)).map((line) => bindingOf(name).exec(line)?.[0] ?? ""),
  );
  return (
    bound.length > 0 &&
    bound.some((text) => valuesIn(text).length > 0) &&
    !bound.some((text) => lineHasNumber(said, text))
  );
}

function bindingOf(name: string): RegExp {
  const last =
    name
      .replace(/\(.*$/, "")
      .split(/\.|::|->|#/)
      .at(-1) ?? name;
  return new RegExp(
    `(?<![\\w$])${escapeRegExp(last)}(?![\\w$])["']?\\s*(?::\\s*[\\w.<>|\\[\\]]+\\s*)?(?:=|:|:=|=>|===?|!==?|[<>]=?)\\s*([-\\d][^,;)]*.*)$`,
  );
}
