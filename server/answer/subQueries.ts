import { STOP_WORDS } from "../lexical/stopWords";

/** Questions beyond this many are searched as part of the first only. */
const MAX_QUERIES = 4;
/** A part with fewer telling words is about nothing by itself. */
const MIN_TELLING = 2;

/**
 * What to search for a question: the question itself, then its parts where it asks several things. A follow-up
 * ("and who calls it?") that says too little is searched together with the question before it.
 *
 * @param earlier questions of the thread, oldest first.
 */
export function retrievalQueries(question: string, earlier: readonly string[] = []): string[] {
  const before = earlier.at(-1);
  const whole =
    before !== undefined && leansOn(question) ? `${question} ${telling(before).join(" ")}` : question;
  const parts = question
    .split(
      /[?;]\s+|,?\s+and\s+(?=(?:how|where|what|when|which|who|why|does|is|are|can)\b)|,?\s+(?:and )?then\s+/i,
    )
    .map((part) => part.trim().replace(/[?.]$/, ""))
    .filter((part) => telling(part).length >= MIN_TELLING);
  return [whole, ...(parts.length > 1 ? parts : [])].slice(0, MAX_QUERIES);
}

/** Words that point back, or nothing to search by. */
function leansOn(question: string): boolean {
  return (
    /\b(?:it|its|they|them|their|this|those|these)\b/i.test(question) ||
    telling(question).length < MIN_TELLING
  );
}

function telling(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_$.]+/gu) ?? []).filter(
    (word) => word.length > 1 && !STOP_WORDS.has(word.toLowerCase()),
  );
}

/** Lists of one item a query, best first, as one: the first list's best, then the other lists' in turn; each item once. */
export function interleave<T>(
  lists: readonly (readonly T[])[],
  key: (item: T) => string,
  limit: number,
): T[] {
  const merged = new Map<string, T>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const list of lists) {
      const item = list[rank];
      if (item !== undefined && !merged.has(key(item))) merged.set(key(item), item);
    }
  }
  return [...merged.values()].slice(0, limit);
}
