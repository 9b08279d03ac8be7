import type { LineRules } from "./languageInfo";
import { readLineTags } from "./lineRules";
import type { Extent, Tag, Tags } from "./tags";

/**
 * A grammar that meets what it does not know may lose the rest of the file. Where the language has line rules too, the
 * definitions they find and the tree has not are added, so that one new keyword costs no names.
 *
 * @param tags of a tree with errors.
 */
export function withLostDefinitions(tags: Tags, rules: LineRules, text: string): Tags {
  const known = new Set(tags.tags.flatMap(({ names }) => names.map(({ start }) => start)));
  const isComment = within(tags.comments);
  const lost = readLineTags(rules, text).tags.filter(
    ({ start, names }) => !known.has(names[0]!.start) && !isComment(start),
  );
  return lost.length === 0 ? tags : { ...tags, tags: [...tags.tags, ...lost].sort(outermostFirst) };
}

function outermostFirst(a: Tag, b: Tag): number {
  return a.start - b.start || b.end - a.end;
}

/** @param extents in text order, none in another. */
function within(extents: readonly Extent[]): (offset: number) => boolean {
  let at = 0; // Offsets are asked in text order.
  return (offset) => {
    while (at < extents.length && extents[at]!.end <= offset) at++;
    return at < extents.length && extents[at]!.start <= offset;
  };
}
