// Doc comments and documents -> plain prose. What only a document tool can draw is taken off or turned into Markdown.

/** One line, without markup and the full stop; "" where it says nothing. */
export function plainProse(text: string): string {
  const plain = text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^#:\s*|\s*\*+\/.*$/g, "")
    .replace(
      /<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword)="(?:[A-Z]:)?([^"]+)"\s*\/?>/gi,
      "`$1`",
    )
    .replace(/<c(?:ode)?>([^<`]+)<\/c(?:ode)?>/gi, "`$1`")
    .replace(/<a\s[^>]*>|<!--.*?-->|<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+="[^"]*")*\s*\/?>/gi, "")
    .replace(/\{@value\s+#?([^}]+)\}/g, "`$1`")
    .replace(/\{@(?:link|code|linkplain|literal)\s+#?([^}]+)\}/g, "`$1`")
    .replace(/:\w+:`~?[.!]?([^`<]+?)\s*(?:<[^`]*>)?`/g, "`$1`")
    .replace(/\[\[([^\]\s`]+)\]\]/g, "`$1`")
    .replace(/\[\[|\s\/(?=\.?$)/g, "")
    .replace(/\{[a-z:]+\}(?=`)/g, "")
    .replace(/``([^`]+)``/g, "`$1`")
    .replace(/`([^`<]+?) <[^`>]+>`_+/g, "$1")
    .replace(/`([^`]+)`_+/g, "$1")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\[(`[^`]+`)\](?:\[[^\]]*\])?/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/(?<![\w*])\*([^*\s][^*]*[^*\s]|\w)\*(?![\w*])/g, "$1")
    .replace(/:\s[-*•]\s.*$/, "") // The items of a list, run together.
    .replace(/\s*::$/, "")
    .replace(/[\s.:;,]+$/, "")
    .replace(/\s{2,}/g, " ")
    .trim();
  // A lone word or a tag ("Constructor.", "@param key") is what a template leaves behind.
  return /^(?:@|---)/.test(plain) || !plain.includes(" ") || /^[-=~#*\W]+$/.test(plain) ? "" : plain;
}

/** The text of a document's section: without headings, code blocks, directives, tables, badges and lists of links. */
export function proseOf(section: string): string {
  const lines = section
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/```[\s\S]*?(?:```|$)/g, "\n\n")
    .split(/\r\n|\n|\r/);
  return lines
    .filter((line, idx) => !isMarkup(line) && !isUnderlined(lines, idx))
    .join("\n")
    .trim();
}

/** `Heading` above `=======`. */
function isUnderlined(lines: readonly string[], idx: number): boolean {
  return /^\s*([=\-~^"'#*])\1{2,}\s*$/.test(lines[idx + 1] ?? "") && (lines[idx] ?? "").trim() !== "";
}

function isMarkup(line: string): boolean {
  const text = line.trim();
  return (
    /^(#{1,6}\s|={2,}\s|\.\.\s|:\w[\w-]*:|\||<|\{\{|\{:|!\[|\[!|\[[^\]]+\]:|@\w+|\S+::$|%)/.test(text) ||
    /^[=\-~^"'#*_+]{3,}$/.test(text)
  );
}
