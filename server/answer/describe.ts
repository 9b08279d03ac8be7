import { termsOf } from "../lexical/terms";
import type { Hit } from "../search/hit";
import { linesOf, signatureIdxOf, type TermWeights } from "./window";

// One sentence on one hit, as a person would put it, made without a model. The grammar below is small on purpose:
// a summary that starts with a verb is given the symbol as its subject, a noun phrase becomes an "is a", and whatever
// fits neither stands after a colon, unchanged. No fact is added to what the index knows.

/** What a hit's summary says of it; null where it has none. */
export function describeBySummary(hit: Hit): string | null {
  const summary = cleanSummary(hit.summary);
  if (summary === "") return null;
  const subject = code(hit.symbol || fileName(hit.path));
  if (hit.kind === "section") return `The section “${hit.symbol}” says: ${summary}.`;
  return `${joinSubject(subject, hit, summary)}.`;
}

/** What the line that declares a hit's symbol says of it; null where nothing is declared on one line. */
export function describeBySignature(hit: Hit): string | null {
  if (!hit.symbol || hit.kind === "section" || hit.kind === "text" || hit.kind === "block") return null;
  const lines = linesOf(hit);
  const signature = oneLine(lines[signatureIdxOf(hit)] ?? "").replace(/\s*\{$/, "");
  if (signature === "" || signature.includes("`")) return null;
  return `The ${hit.kind} ${code(hit.symbol)} is declared as ${code(signature)}.`;
}

/** The cited line that says most of what is asked, where nothing else describes a hit; null where none can be shown. */
export function describeByLine(hit: Hit, cited: string, wanted: TermWeights): string | null {
  if (hit.kind === "section") return null;
  let best = { line: "", weight: 0 };
  for (const line of cited.split(/\r\n|\n|\r/).map(oneLine)) {
    if (line.length > MAX_SHOWN_LINE || line.includes("`") || line.length < 4) continue;
    const weight = [...termsOf(line).keys()].reduce((sum, term) => sum + (wanted.get(term) ?? 0), 0);
    if (weight > best.weight) best = { line, weight };
  }
  if (best.line === "") return null;
  const where = hit.symbol ? `${code(hit.symbol)} in ${code(fileName(hit.path))}` : code(fileName(hit.path));
  return `${where} has the line ${code(best.line)}.`;
}

const MAX_SHOWN_LINE = 100;

/** What a hit is on, in the question's own words; they occur in the cited lines. */
export function describeByWords(hit: Hit, words: readonly string[]): string {
  const about = words.length > 0 ? `deals with ${listOf(words.slice(0, 3))} here` : "belongs to this";
  if (!hit.symbol) return `${code(fileName(hit.path))} ${about}.`;
  if (hit.kind === "section") return `The section “${hit.symbol}” of ${code(fileName(hit.path))} ${about}.`;
  return `The ${hit.kind === "block" ? "code of" : hit.kind} ${code(hit.symbol)} ${about}.`;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function joinSubject(subject: string, hit: Hit, summary: string): string {
  const [first = "", ...others] = summary.split(" ");
  const rest = others.join(" ");
  if (isNameOf(hit.symbol, first)) return `${subject} ${rest}`;
  const verbs = conjugate(summary);
  if (verbs) return `${subject} ${verbs}`;
  const itself = /^this (?:function|method|class|struct|interface|type|module|macro) (.+)$/i.exec(summary);
  if (itself?.[1]) return `${subject} ${itself[1]}`;
  if (/^(whether|true if|true when)\b/i.test(summary)) {
    return `${subject} tells whether ${summary.replace(/^(whether|true if|true when)\s+/i, "")}`;
  }
  if (/^(an?|the)$/i.test(first) && NAMED_THINGS.has(hit.kind)) return `${subject} is ${lowerFirst(summary)}`;
  return `${subject}: ${lowerFirst(summary)}`;
}

/** `Return the token and store it` -> `returns the token and store it`; null where no known verb begins the text. */
function conjugate(summary: string): string | null {
  const match = /^(\w+)(?:((?:,| and| or|, and| or else) )(\w+))?([\s\S]*)$/.exec(summary);
  if (match?.[1] && NOUNS_TOO.has(match[1].toLowerCase()) && !BEFORE_OBJECT.test(match[4] ?? "")) return null;
  const first = match?.[1] && thirdPerson(match[1]);
  if (!match || !first) return null;
  const second = match[3] === undefined ? "" : `${match[2] ?? ""}${thirdPerson(match[3]) ?? match[3]}`;
  return `${first}${second}${match[4] ?? ""}`;
}

function thirdPerson(word: string): string | null {
  const verb = word.toLowerCase();
  if (VERBS.has(verb)) {
    if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
    return /(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
  }
  const bases = [verb.replace(/s$/, ""), verb.replace(/es$/, ""), verb.replace(/ies$/, "y")];
  return verb.endsWith("s") && bases.some((base) => VERBS.has(base)) ? verb : null;
}

/** One line, without doc markup that only its own tool can draw, without the full stop; "" where it says nothing. */
function cleanSummary(summary: string): string {
  const text = oneLine(summary)
    .replace(/^#:\s*|\s*\*+\/.*$/g, "")
    .replace(/<\/?[a-z][a-z0-9]*\s*\/?>/gi, "")
    .replace(/\{@value\s+#?([^}]+)\}/g, "`$1`")
    .replace(/\{@(?:link|code|linkplain)\s+([^}]+)\}/g, "`$1`")
    .replace(/:\w+:`~?([^`]+)`/g, "`$1`")
    .replace(/``([^`]+)``/g, "`$1`")
    .replace(/[\s.:;,]+$/, "");
  // A lone word or a tag ("Constructor.", "@param key") is what a template leaves behind.
  return text.startsWith("@") || !text.includes(" ") ? "" : text;
}

function isNameOf(symbol: string, word: string): boolean {
  const bare = word.replace(/[`():]/g, "");
  return bare === symbol || bare === symbol.split(".").at(-1);
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

/** `Base class` -> `base class`, but `HTTP client` and `JWTToken` stay. */
function lowerFirst(text: string): string {
  return /^[A-Z]([a-z]+\b|\b)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const NAMED_THINGS: ReadonlySet<string> = new Set(
  "class struct interface trait enum type module constant variable field macro".split(" "),
);

/** "Retry loop of a request" names a thing, "Retry the request" tells what is done: the next word decides. */
const BEFORE_OBJECT =
  /^ ?(an?|the|all|any|some|this|that|these|those|its?|each|every|one|if|when|until|to|from|in|into|on|off|with|for|up|out|down|over|through|as|by|whether|what|how|and|or|`[^`]*`)\b|^ ?`/i;
const NOUNS_TOO = new Set(
  `block cache call cast catch change check clone commit copy count cut download draw drop export filter flush
  force format group guard handle hash hold import increment index insert launch list lock log look map mark
  match measure merge monitor move override pack patch pick poll process pull push query queue record reload
  render report request reset resume retry reverse roll route run sample scan schedule search setup shift show
  sort split start stop store stream supply support swap switch test time transform trigger try turn update
  upload use wait walk watch wrap`.split(/\s+/),
);

const VERBS = new Set(
  `abort accept acquire activate add adjust advance allocate allow append apply assert assign attach authenticate
  bind block build cache calculate call cancel cast catch change check clean clear clone close collect combine commit
  compare compile complete compress compute configure connect construct consume contain convert copy count create cut
  deal declare decode decrement decompress decrypt define delegate delete describe deserialize destroy detach detect determine
  disable disconnect dispatch display dispose divide do download draw drop dump emit enable encode encrypt ensure enter estimate
  evaluate execute exit expand export expose extend extract fetch fill filter find finish flatten flush fold follow
  force format forward free generate get give group guard guess handle hash hide hold identify ignore implement import
  include increment index indicate infer initialise initialize insert inspect install instantiate invoke iterate join
  keep launch list listen load locate lock log look lookup make manage map mark match measure merge migrate modify
  monitor move multiply normalise normalize notify obtain open override pack parse pass patch peek perform pick poll pop
  populate prepare present prevent print process produce provide publish pull purge push put query queue raise read
  rebuild receive reconnect record redirect reduce refresh register reject release reload remove rename render
  reorder replace report represent request require reset resolve respond restart restore resume retrieve retry return
  reuse reverse rewrite roll rotate round route run sample save say scan schedule search select send serialise
  serialize serve set setup shift show shuffle shut sign simulate skip sleep sort specify spawn split start stop store
  stream strip submit subscribe subtract supply support suspend swap switch sync take tell terminate test throw time
  toggle track transform translate traverse trigger trim truncate try turn unlock unregister unsubscribe unwrap update
  upload use validate verify visit wait wake walk warn watch wrap write yield`.split(/\s+/),
);
