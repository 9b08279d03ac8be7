import { NUMBER_WORDS, UNIT_PATTERN } from "./numbers";

// What a sentence says that lines can prove or disprove: the names, code, numbers, paths and quotations in it.
// Prose itself ("is called when", "before") is left to the reader: no text comparison can decide it.

export interface Claim {
  readonly kind: "name" | "code" | "number" | "path" | "quote";
  readonly text: string;
  /** What a number counts, as written behind it; absent where nothing is. */
  readonly unit?: string;
}

/** Every claim of a sentence in Markdown, in order of kind; a piece of text is one claim only. */
export function claimsOf(sentence: string): Claim[] {
  const claims: Claim[] = [];
  let rest = sentence;
  for (const { pattern, claim } of EXTRACTORS) {
    rest = rest.replace(pattern, (...match: string[]) => {
      const found = claim(match);
      claims.push(...found);
      // What is no claim of this kind may be one of a later kind.
      return found.length > 0 ? " " : (match[0] ?? "");
    });
  }
  return claims;
}

interface Extractor {
  readonly pattern: RegExp;
  readonly claim: (match: readonly string[]) => readonly Claim[];
}

/** A file or folder: has a slash and no space, or a file's ending. */
const PATH =
  /^(?:\.{0,2}\/)?[\w@.+-]+(?:\/[\w@.+()[\]-]+)+\/?$|^\.?[\w@+-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|cs|cpp|cc|c|hpp|h|rb|php|swift|scala|sh|sql|md|json|ya?ml|toml|ini|cfg|conf|xml|html|s?css|vue|svelte|proto|gradle|lock|txt|env)$/;
/** `acquire`, `RetryQuota.acquire()`, `std::move`, `#private`, `$scope`, `--flag` (its words), `@decorator`. */
const NAME = /^(?:[@#$&*!-]*)[A-Za-z_$][\w$]*(?:(?:\.|::|->|#|-|\?\.)[\w$#]+)*(?:\([^()]*\))?[!?*]?$/;
const IS_NUMBER = /^-?(?:0[xX][\dA-Fa-f_]+|\d[\d_,]*(?:\.\d+)?(?:[eE][+-]?\d+)?)[A-Za-z%]{0,3}$/;

const EXTRACTORS: readonly Extractor[] = [
  { pattern: /```\w*\n?([\s\S]*?)```/g, claim: (m) => spanClaims(m[1] ?? "") },
  { pattern: /``([^`]+)``|`([^`]+)`/g, claim: (m) => spanClaims(m[1] ?? m[2] ?? "") },
  { pattern: /https?:\/\/[^\s)>\]]+/g, claim: (m) => one("code", m[0]) },
  {
    pattern: /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/g,
    claim: (m) => one("quote", m[1] ?? m[2] ?? m[3] ?? m[4]),
  },
  {
    pattern: /[\w@.+-]+(?:\/[\w@.+-]+)*\.\w+\b/g,
    claim: (m) => (isPath(m[0] ?? "") ? one("path", m[0]) : []),
  },
  { pattern: /(?<![\w.])\d+(?:\.\d+){2,}(?![\w.]*\d)/g, claim: (m) => one("code", m[0]) },
  { pattern: /[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*\(\)/g, claim: (m) => one("name", m[0]) },
  {
    pattern: /[A-Za-z_$][\w$]+(?:(?:\.|::)[A-Za-z_$][\w$]+)+/g,
    claim: (m) => (isWord(m[0] ?? "") ? [] : one("name", m[0])),
  },
  {
    pattern: /(?<![\w-])[A-Za-z$][\w$]*\b/g,
    claim: (m) => (looksLikeCode(m[0] ?? "") ? one("name", m[0]) : []),
  },
  { pattern: /(?<![\w$])_\w+\b/g, claim: (m) => (/^_[^_]*_$/.test(m[0] ?? "") ? [] : one("name", m[0])) },
  { pattern: NUMBER_IN_TEXT(), claim: (m) => numberClaim(m[1], m[2]) },
  { pattern: NUMBER_WORD(), claim: (m) => numberClaim(m[1], m[2]) },
];

/** A number that stands by itself or before a unit: not `sha256`, `UTF-8`, `1st`, nor the rest of a name. */
function NUMBER_IN_TEXT(): RegExp {
  const number =
    /(?<![\w.$])(?<![A-Za-z]-)(0[xX][\dA-Fa-f_]+|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=(?:ms|µs|us|ns|s|sec|min|h|d|k|[KMGT]i?B|[kmgt]b|B|px|em|x|%)?(?![A-Za-z\d_]))/;
  return new RegExp(`${number.source}(?:[ -]?(${UNIT_PATTERN})(?![A-Za-z]))?`, "g");
}

/** "five retries", "three seconds": a number word before something that is counted. */
function NUMBER_WORD(): RegExp {
  const counted = `${UNIT_PATTERN}|times|retries|attempts|tries|tokens|characters|chars|levels|entries|connections|threads|workers`;
  return new RegExp(`\\b(${Object.keys(NUMBER_WORDS).join("|")})[ -](${counted})\\b`, "gi");
}

function numberClaim(text: string | undefined, unit: string | undefined): Claim[] {
  return text ? [{ kind: "number", text, ...(unit ? { unit } : {}) }] : [];
}

function spanClaims(span: string): Claim[] {
  const text = span.trim();
  if (text === "") return [];
  if (IS_NUMBER.test(text)) return [{ kind: "number", text }];
  if (isPath(text)) return [{ kind: "path", text }];
  const call = /^([^()\s]+)\(([^()]+)\)$/.exec(text);
  if (call?.[1] && call[2] && NAME.test(call[1]))
    return [{ kind: "name", text: call[1] }, ...argumentClaims(call[2])];
  return [{ kind: NAME.test(text) ? "name" : "code", text }];
}

/** Arguments of a call as a sentence writes it: each by itself, "..." for any. */
function argumentClaims(list: string): Claim[] {
  return list
    .split(",")
    .map((argument) => argument.trim())
    .filter((argument) => argument !== "" && !/^(\.\.\.|…)$/.test(argument))
    .flatMap(spanClaims);
}

function isPath(text: string): boolean {
  return PATH.test(text) && !isWord(text);
}

function one(kind: Claim["kind"], text: string | undefined): Claim[] {
  return text?.trim() ? [{ kind, text: text.trim() }] : [];
}

/** camelCase, PascalCase of two humps, snake_case or CONSTANT_CASE. */
function looksLikeCode(word: string): boolean {
  return !isWord(word) && (/[a-z\d][A-Z]|[A-Z]{2,}[a-z]{2,}/.test(word) || /\w_\w/.test(word));
}

function isWord(word: string): boolean {
  return WORDS_WITH_HUMPS.has(word.toLowerCase());
}

/** Written with humps or dots in plain prose: names of products and plain words, no names from the code. */
const WORDS_WITH_HUMPS = new Set(
  `javascript typescript github gitlab postgresql mysql sqlite mongodb graphql openai oauth oauth2 macos ios iphone
  ipados websocket websockets webassembly youtube linkedin dynamodb rabbitmq elasticsearch opensearch vscode devops
  node.js vue.js next.js nuxt.js express.js react.js d3.js three.js asp.net urls apis ids jsons sdks uuids ips pdfs
  i/o and/or read/write client/server input/output tcp/ip`.split(/\s+/),
);
