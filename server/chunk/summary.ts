import type { Chunk } from "./chunk";
import { qualifiedName } from "./chunk";

/** Longest summary: a sentence one reads at a glance. */
const MAX_SUMMARY = 240;
const MAX_CALLS = 5;

/**
 * One plain sentence on what a chunk is for: the first sentence of its doc, else one made from its signature,
 * its names and what it calls. "" only for text that names nothing.
 *
 * @param language said where nothing else is known.
 */
export function summarize(chunk: Chunk, language: string): string {
  return firstSentence(chunk.doc) || made(chunk, language);
}

/** Up to the first full stop that ends a sentence, or the first blank line; tags such as `@param` are no sentence. */
export function firstSentence(doc: string): string {
  const paragraph = doc.split(/\n\s*\n|\n\s*[@:\\](?:param|return|throws|see|type|brief)/)[0]!;
  const flat = paragraph
    .replace(/^[@\\]brief\s+/, "")
    .replace(/\s+/g, " ")
    .trim();
  if (/^[@\\:]\w+/.test(flat) || !/[\p{L}\p{N}]/u.test(flat)) return "";
  const sentence =
    /^.*?[.!?](?=\s+[\p{Lu}`"'([{]|$)(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)/u.exec(flat)?.[0] ?? flat;
  return clip(sentence);
}

function made(chunk: Chunk, language: string): string {
  const calls = chunk.references.filter((name) => name !== chunk.symbol).slice(0, MAX_CALLS);
  const using = calls.length > 0 ? ` using ${calls.join(", ")}` : "";
  const others = chunk.definitions.slice(1, 7).map(({ name }) => name);
  if (chunk.symbol) {
    const what = `${capital(chunk.kind)} ${qualifiedName(chunk)}`;
    const signature = chunk.signature && chunk.signature !== chunk.symbol ? `: ${chunk.signature}` : "";
    const beside = others.length > 0 ? `, with ${others.join(", ")}` : "";
    return clip(`${what}${signature}${beside}${using}.`);
  }
  const where = chunk.container.length > 0 ? ` in ${chunk.container.join(".")}` : "";
  if (chunk.kind === "text") return clip(firstSentence(chunk.text.slice(0, 1_000)));
  return clip(`${capital(language)} code${where}${using}.`);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function clip(sentence: string): string {
  return sentence.length <= MAX_SUMMARY ? sentence : `${sentence.slice(0, MAX_SUMMARY - 1).trimEnd()}…`;
}
