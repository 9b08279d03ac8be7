import { type CitedFile, type CitedFiles, cutsAcross, symbolsAt } from "./citedFiles";
import type { Evidence } from "./evidence";
import { findQuote } from "./quote";
import type { OutsideCitation, OutsideSentence } from "./readDrafts";
import { type Support, supportOf } from "./support";
import type { LineRange } from "./window";

// Sentences that somebody else wrote, checked against the files as they are. The judge is the same as for our own
// answers; what differs is that any lines may be cited, not only those a search found.

export type ProofState = "verified" | "weak" | "moved" | "unsupported";

export interface CheckedCitation extends OutsideCitation {
  readonly state: ProofState;
  /** Completes "not verified because …"; "" where it is. */
  readonly reason: string;
}

export interface CheckedSentence {
  readonly text: string;
  readonly state: ProofState;
  readonly reason: string;
  readonly citations: readonly CheckedCitation[];
}

/** Checks one sentence. Nothing of it is believed, and a citation that fails is never hidden by one that holds. */
export async function verifyOutside(sentence: OutsideSentence, files: CitedFiles): Promise<CheckedSentence> {
  const placed = await Promise.all(sentence.citations.map((citation) => placeOf(citation, files)));
  const found = placed.filter((place) => place.file !== null);
  const { state, reason, moved } = judge(sentence.claims, found);
  const citations = placed.map((place): CheckedCitation => {
    const { citation } = place;
    if (place.state !== "verified") return { ...citation, state: place.state, reason: place.reason };
    const at = moved.get(place);
    if (at) return { ...citation, state: "moved", reason: `lines ${shown(at)} say it` };
    // A place that holds is as good as the sentence is.
    return { ...citation, state, reason };
  });
  if (citations.length === 0)
    return { ...sentence, state: "unsupported", reason: "it cites nothing", citations };
  const broken = citations.find((citation) => citation.state === "unsupported");
  if (state === "unsupported" || found.length === 0)
    return { text: sentence.text, state: "unsupported", reason: reason || broken?.reason || "", citations };
  if (broken) return { text: sentence.text, state: "unsupported", reason: broken.reason, citations };
  const shifted = citations.find((citation) => citation.state === "moved");
  if (shifted && state === "verified")
    return { text: sentence.text, state: "moved", reason: shifted.reason, citations };
  return { text: sentence.text, state, reason, citations };
}

/** A citation with the lines it means, or why it means none. */
interface Place {
  readonly citation: OutsideCitation;
  readonly file: CitedFile | null;
  readonly range: LineRange;
  readonly state: "verified" | "moved" | "unsupported";
  readonly reason: string;
}

/** A quotation shorter than this is found anywhere by chance. */
const MIN_TELLING_CHARS = 12;

function isTelling(quote: string | undefined): quote is string {
  return quote !== undefined && quote.trim().length >= MIN_TELLING_CHARS;
}

async function placeOf(citation: OutsideCitation, files: CitedFiles): Promise<Place> {
  const range = { startLine: citation.start - 1, endLine: citation.end };
  const lost = (reason: string): Place => ({ citation, file: null, range, state: "unsupported", reason });
  const file = await files.find(citation.repo, citation.path);
  if (typeof file === "string") return lost(file);
  if (range.startLine < 0 || range.endLine <= range.startLine) return lost("its lines are none");
  if (range.endLine > file.lines.length) return lost(`${file.path} has only ${file.lines.length} lines`);
  const held: Place = { citation, file, range, state: "verified", reason: "" };
  const { quote } = citation;
  if (quote === undefined || quote.trim() === "") return held;
  if (findQuote(file.lines.slice(range.startLine, range.endLine), quote)) return held;
  const elsewhere = isTelling(quote) ? findQuote(file.lines, quote) : null;
  if (elsewhere?.match !== "exact") return lost(`lines ${shown(range)} of ${file.path} do not say the quote`);
  return {
    ...held,
    range: elsewhere,
    state: "moved",
    reason: `the quote stands in lines ${shown(elsewhere)}`,
  };
}

interface Judged extends Support {
  /** Where a place's lines are really, when only other lines prove the sentence. */
  readonly moved: ReadonlyMap<Place, LineRange>;
}

function judge(claims: string, places: readonly Place[]): Judged {
  const still = new Map<Place, LineRange>();
  if (places.length === 0) return { state: "unsupported", reason: "", isMissing: true, moved: still };
  const quoted = places.every(({ citation }) => isTelling(citation.quote)) ? "quoted" : "bare";
  const evidence = places.map((place) => evidenceOf(place, place.range));
  const support = supportOf(claims, evidence, quoted);
  const across = places.find(
    ({ file, range, state }) => state === "verified" && file && cutsAcross(file, range),
  );
  if (support.state === "verified" && !across) return { ...support, moved: still };
  const nearby = across || support.isMissing ? findNearby(claims, places) : null;
  if (nearby) return { state: "verified", reason: "", isMissing: false, moved: nearby };
  if (support.state !== "verified" || !across) return { ...support, moved: still };
  return { state: "weak", reason: "its lines cut across two definitions", isMissing: false, moved: still };
}

/** As far as code moves without anybody noticing. */
const MAX_SHIFT = 12;

/** Equally long runs of lines close by that prove the sentence where the cited ones do not; null: none. */
function findNearby(claims: string, places: readonly Place[]): Map<Place, LineRange> | null {
  const [place] = places;
  if (places.length !== 1 || !place?.file || place.citation.quote !== undefined) return null;
  for (let shift = 1; shift <= MAX_SHIFT; shift++) {
    for (const by of [shift, -shift]) {
      const range = { startLine: place.range.startLine + by, endLine: place.range.endLine + by };
      if (range.startLine < 0 || range.endLine > place.file.lines.length || cutsAcross(place.file, range))
        continue;
      if (supportOf(claims, [evidenceOf(place, range)]).state === "verified")
        return new Map([[place, range]]);
    }
  }
  return null;
}

function evidenceOf({ file }: Place, range: LineRange): Evidence {
  const lines = file?.lines.slice(range.startLine, range.endLine).join("\n") ?? "";
  return { lines, path: file?.path ?? "", symbol: file ? symbolsAt(file, range) : "" };
}

function shown({ startLine, endLine }: LineRange): string {
  return startLine + 1 === endLine ? `${endLine}` : `${startLine + 1}-${endLine}`;
}
