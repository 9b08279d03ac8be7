// What a called name is called on, read backwards from the name: the tree's node would have to cross from
// WebAssembly for each call.

/** Longer receivers are expressions nobody could resolve. */
const MAX_RECEIVER = 80;

/** What joins a receiver to its member, in any language; `\` is PHP's. */
const JOIN = /(?:\?\.|!\.|!!\.|&\.|->|::|\.|\\)$/;

/**
 * The chain before the name at `start`, its links joined by dots whatever the language writes: `self.store`,
 * `Foo.make()`, `rows[]`. "" where the name stands alone; "?" stands for a link that has no name.
 */
export function receiverBefore(text: string, start: number): string {
  const links: string[] = [];
  let at = start;
  for (let length = 0; length < MAX_RECEIVER; length += links[0]!.length + 1) {
    const before = text.slice(Math.max(0, at - 200), at).trimEnd();
    const join = JOIN.exec(before);
    if (!join) break;
    let end = at - (text.slice(Math.max(0, at - 200), at).length - before.length) - join[0].length;
    while (end > 0 && /\s/.test(text[end - 1]!)) end--;
    const [link, linkStart] = linkBefore(text, end);
    links.unshift(link);
    at = linkStart;
    if (link.startsWith("?")) break;
  }
  const receiver = links.join(".");
  return receiver.length > MAX_RECEIVER ? "?" : receiver;
}

/** The name that ends at `end`, with `()` where it is called and `[]` where it is indexed. */
function linkBefore(text: string, end: number): [link: string, start: number] {
  let suffix = "";
  let at = end;
  while (at > 0 && /[)\]>]/.test(text[at - 1]!)) {
    const open = openingOf(text, at - 1);
    if (open < 0) return ["?", at];
    if (text[at - 1] !== ">") suffix = (text[at - 1] === ")" ? "()" : "[]") + suffix;
    at = text.slice(Math.max(0, open - 2), open) === "::" ? open - 2 : open;
  }
  if (suffix && /\s/.test(text[at - 1] ?? "")) return ["?", at];
  let start = at;
  while (start > 0 && /[\w$@]/.test(text[start - 1]!)) start--;
  return start === at ? ["?", at] : [text.slice(start, at) + suffix, start];
}

const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", ">": "<" };

/** Where the bracket closed at `at` was opened, within a few lines; -1 where it was not. */
function openingOf(text: string, at: number): number {
  const close = text[at]!;
  const open = OPENING[close]!;
  let depth = 0;
  for (let idx = at; idx >= 0 && idx > at - 2_000; idx--) {
    if (text[idx] === close) depth++;
    else if (text[idx] === open && --depth === 0) return idx;
  }
  return -1;
}
