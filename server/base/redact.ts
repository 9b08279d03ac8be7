// Takes secrets out of text before it is embedded, stored, logged or sent. Every line stays a line, so line numbers
// still hold.

const REDACTED = "[redacted]";

/** The text with what looks like a key, token or password replaced; the same number of lines, ends and all. */
export function redactSecrets(text: string): string {
  const clear = redactKeyBlocks(text);
  if (!HINT.test(clear)) return clear;
  return clear
    .split(LINE_END)
    .map((part) => (HINT.test(part) ? redactLine(part) : part))
    .join("");
}

/** Every pattern below contains one of these: most lines are done after one look. */
const HINT =
  /pass|pwd|secret|token|key|auth|credential|:\/\/|\b(?:AKIA|ASIA|sk-|gh[pousr]_|github_pat_|glpat-|npm_|xox|AIza|[rsp]k_live_|eyJ)/i;
const LINE_END = /(\r\n|\n|\r)/; // Kept by `split`, as parts between the lines.
/** Longer lines are data; the patterns with free text before the name would take seconds on them. */
const MAX_LINE = 2_000;

function redactLine(line: string): string {
  let out = line;
  for (const token of TOKENS) out = out.replace(token, REDACTED);
  if (line.length > MAX_LINE) return out;
  out = out.replace(URL_PASSWORD, `$1${REDACTED}@`);
  out = out.replace(QUOTED_SECRET, (all, before: string, quote: string, value: string) =>
    looksRandom(value) ? `${before}${quote}${REDACTED}${quote}` : all,
  );
  return out.replace(ENV_SECRET, (all, before: string, value: string) =>
    looksRandom(value) && !looksLikeReference(value, before) ? `${before}${REDACTED}` : all,
  );
}

/** Tokens that announce themselves by a prefix their issuer documents. */
const TOKENS: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, // AWS
  /\bsk-[A-Za-z0-9][\w-]{18,}/g, // Anthropic (sk-ant-), OpenAI
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g, // Slack
  /\bAIza[\w-]{30,}/g, // Google
  /\b[rsp]k_live_[A-Za-z0-9]{16,}/g, // Stripe
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g, // JWT
];

const SECRET_NAME =
  "(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth|credential)";
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"]+:)[^\s/@'"${}<>]{3,}@/gi;
const QUOTED_SECRET = new RegExp(
  String.raw`([\w-]*${SECRET_NAME}[\w-]*["']?\]?(?:\s*:\s*\w+)?\s*(?:[:=]|=>|:=)\s*)(["'\x60])([^"'\x60\r\n]{6,})\2`,
  "gi",
);
const ENV_SECRET = new RegExp(
  String.raw`(^[ \t]*(?:export[ \t]+|-[ \t]+)?[\w.-]*${SECRET_NAME}[\w.-]*[ \t]*(?:=|:)[ \t]*)([^\s"'\x60,;(){}\[\]]{8,})[ \t]*$`,
  "gim",
);

/** Without quotes it may be a name of the code; in `SECRET_KEY=value`, as environment files have it, it is not. */
function looksLikeReference(value: string, before: string): boolean {
  if (/^\s*(?:export\s+)?[A-Z\d_]+=$/.test(before)) return false;
  return value.length < 20 && /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(value);
}

/** Not a word, a placeholder or a reference: letters mixed with digits or marks, and hardly a letter twice. */
function looksRandom(value: string): boolean {
  if (/\s|^\$|^<.*>$|\$\{|\{\{|^process\.env|^os\.environ|^(.)\1+$/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(value)).length;
  if (/^[a-z]+([._-][a-z]+)*$/i.test(value)) return false;
  return kinds >= 2 && entropyOf(value) >= MIN_BITS;
}

/** Bits per character; words like `password1` stay near 2.9, random strings of 8 start at 2.75. */
const MIN_BITS = 2.7;

function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const n of counts.values()) bits -= (n / value.length) * Math.log2(n / value.length);
  return bits;
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/;
const KEY_END = /-----END [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/;

/** A chunk may hold only one end of a key: from a begin to its end or the last line, and base64 before a lone end. */
function redactKeyBlocks(text: string): string {
  if (!KEY_BEGIN.test(text) && !KEY_END.test(text)) return text;
  const parts = text.split(/(\r\n|\n|\r)/); // Lines at even places, their ends between.
  let inKey = false;
  for (let idx = 0; idx < parts.length; idx += 2) {
    const line = parts[idx] ?? "";
    if (KEY_BEGIN.test(line)) inKey = !KEY_END.test(line);
    else if (KEY_END.test(line)) {
      if (!inKey) redactBase64Before(parts, idx);
      inKey = false;
    } else if (!inKey) continue;
    parts[idx] = line.trim() === "" ? line : REDACTED;
  }
  return parts.join("");
}

function redactBase64Before(parts: string[], end: number): void {
  for (let idx = end - 2; idx >= 0 && /^\W*[A-Za-z\d+/=]{16,}\W*$/.test(parts[idx] ?? ""); idx -= 2) {
    parts[idx] = REDACTED;
  }
}
