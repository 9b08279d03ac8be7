import { firstSentence } from "../chunk/summary";
import { termsOf } from "../lexical/terms";
import type { Hit } from "../search/hit";
import { plainProse, proseOf } from "./docProse";
import { isVerb, joinSubject } from "./grammar";
import { linesOf, signatureIdxOf, type TermWeights } from "./window";

// One sentence on one hit, as a person would put it, made without a model. No fact is added to what the index knows.

/** What a hit's summary says of it; null where it has none, or none that a person wrote. */
export function describeBySummary(hit: Hit): string | null {
  if (hit.kind === "section") return describeSection(hit);
  const summary = plainProse(hit.summary);
  if (summary === "" || isMade(hit.summary)) return null;
  const subject = code(hit.symbol || fileName(hit.path));
  const [first = "", ...others] = summary.split(" ");
  // `Read several objects` is what a method `Read` does, not its name.
  if (!isNameOf(hit.symbol, first) || isVerb(first))
    return ended(joinSubject(subject, summary, NAMED_THINGS.has(hit.kind)));
  // `NewClient: makes …` and `NewClient - makes …` say no more than `NewClient makes …`.
  return ended(`${subject} ${others.join(" ").replace(/^[-–—:] /, "")}`);
}

/** What a section says below its heading. */
function describeSection(hit: Hit): string | null {
  const said = plainProse(firstSentence(proseOf(hit.text)));
  if (said === "") return null;
  const heading = hit.symbol.split(".").at(-1) ?? "";
  const where = heading
    ? `The section “${heading}” of ${code(fileName(hit.path))}`
    : code(fileName(hit.path));
  return ended(`${where} says: ${said}`);
}

/** Summaries that the index made of the names in a chunk, for lists: no sentence of an answer. */
function isMade(summary: string): boolean {
  return /^(?:Calls|Holds|Uses) [^ ]+(?:(?:, | and )[^ ]+)*(?: and \d+ more)?\.$|^(?:Calls|Holds|Uses) .*…$/.test(
    summary,
  );
}

/** The declaration of a hit's symbol; null where nothing is declared here. */
export function describeBySignature(hit: Hit): string | null {
  if (!hit.symbol || hit.kind === "section" || hit.kind === "text" || hit.kind === "block") return null;
  const signature = signatureOf(hit);
  if (signature === "" || signature.includes("`")) return null;
  return `${code(hit.symbol)} is the ${hit.kind} ${code(signature)}.`;
}

/** `def convert(self, value)`: of several lines as one, where that is no longer than one is read. */
function signatureOf(hit: Hit): string {
  const idx = signatureIdxOf(hit);
  if (idx < 0) return "";
  const lines = linesOf(hit).slice(idx, idx + MAX_SIGNATURE_LINES);
  const nWhole = lines.findIndex((_, at) => isClosed(lines.slice(0, at + 1).join("\n"))) + 1;
  const whole = tidy(lines.slice(0, nWhole).join(" "));
  const first = tidy(lines[0] ?? "");
  return nWhole > 0 && whole.length <= MAX_SHOWN_LINE ? whole : first.replace(/\($/, "");
}

const MAX_SIGNATURE_LINES = 8;

function isClosed(text: string): boolean {
  return (text.match(/[([]/g)?.length ?? 0) <= (text.match(/[)\]]/g)?.length ?? 0);
}

function tidy(signature: string): string {
  return oneLine(signature)
    .replace(/\s+(?:#|\/\/) (?:type|noqa|pylint|eslint).*$/, "")
    .replace(/\s*[{:]$|\s*=>?\s*\{?$|\s+do$/, "")
    .replace(/([([]) /g, "$1")
    .replace(/,? ([)\]])/g, "$1");
}

/** The cited line that says most of what is asked, where nothing else describes a hit; null where none can be shown. */
export function describeByLine(hit: Hit, cited: string, wanted: TermWeights): string | null {
  if (hit.kind === "section") return null;
  const declaration = oneLine(linesOf(hit)[signatureIdxOf(hit)] ?? ""); // That one `describeBySignature` says better.
  let best = { line: "", weight: 0 };
  for (const line of cited.split(/\r\n|\n|\r/).map(oneLine)) {
    if (line === declaration || SAYS_LITTLE.test(line)) continue;
    if (line.length > MAX_SHOWN_LINE || line.includes("`") || line.length < 4) continue;
    const weight = [...termsOf(line).keys()].reduce((sum, term) => sum + (wanted.get(term) ?? 0), 0);
    if (weight > best.weight) best = { line, weight };
  }
  if (best.line === "") return null;
  const where = hit.symbol ? `${code(hit.symbol)} in ${code(fileName(hit.path))}` : code(fileName(hit.path));
  return `${where} has the line ${code(best.line)}.`;
}

const MAX_SHOWN_LINE = 120;
/** A comment or a docstring, what closes a block, a lone word: no line of code to show. */
const SAYS_LITTLE = /^(?:[)\]}"'#*]|\/[/*]|--|<!--)|^\w+;?$/;

/** What a hit is on, in the question's own words; they occur in the cited lines. */
export function describeByWords(hit: Hit, words: readonly string[]): string {
  const file = code(fileName(hit.path));
  const name = hit.kind === "section" ? `the section “${hit.symbol.split(".").at(-1)}”` : code(hit.symbol);
  const where = hit.symbol ? `${name} of ${file}` : file;
  return words.length > 0 ? `See also ${where}, on ${listOf(words.slice(0, 3))}.` : `See also ${where}.`;
}

/** Who calls what was found; the cited lines are the calls. */
export function describeCallers(name: string, callers: readonly Hit[]): string {
  const named = [...new Set(callers.map((hit) => code(hit.symbol)))];
  return `${listOf(named)} ${named.length === 1 ? "calls" : "call"} ${code(name)}.`;
}

/** What a name that was found depends on is set to, as its line says; null where that line is none to show. */
export function describeSetting(name: string, hit: Hit, line: number): string | null {
  const text = oneLine(linesOf(hit)[line - hit.startLine] ?? "").replace(/[;,]$/, "");
  if (text === "" || text.includes("`") || text.length > MAX_SHOWN_LINE) return null;
  return `${code(name)} is set in ${code(fileName(hit.path))}: ${code(text)}.`;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function isNameOf(symbol: string, word: string): boolean {
  const bare = word.replace(/[`():,]/g, "");
  return bare !== "" && (bare === symbol || bare === symbol.split(".").at(-1));
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function code(text: string): string {
  return `\`${text}\``;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

const NAMED_THINGS: ReadonlySet<string> = new Set(
  "class struct interface trait enum type module constant variable field macro".split(" "),
);
