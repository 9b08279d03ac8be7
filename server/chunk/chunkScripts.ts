// Vue, Svelte, HTML: the script parts are parsed in their language in place, so lines stay those of the file.
import type { TextRange } from "../syntax/parse";
import type { LineMap } from "./lineMap";

/** A script inside a page; its whole lines `[startLine, endLine)` hold only script. */
export interface Script extends TextRange {
  /** Name of the script's language as the tag says, "javascript" by default. */
  readonly language: string;
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "typescript",
  typescript: "typescript",
  tsx: "tsx",
  jsx: "tsx",
};

/** Scripts of more than one line, in order; scripts that are data (JSON, templates) are left to the lines. */
export function scriptsOf(lines: LineMap): Script[] {
  const scripts: Script[] = [];
  for (const match of lines.text.matchAll(SCRIPT)) {
    const language = languageOf(match[1] ?? "");
    const open = match.index + match[0].indexOf(">", "<script".length + (match[1]?.length ?? 0)) + 1;
    const startLine = lines.lineAt(open) + 1;
    const endLine = lines.lineAt(open + (match[2]?.length ?? 0));
    if (!language || endLine <= startLine) continue;
    scripts.push({
      language,
      startLine,
      endLine,
      start: lines.starts[startLine]!,
      end: lines.starts[endLine]!,
    });
  }
  return scripts;
}

function languageOf(attributes: string): string | null {
  const lang = /\blang=["']?(\w+)/.exec(attributes)?.[1];
  if (lang) return LANGUAGES[lang.toLowerCase()] ?? null;
  const type = /\btype=["']?([\w/+.-]+)/.exec(attributes)?.[1];
  if (!type || /module|javascript|babel/.test(type)) return "javascript";
  return /typescript/.test(type) ? "typescript" : null;
}
