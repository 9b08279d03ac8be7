import type { Claim } from "./claims";
import { lineHasNumber, NUMBER_WORDS, type SaidNumber, valuesIn } from "./numbers";
import { escapeRegExp } from "./window";

/** Lines that are to prove something, and what is known of the place they stand in. */
export interface Evidence {
  readonly lines: string;
  readonly path: string;
  readonly symbol: string;
}

/** Whether one of the cited places proves the claim by its text, its path or its symbol. */
export function proves(claim: Claim, evidence: readonly Evidence[]): boolean {
  return evidence.some((place) => provedBy(claim, place));
}

/** White space of any kind and amount is one space: how quoted text is compared. */
export function squeezeSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function provedBy(claim: Claim, place: Evidence): boolean {
  return claim.kind === "number" ? provesNumber(claim, place) : PROOFS[claim.kind](claim.text, place);
}

type TextProof = (text: string, place: Evidence) => boolean;
const PROOFS: Readonly<Record<Exclude<Claim["kind"], "number">, TextProof>> = {
  name: provesName,
  code: provesCode,
  path: provesPath,
  quote: provesQuote,
};

/**
 * A plain name must be there as a whole word. A chain (`RetryQuota.acquire`) must stand there as it is, or its last
 * part must, with the parts before it naming the cited symbol's surroundings: parts found here and there prove nothing.
 */
function provesName(text: string, place: Evidence): boolean {
  const chain = text.replace(/\([^()]*\)[!?*]?$/, "").replace(/^[@#$&*!-]+(?=\w)/, "");
  if (hasWhole(place.lines, chain)) return true;
  const parts = chain.split(/\.|::|->|#|\?\./).filter((part) => part !== "");
  const around = new Set([
    ...place.symbol.split(/[^\w$]+/),
    ...place.path.split(/[/.]/),
    place.path.split("/").at(-1),
  ]);
  const last = parts.pop() ?? "";
  // A folder may stand before a name (`utils.parse`); by itself it proves no name.
  const named = new Set([
    ...place.symbol.split(/[^\w$]+/),
    place.path
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, ""),
  ]);
  return (hasWhole(place.lines, last) || named.has(last)) && parts.every((part) => around.has(part));
}

/** Code must stand there sign by sign; only white space may differ. `...` stands for what the sentence leaves out. */
function provesCode(text: string, place: Evidence): boolean {
  return text.split(/\.\.\.|…/).every((piece) => {
    const signs = piece.match(/[\w$]+|[^\w$\s]/g);
    return signs === null || codePattern(signs).test(place.lines);
  });
}

/** Words stay apart, an operator is not part of a longer one, and neither end is in the middle of a word. */
function codePattern(signs: readonly string[]): RegExp {
  const isWord = (sign: string | undefined) => sign !== undefined && /^[\w$]/.test(sign);
  const joined = signs.map((sign, idx) => {
    const gap = idx === 0 ? "" : isWord(sign) && isWord(signs[idx - 1]) ? "\\s+" : "\\s*";
    return gap + escapeRegExp(sign);
  });
  const before = isWord(signs[0]) ? "(?<![\\w$])" : "";
  const after = isWord(signs.at(-1)) ? "(?![\\w$])" : "";
  return new RegExp(before + joined.join("") + after);
}

/** The number a claim states; null where it states none. */
export function saidNumber(claim: Claim): SaidNumber | null {
  const plain = claim.text.replace(/,(?=\d{3})/g, "").toLowerCase();
  const value = NUMBER_WORDS[plain] ?? valuesIn(plain)[0];
  return value === undefined ? null : { value, unit: claim.unit ?? null };
}

function provesNumber(claim: Claim, place: Evidence): boolean {
  const said = saidNumber(claim);
  if (said === null) return false;
  return (
    place.lines.split("\n").some((line) => lineHasNumber(said, line)) ||
    (`${place.path.split("/").at(-1)} ${place.symbol}`.match(/\d+/g) ?? []).map(Number).includes(said.value)
  );
}

function provesPath(text: string, place: Evidence): boolean {
  const path = text.replace(/^\.{0,2}\//, "").replace(/\/$/, "");
  return (
    `/${place.path}/`.includes(`/${path}/`) || hasWhole(place.lines, text) || hasWhole(place.lines, path)
  );
}

/** A quotation is one unbroken run of the lines; comment marks at line starts are not part of what is quoted. */
function provesQuote(text: string, place: Evidence): boolean {
  const quote = squeezeSpace(text).replace(/[.,;]$/, "");
  const prose = place.lines.replace(/^[ \t]*(?:\/\/[/!]?|\/?\*+\/?|#+|--|;+)[ \t]?/gm, "");
  return [place.lines, prose, place.symbol].some((lines) => hasWhole(squeezeSpace(lines), quote));
}

/** Whether `part` occurs and neither end of it is in the middle of a word or number. */
export function hasWhole(text: string, part: string): boolean {
  if (part === "") return false;
  const before = /^[\w$]/.test(part) ? "(?<![\\w$])" : "";
  const after = /[\w$]$/.test(part) ? "(?![\\w$])" : "";
  return new RegExp(before + escapeRegExp(part) + after).test(text);
}
