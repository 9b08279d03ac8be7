/** Text of unknown origin as Markdown that shows exactly that text: no link, image, HTML or emphasis. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-!~|>.]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/\s+/g, " ");
}

/** A fenced block that its own content cannot end. */
export function codeBlock(code: string, languageId: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${languageId}\n${code}\n${fence}`;
}

/** A link that runs one of our commands; the reader of the Markdown must allow that command. */
export function commandLink(label: string, command: string, args: readonly unknown[]): string {
  // Round brackets would end the link: encodeURIComponent leaves them as they are.
  const encoded = encodeURIComponent(JSON.stringify(args)).replace(/[()]/g, (bracket) =>
    bracket === "(" ? "%28" : "%29",
  );
  return `[${escapeMarkdown(label)}](command:${command}?${encoded})`;
}
