import type { Chunk, ChunkKind } from "./chunk";
import { referencesOf } from "./chunk";

/** Longest summary: a sentence one reads at a glance. */
const MAX_SUMMARY = 240;
const MAX_NAMES = 5;

/**
 * One plain sentence on what a chunk is for: the first sentence of its doc, else one made of what it calls or holds.
 * The symbol is not repeated: whoever shows the summary shows it beside its name. "" where nothing can be said.
 */
export function summarize(chunk: Chunk): string {
  return firstSentence(chunk.doc) || made(chunk);
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

function made(chunk: Chunk): string {
  if (chunk.kind === "text" || chunk.kind === "section") return firstSentence(chunk.text.slice(0, 1_000));
  const calls = new Set(chunk.calls.map(({ name }) => name));
  const used = [...(FUNCTIONS.has(chunk.kind) ? calls : referencesOf(chunk))].filter(
    (name) => name !== chunk.symbol,
  );
  const held = chunk.definitions.slice(1).map(({ name }) => name);
  if (FUNCTIONS.has(chunk.kind)) return sentence("Calls", used);
  return chunk.symbol && held.length > 0 ? sentence("Holds", held) : sentence("Uses", used);
}

const FUNCTIONS: ReadonlySet<ChunkKind> = new Set(["function", "method", "test"]);

/** `Calls take, give and 3 more.`; "" for no names. */
function sentence(verb: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, MAX_NAMES);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown[0];
  return clip(`${verb} ${list}.`);
}

function clip(sentence: string): string {
  return sentence.length <= MAX_SUMMARY ? sentence : `${sentence.slice(0, MAX_SUMMARY - 1).trimEnd()}…`;
}
