import { EngineError } from "../base/errors";
import { splitFinished } from "./sentences";

/** Lines as somebody else cites them: from 1, `end` included. */
export interface OutsideCitation {
  readonly repo: string; // "" where none is named.
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly quote?: string;
}

export interface OutsideSentence {
  readonly text: string;
  /** The text without its references: what is claimed. */
  readonly claims: string;
  readonly citations: readonly OutsideCitation[];
}

/**
 * Reads an answer, a report or a design document: JSON as `ask --json` prints it, else Markdown.
 *
 * @throws EngineError "bad-query" for JSON of another shape.
 */
export function readDrafts(text: string): OutsideSentence[] {
  return /^\s*\{/.test(text) ? readJson(text) : readMarkdown(text);
}

function readJson(text: string): OutsideSentence[] {
  const parsed = parse(text);
  const sentences = isRecord(parsed) ? parsed.sentences : null;
  if (!Array.isArray(sentences)) throw misshapen('it has no list "sentences"');
  return sentences.map((sentence, idx) => {
    if (!isRecord(sentence) || typeof sentence.text !== "string")
      throw misshapen(`sentence ${idx + 1} has no "text"`);
    const citations = Array.isArray(sentence.citations) ? sentence.citations : [];
    const { text: said } = sentence;
    return {
      text: said,
      claims: withoutReferences(said),
      citations: citations.map((one) => citationIn(one, idx)),
    };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EngineError("bad-query", "The file begins like JSON and cannot be read as such.", {
      cause: error,
    });
  }
}

function citationIn(value: unknown, idx: number): OutsideCitation {
  if (!isRecord(value) || typeof value.path !== "string" || typeof value.start !== "number")
    throw misshapen(`a citation of sentence ${idx + 1} has no "path" and "start"`);
  const { repo, path, start, end, quote } = value;
  return {
    repo: typeof repo === "string" ? repo : "",
    path,
    start,
    end: typeof end === "number" ? end : start,
    ...(typeof quote === "string" ? { quote } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function misshapen(what: string): EngineError {
  return new EngineError("bad-query", `The JSON cannot be checked: ${what}.`);
}

/** `src/a.ts:12`, `src/a.ts:12-20`, `a.ts#L12`, `a.ts#L1-L9`, `…/blob/REF/src/a.ts#L1-L9`; one group each. */
const NAME = String.raw`(?:[\w@.+-]|\([\w.-]+\)|\[[\w.-]+\])`;
const PATH = String.raw`(?:${NAME}+\/)*(?:${NAME}*\.[\w-]+|Makefile|Dockerfile|Rakefile|Gemfile)`;
const LINES = String.raw`(?:#L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?|:(\d+)(?::\d+)?(?:[-–](\d+))?)`;
const BLOB = String.raw`https?:\/\/[^\s/]+\/[^\s/]+\/([^\s/]+)\/(?:-\/)?blob\/[^\s/]+\/`;
const REFERENCE = new RegExp(`(?:${BLOB}|(?<![\\w/:.]))(${PATH})${LINES}(?![\\w])`, "g");
const IN_CODE = new RegExp(`\`(?:${REFERENCE.source})\``, "g");

function readMarkdown(text: string): OutsideSentence[] {
  const prose = text.replace(/^(\s*)(`{3,}|~{3,})[\s\S]*?^\s*\2`*\s*$/gm, "").replace(/^(?=\s*\|)/gm, "\n");
  const sentences: OutsideSentence[] = [];
  for (const { text: said } of splitFinished([{ text: prose, citations: [] }])) {
    const citations = referencesIn(said);
    const before = sentences.at(-1);
    const claims = withoutReferences(said);
    // A reference behind the full stop belongs to the sentence before it.
    if (
      citations.length > 0 &&
      before &&
      !/[\p{L}\p{N}]/u.test(claims.replace(/\b(?:see|source|ref|in|at)\b/gi, "")) &&
      isClose(prose, before.text, said)
    )
      sentences[sentences.length - 1] = { ...before, citations: [...before.citations, ...citations] };
    else sentences.push({ text: said, claims, citations });
  }
  // Prose that cites nothing is the author's own.
  return sentences.filter(({ citations }) => citations.length > 0);
}

function isClose(prose: string, before: string, reference: string): boolean {
  const end = prose.indexOf(before.slice(-12));
  const at = prose.indexOf(reference, end);
  return end >= 0 && at >= 0 && !/\n\s*(?:\n|[-*+|#])/.test(prose.slice(end + 12, at));
}

/** References of a text in order, each once: a link has its place in its text and in its target. */
function referencesIn(text: string): OutsideCitation[] {
  const found = new Map<string, OutsideCitation>();
  for (const [, repo = "", path = "", l1, l2, c1, c2] of text.matchAll(REFERENCE)) {
    const start = Number(l1 ?? c1);
    const end = Number(l2 ?? c2 ?? start);
    found.set(`${path}:${start}-${end}`, { repo, path, start, end });
  }
  return [...found.values()];
}

/** A link whose text claims something keeps its text. */
function withoutReferences(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)\s]*\)/g, (_, label: string) => ` ${label} `)
    .replace(IN_CODE, " ")
    .replace(REFERENCE, " ")
    .replace(/(?<![\w$\])`])(?:\(\s*(?:see)?[\s,;]*\)|\[\s*\])/g, " ")
    .replace(/ {2,}/g, " ");
}
