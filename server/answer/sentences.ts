/** A run of text with what it rests on. `C` is whatever a citation is to the caller. */
export interface CitedText<C> {
  readonly text: string;
  readonly citations: readonly C[];
}

export interface SplitText<C> {
  readonly sentences: readonly CitedText<C>[];
  /** What follows the last complete sentence: the runs to put before the next ones. */
  readonly rest: readonly CitedText<C>[];
}

/**
 * Cuts runs of Markdown into sentences; each sentence has the citations of every run it touches with a word.
 * Code spans, file names (`a.ts`), decimals and abbreviations do not end a sentence; list items, headings and
 * paragraphs do. List markers are taken off; headings are left out, they claim nothing.
 *
 * @param runs complete runs in order; a run does not end inside a word or number.
 */
export function splitSentences<C>(runs: readonly CitedText<C>[]): SplitText<C> {
  const text = runs.map((run) => run.text).join("");
  const ends = sentenceEnds(text);
  const spans = ends.map((end, idx) => ({ from: ends[idx - 1] ?? 0, to: end }));
  return {
    sentences: spans.flatMap((span) => citedSpan(text, span, runs)),
    rest: runsFrom(runs, ends.at(-1) ?? 0),
  };
}

/** The sentences of runs that nothing follows: what is left at the end is a sentence too. */
export function splitFinished<C>(runs: readonly CitedText<C>[]): readonly CitedText<C>[] {
  return splitSentences([...runs, { text: "\n\n", citations: [] }]).sentences;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function runsFrom<C>(runs: readonly CitedText<C>[], from: number): CitedText<C>[] {
  let at = 0;
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, from - at));
    at += run.text.length;
    return text === "" ? [] : [{ ...run, text }];
  });
}

function citedSpan<C>(text: string, span: Span, runs: readonly CitedText<C>[]): CitedText<C>[] {
  const raw = text.slice(span.from, span.to);
  if (/^\s*#{1,6}\s/.test(raw)) return [];
  const lead = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+|>\s?)*/.exec(raw)?.[0].length ?? 0;
  const sentence = raw
    .slice(lead)
    .trim()
    .replace(/[ \t]*\n[ \t]*/g, " ");
  if (!/[\p{L}\p{N}]/u.test(sentence)) return [];
  return [{ text: sentence, citations: citationsWithin(runs, span.from + lead, span.to) }];
}

/** Citations of the runs that share a letter or digit with the span, each once. */
function citationsWithin<C>(runs: readonly CitedText<C>[], from: number, to: number): C[] {
  const found = new Set<C>();
  let at = 0;
  for (const run of runs) {
    const shared = run.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (/[\p{L}\p{N}]/u.test(shared)) for (const citation of run.citations) found.add(citation);
    at += run.text.length;
  }
  return [...found];
}

/** Offsets just behind each sentence that is known to be complete. */
function sentenceEnds(text: string): number[] {
  const masked = maskCode(text);
  const ends: number[] = [];
  for (const match of masked.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length;
    if (match.groups?.stop && !endsSentence(masked, match.index, end)) continue;
    ends.push(end);
  }
  return ends;
}

/**
 * A stop with its closing marks and white space or the end behind it; a stop of a script without spaces; a paragraph, or a line
 * that a list item or a heading follows; the end of a heading's line.
 */
const BOUNDARY =
  /(?<stop>[.!?…]+["'”’)\]*_]*(?:\s+|$))|[。！？]+[”’」』）]*|\n\s*\n|\n(?=\s*(?:[-*+]|\d{1,3}[.)]|#{1,6}|>)\s)|(?<=(?:^|\n)#{1,6} [^\n]*)\n/g;

const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|resp|incl|ca|no|fig|mr|mrs|dr|st|etc|viz|z\.B|bzw|d\.h)\.$/i;

function endsSentence(masked: string, at: number, end: number): boolean {
  const before = masked.slice(Math.max(0, at - 12), at + 1);
  const next = masked.charAt(end);
  if (ABBREVIATION.test(before) && !(/etc\.$/i.test(before) && /\p{Lu}/u.test(next))) return false;
  if (/(?:^|\n)\s*\d{1,3}\.$/.test(before)) return false; // The marker of a list item.
  return !/\p{Ll}/u.test(next) || masked[at] !== ".";
}

/** The text with code spans and fences blanked out, by a capital, for one may begin a sentence; offsets unchanged. A fence that is still open hides what follows. */
function maskCode(text: string): string {
  const blank = (span: string) => "X".repeat(span.length);
  return text.replace(/```[\s\S]*?(?:```|$)/g, blank).replace(/(`{1,2})(?:(?!\n\s*\n)[\s\S])+?\1/g, blank);
}
