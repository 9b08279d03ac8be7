/** Marks that open, continue or close comments and docstrings in the languages we know. */
const OPENING =
  /^\s*(?:\/\*[*!]*|\/{2,}!?|<!--|\(\*+|\{-+\s*\|?|--\[=*\[|--+\s*\|?|#\|?(?!\[)|;+|%+|"""|'''|@(?:module|type)?doc\s+(?:~[sS])?"*|<#|=begin|r?"{3})/;
const CONTINUING = /^\s*(?:\*(?!\*)|\/{2,}!?|#+|--+\s*[|^]?|;+|%+)/;
const CLOSING = /(?:\*+\/|-->|\*+\)|-\}|\]=*\]|"""|'''|#>|=end)\s*$/;

/** Longest text kept of a doc: a page. */
const MAX_DOC = 2_000;

/**
 * A comment or docstring without its marks, attributes and decorators dropped, lines trimmed.
 * Tags such as `@param` stay: they name what the reader may ask for.
 */
export function cleanDoc(comment: string): string {
  const kept: string[] = [];
  for (const line of comment.split(/\r\n|\n|\r/)) {
    const text = line.replace(OPENING, "").replace(CONTINUING, "").replace(CLOSING, "").trim();
    if (text || kept.length > 0) kept.push(text);
  }
  while (kept.length > 0 && !kept[kept.length - 1]) kept.pop();
  return kept
    .join("\n")
    .replace(/<\/?(?:summary|remarks|para|returns|inheritdoc)\s*\/?>/g, "")
    .trim()
    .slice(0, MAX_DOC);
}

/** Whether a comment is the licence at the head of a file, or an instruction to a tool: no doc of anything. */
export function isNotice(comment: string): boolean {
  return /copyright|licen[sc]e|SPDX-|all rights reserved|eslint-|prettier-|biome-|@ts-|pylint:|noqa|nolint|^#!/i.test(
    comment.slice(0, 600),
  );
}
