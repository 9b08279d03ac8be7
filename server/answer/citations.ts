import { splitLines } from "../base/lines";
import type { Citation, Sentence } from "./answer";
import { citeLines } from "./cite";
import { type Evidence, squeezeSpace } from "./evidence";
import type { Source } from "./prompt";
import { findQuote } from "./quote";
import { supportOf } from "./support";
import { type LineRange, linesOf, trimBlank } from "./window";

/** A citation as somebody claims it: nothing of it has been checked. */
export interface DraftCitation extends LineRange {
  readonly repo: string;
  readonly path: string;
  /** What the lines are said to be; null where nothing is said. */
  readonly quote: string | null;
}

export interface DraftSentence {
  readonly text: string;
  readonly citations: readonly DraftCitation[];
}

export const CITES_NOTHING = "it cites nothing";

export type Verdict =
  /** `reason`: why it is weak; "" of a verified one. */
  | { readonly state: "verified" | "weak"; readonly sentence: Sentence; readonly reason: string }
  /** `reason` completes "left out because …". */
  | { readonly state: "unsupported"; readonly reason: string };

/**
 * Checks one sentence against the lines it cites, by text alone:
 * 1. a citation lies within a source of this search, and its quote is those lines or an unbroken part of them;
 *    one that fails is taken away, and a sentence without any is unsupported;
 * 2. what is left must support it (`support.ts`).
 * Verified citations are merged where they touch and tightened to the lines that matter.
 */
export function verifySentence(draft: DraftSentence, sources: readonly Source[]): Verdict {
  if (draft.citations.length === 0) return { state: "unsupported", reason: CITES_NOTHING };
  const checked = draft.citations.map((citation) => checkAnchor(citation, sources));
  const anchors = checked.filter((anchor) => typeof anchor !== "string");
  const [fault] = checked.filter((anchor) => typeof anchor === "string");
  if (anchors.length === 0) return { state: "unsupported", reason: fault ?? CITES_NOTHING };
  const merged = mergeAnchors(anchors);
  const { state, reason } = supportOf(draft.text, merged.map(evidenceOf), quotedIn(draft));
  if (state === "unsupported") return { state, reason };
  return { state, reason, sentence: { text: draft.text, state, citations: merged.map(citationOf) } };
}

function quotedIn({ citations }: DraftSentence): "quoted" | "bare" {
  return citations.every(({ quote }) => quote !== null) ? "quoted" : "bare";
}

/** Lines of a source that were found to be what a citation said. */
interface Anchor extends LineRange {
  readonly source: Source;
}

/** The anchor, or in words why there is none. */
function checkAnchor(citation: DraftCitation, sources: readonly Source[]): Anchor | string {
  const ofFile = sources.filter(({ hit }) => hit.repo === citation.repo && hit.path === citation.path);
  if (ofFile.length === 0) return `${citation.path} is not among what was found`;
  const { startLine, endLine } = citation;
  const source = ofFile.find(({ hit }) => hit.startLine <= startLine && endLine <= hit.endLine);
  if (!source || startLine >= endLine)
    return `lines ${startLine + 1}-${endLine} of ${citation.path} were not found`;
  if (citation.quote === null) return { source, startLine, endLine };
  const quoted = quotedRange({ source, startLine, endLine }, citation.quote);
  return quoted ?? `the quote is not what lines ${startLine + 1}-${endLine} of ${citation.path} say`;
}

/** The lines of an anchor that a quote covers: all, or the unbroken run that the quote is part of; null: neither. */
function quotedRange(anchor: Anchor, quote: string): Anchor | null {
  const wanted = squeezeSpace(quote);
  if (!/[\p{L}\p{N}]/u.test(wanted))
    return wanted === squeezeSpace(shownLines(anchor).join(" ")) ? anchor : null;
  const found = findQuote(shownLines(anchor), quote);
  if (!found) return null;
  const { source, startLine } = anchor;
  return { source, startLine: startLine + found.startLine, endLine: startLine + found.endLine };
}

/** One anchor for all that overlap or touch within a source; in the order first cited. */
function mergeAnchors(anchors: readonly Anchor[]): Anchor[] {
  let merged: Anchor[] = [];
  for (const anchor of anchors) {
    const near = merged.filter((known) => touches(known, anchor));
    const joined = {
      source: anchor.source,
      startLine: Math.min(anchor.startLine, ...near.map((known) => known.startLine)),
      endLine: Math.max(anchor.endLine, ...near.map((known) => known.endLine)),
    };
    const [first, ...others] = near;
    if (first) merged[merged.indexOf(first)] = joined;
    else merged.push(joined);
    merged = merged.filter((known) => !others.includes(known));
  }
  return merged;
}

function touches(one: Anchor, other: Anchor): boolean {
  return one.source === other.source && one.startLine <= other.endLine && other.startLine <= one.endLine;
}

function evidenceOf(anchor: Anchor): Evidence {
  const { path, symbol } = anchor.source.hit;
  return { lines: shownLines(anchor).join("\n"), path, symbol };
}

/** The anchor's lines as the one who cites them saw them: without secrets. */
function shownLines({ source, startLine, endLine }: Anchor): string[] {
  const base = source.hit.startLine;
  return splitLines(source.text).slice(startLine - base, endLine - base);
}

function citationOf({ source, startLine, endLine }: Anchor): Citation {
  const base = source.hit.startLine;
  const tight = trimBlank(linesOf(source.hit), base, startLine - base, endLine - base);
  return citeLines(source.hit, tight.startLine, tight.endLine);
}
