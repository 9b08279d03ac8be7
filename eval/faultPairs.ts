import type { CitedFile } from "../server/answer/citedFiles";
import { commentsOf } from "../server/answer/comments";
import type { OutsideSentence } from "../server/answer/readDrafts";
import { type Chunk, qualifiedName } from "../server/chunk/chunk";

// Sentences about real code with a known truth: correct ones made from what the parser knows and what comments say,
// and each of them spoiled in one way. No seed, no chance: the same files give the same pairs.

export const FAULTS = [
  "correct",
  "off by 6 lines",
  "wrong function of the same name",
  "made-up quote",
  "spliced quote",
  "invented path",
  "number changed",
  "negation flipped",
  "another file",
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultPair {
  readonly fault: Fault;
  readonly sentence: OutsideSentence;
}

/** A true sentence on a definition, and the lines it cites (0-based, half-open). */
interface Fact {
  readonly file: CitedFile;
  readonly chunk: Chunk;
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly quote?: string;
}

/** Pairs of one set of files, at most `each` of a class for each kind of true sentence. */
export function faultPairs(files: readonly CitedFile[], each: number): FaultPair[] {
  const facts = files.flatMap((file) => file.chunks.flatMap((chunk) => factsOf(file, chunk)));
  const pairs: FaultPair[] = [];
  for (const fault of FAULTS) {
    const made = facts.flatMap((fact, idx) => spoil(fault, fact, { facts, files, idx }) ?? []);
    pairs.push(...spread(made, each).map((sentence) => ({ fault, sentence })));
  }
  return pairs;
}

/** `n` of a list, evenly over it. */
function spread<T>(list: readonly T[], n: number): T[] {
  if (list.length <= n) return [...list];
  return Array.from({ length: n }, (_, idx) => list[Math.floor((idx * list.length) / n)]!);
}

const FUNCTIONS = new Set(["function", "method"]);

function factsOf(file: CitedFile, chunk: Chunk): Fact[] {
  const name = qualifiedName(chunk);
  if (!/^[\w$.]+$/.test(name) || !chunk.symbol || chunk.endLine - chunk.startLine < 4) return [];
  const lines = file.lines.slice(chunk.startLine, chunk.endLine);
  const cite = (text: string, at: Partial<Fact> = {}): Fact => ({
    file,
    chunk,
    text,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    ...at,
  });
  return [
    ...callFacts(chunk, name).map((text) => cite(text)),
    ...numberFacts(lines, name).map((text) => cite(text)),
    ...codeFacts(lines, name, file.path).map((text) => cite(text)),
    ...docFacts(lines, name).map((text) => cite(text)),
    ...quoteFacts(lines, name).map(({ text, quote, at }) =>
      cite(text, {
        quote,
        startLine: chunk.startLine + at,
        endLine: Math.min(chunk.endLine, chunk.startLine + at + 3),
      }),
    ),
  ];
}

function callFacts({ calls, kind }: Chunk, name: string): string[] {
  const called = [...new Set(calls.map((call) => call.name))].filter(
    (call) => call.length > 3 && !name.endsWith(call),
  );
  const [first, second] = called;
  if (!FUNCTIONS.has(kind) || !first || !second) return [];
  return [`\`${name}\` calls \`${first}\` and \`${second}\`.`];
}

function numberFacts(lines: readonly string[], name: string): string[] {
  for (const line of lines) {
    const [, set = "", value = ""] =
      /^\s*(?:const|let|var|final|static|public|private|int|self\.|this\.|\s)*([A-Za-z_]\w{3,})\s*(?::\s*\w+\s*)?:?=\s*(\d[\d_]*)\s*[;,]?\s*$/.exec(
        line,
      ) ?? [];
    if (set) return [`In \`${name}\`, \`${set}\` is ${value.replace(/_/g, "")}.`];
    const [, left = "", op = "", bound = ""] =
      /\bif\s*\(?\s*(?:len\()?([A-Za-z_][\w.]{2,})\)?\s*(<=|>=|<|>)\s*(\d+)\b/.exec(line) ?? [];
    if (left && Number(bound) > 1) return [`\`${name}\` tests whether \`${left}\` is ${WORDS[op]} ${bound}.`];
  }
  return [];
}

const SHAPES: readonly {
  readonly line: RegExp;
  readonly say: (found: readonly string[], name: string, path: string) => string;
}[] = [
  {
    line: /^\s*return ([A-Za-z_][\w.]{3,})\s*;?\s*$/,
    say: ([, value], name) => `\`${name}\` returns \`${value}\`.`,
  },
  { line: /\b(?:throw new|raise) ([A-Z]\w+)/, say: ([, error], name) => `\`${name}\` can throw a ${error}.` },
  {
    line: /\bif\s*\(?([\w.]+ [=!]=+ [\w.]+)\)?\s*[:{]?$/,
    say: ([, test], name) => `\`${name}\` asks whether \`${test}\`.`,
  },
  {
    line: /"([a-z]\w* [\w ]{5,40})"/i,
    say: ([, text], name, path) => `\`${name}\` in \`${path}\` uses the text "${text}".`,
  },
  {
    line: /\w*(?:timeout|delay|interval)\w*ms\s*[:=]+\s*(\d+)_?000\b/i,
    say: ([, n], name) => `\`${name}\` waits for ${n} seconds.`,
  },
];

function codeFacts(lines: readonly string[], name: string, path: string): string[] {
  return SHAPES.flatMap(({ line, say }) => {
    const found = lines.map((text) => line.exec(text)).find((match) => match !== null);
    return found ? [say(found, name, path)] : [];
  });
}

const WORDS: Readonly<Record<string, string>> = {
  "<": "less than",
  ">": "more than",
  "<=": "at most",
  ">=": "at least",
};

/** What a doc comment says, as somebody who read it would repeat it. */
function docFacts(lines: readonly string[], name: string): string[] {
  return commentsOf(lines)
    .flatMap((comment) => comment.split(/(?<=\.)\s+/))
    .filter((text) => /^[A-Z][a-z]+ [a-z]+ [\w ,'’-]{15,110}\.$/.test(text))
    .slice(0, 1)
    .map((text) => `On \`${name}\`: ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
}

function quoteFacts(lines: readonly string[], name: string): { text: string; quote: string; at: number }[] {
  const at = lines.findIndex(
    (line, idx) => idx >= 2 && line.trim().length > 25 && (lines[idx + 1] ?? "").trim().length > 15,
  );
  const quote = `${lines[at] ?? ""}\n${lines[at + 1] ?? ""}`.trim();
  return at < 0 ? [] : [{ text: `This is a step of \`${name}\`.`, quote, at }];
}

interface World {
  readonly facts: readonly Fact[];
  readonly files: readonly CitedFile[];
  readonly idx: number;
}

function spoil(fault: Fault, fact: Fact, world: World): OutsideSentence | null {
  switch (fault) {
    case "correct":
      return cited(fact);
    case "off by 6 lines":
      return offBySix(fact);
    case "wrong function of the same name":
      return wrongFunction(fact, world);
    case "made-up quote":
      return fact.quote
        ? cited({
            ...fact,
            quote: `${fact.quote.split("\n")[0]}\n    applyDefaults(entry, fallbackOptions);`,
          })
        : null;
    case "spliced quote":
      return splicedQuote(fact);
    case "invented path":
      return cited(fact, fact.file.path.replace(/([^/]+)$/, "legacy_$1"));
    case "number changed":
      return changed(fact, /(?<![\w.`])(\d+)(?=\.$)/, (n) => String(Number(n) + (Number(n) > 20 ? 10 : 1)));
    case "negation flipped":
      return flipped(fact);
    case "another file":
      return anotherFile(fact, world);
  }
}

function cited({ file, text, startLine, endLine, quote }: Fact, path = file.path): OutsideSentence {
  const end = trimmedEnd(file, endLine);
  return {
    text,
    claims: text,
    citations: [
      {
        repo: file.repo,
        path,
        start: startLine + 1,
        end: Math.max(startLine + 1, end),
        ...(quote ? { quote } : {}),
      },
    ],
  };
}

function trimmedEnd({ lines }: CitedFile, endLine: number): number {
  let end = Math.min(endLine, lines.length);
  while (end > 1 && (lines[end - 1] ?? "").trim() === "") end--;
  return end;
}

/** Only where the shift makes the citation wrong: it must leave lines out that the sentence rests on. */
function offBySix(fact: Fact): OutsideSentence | null {
  const startLine = fact.startLine + 6;
  const endLine = fact.endLine + 6;
  if (endLine > fact.file.lines.length) return null;
  const shown = fact.file.lines.slice(startLine, endLine).join("\n");
  return !fact.quote && isTrueOf(fact, shown) ? null : cited({ ...fact, startLine, endLine });
}

/** Whether other lines bear a sentence out as well: then it is not spoiled by citing them. */
function isTrueOf({ text }: Fact, lines: string): boolean {
  const squeezed = lines.replace(/^\s*(?:\/\/+|\*|#)\s?/gm, "").replace(/\s+/g, " ");
  const said = [...text.matchAll(/`([^`]+)`|"([^"]+)"| a ([A-Z]\w+)|(\d+)/g)]
    .slice(1)
    .map(([, ...one]) => one.find(Boolean) ?? "");
  const repeated = /^On `[^`]+`: .(.*)$/.exec(text)?.[1];
  if (repeated) return squeezed.includes(repeated.replace(/\.$/, "").slice(-40));
  return said.every(
    (one) => /[/.]\w+$/.test(one) || squeezed.includes(one) || squeezed.replace(/_/g, "").includes(one),
  );
}

function wrongFunction(fact: Fact, { facts }: World): OutsideSentence | null {
  const other = facts.find(
    (one) =>
      one.chunk.symbol === fact.chunk.symbol &&
      one.chunk !== fact.chunk &&
      one.chunk.text !== fact.chunk.text &&
      !(one.file === fact.file && qualifiedName(one.chunk) === qualifiedName(fact.chunk)) &&
      !isTrueOf(fact, one.chunk.text),
  );
  if (!other || fact.quote) return null;
  return cited({ ...fact, file: other.file, startLine: other.chunk.startLine, endLine: other.chunk.endLine });
}

function splicedQuote(fact: Fact): OutsideSentence | null {
  if (!fact.quote) return null;
  const lines = fact.file.lines.slice(fact.startLine, fact.endLine).map((line) => line.trim());
  const [first = "", , third = ""] = lines;
  if (third.length < 10) return null;
  return cited({ ...fact, quote: `${first} ${third}` });
}

function changed(fact: Fact, pattern: RegExp, by: (found: string) => string): OutsideSentence | null {
  const text = fact.text.replace(pattern, by);
  const number = / (\d+)\.$/.exec(text)?.[1] ?? "";
  if (text === fact.text || new RegExp(`(?<!\\d)${number}(?!\\d)`).test(fact.chunk.text.replace(/_/g, "")))
    return null;
  return cited({ ...fact, text });
}

function flipped(fact: Fact): OutsideSentence | null {
  const FLIPS: readonly [RegExp, string][] = [
    [/\bat most\b/, "at least"],
    [/\bat least\b/, "at most"],
    [/\bless than\b/, "more than"],
    [/\bmore than\b/, "less than"],
    [/\b(?:do not|does not|cannot|never|not) (?=\w)/, ""],
    [/ calls /, " never calls "],
    [/\b(is|are|will|should|can|must|has)\b(?! (?:not|no|only)\b)/, "$1 not"],
    [/: (?:returns|return) /, ": never returns "],
  ];
  const flip = FLIPS.find(([pattern]) => pattern.test(fact.text));
  if (!flip || fact.quote || fact.text.includes('"') || / is \d+\.$/.test(fact.text)) return null;
  return cited({ ...fact, text: fact.text.replace(flip[0], flip[1]) });
}

function anotherFile(fact: Fact, { files, idx }: World): OutsideSentence | null {
  const other = files[(files.indexOf(fact.file) + 1 + (idx % Math.max(1, files.length - 1))) % files.length];
  if (!other || other === fact.file || other.lines.length < fact.endLine || fact.quote) return null;
  return cited({ ...fact, file: other });
}
