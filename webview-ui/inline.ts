/** A run of text of one look. */
export interface Inline {
  readonly look: "text" | "code" | "strong" | "em";
  readonly text: string;
}

// Code first: what stands in backticks is never emphasis. Underscores are left alone, identifiers are full of them.
const MARKS = /(`+)(.+?)\1(?!`)|\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?!\*)/gs;

/**
 * The Markdown of one sentence: inline code, bold and italics, not nested; anything else is shown as it is.
 * The runs become text nodes, so nothing in them can turn into markup.
 */
export function parseInline(markdown: string): Inline[] {
  const runs: Inline[] = [];
  let at = 0;
  for (const match of markdown.matchAll(MARKS)) {
    const [whole, , code, strong, em] = match;
    if (match.index > at) runs.push({ look: "text", text: markdown.slice(at, match.index) });
    if (code !== undefined) runs.push({ look: "code", text: trimCode(code) });
    else if (strong !== undefined) runs.push({ look: "strong", text: strong });
    else runs.push({ look: "em", text: em ?? "" });
    at = match.index + whole.length;
  }
  if (at < markdown.length) runs.push({ look: "text", text: markdown.slice(at) });
  return runs;
}

/** One space beside a backtick belongs to the mark: `` ` `` is a backtick. */
function trimCode(code: string): string {
  return /^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code;
}
