import type { Explanation, LineSpan } from "../server/protocol/wire";
import { codeBlock, commandLink, escapeMarkdown } from "./markdown";
import { lineLabel, placeLabel } from "./spanLines";

/** The only commands a hover may run. */
export const HOVER_COMMANDS: readonly string[] = ["plumbline.openSpan", "plumbline.ask"];

const MAX_CALLERS_SHOWN = 3;
// Names of grammars that differ from the editor's language ids.
const LANGUAGE_IDS: Readonly<Record<string, string>> = {
  tsx: "typescriptreact",
  jsx: "javascriptreact",
  bash: "shellscript",
  c_sharp: "csharp",
};

/** What the index knows of a symbol, as Markdown. Everything that comes from code is escaped: it is data. */
export function hoverMarkdown(explanation: Explanation): string {
  const { signature, symbol, summary, language } = explanation;
  const question = `What does ${symbol} do, and who uses it?`;
  return [
    codeBlock(signature || symbol, LANGUAGE_IDS[language] ?? language),
    summary && escapeMarkdown(summary),
    placeLine(explanation),
    callersLine(explanation),
    commandLink("Explain with citations", "plumbline.ask", [question]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function placeLine({ kind, definedAt, nOthers }: Explanation): string {
  const place = spanLink(placeLabel(definedAt), definedAt);
  const others = nOthers === 0 ? "" : `, ${nOthers} more of this name`;
  return `${escapeMarkdown(kind)} defined in ${place}${others}`;
}

function callersLine({ callers, nCallers }: Explanation): string {
  if (nCallers === 0) return "";
  const shown = callers.slice(0, MAX_CALLERS_SHOWN);
  const links = shown.map((span) => spanLink(`${shortPath(span)}:${lineLabel(span)}`, span));
  const nMore = nCallers - shown.length;
  const list = [...links, ...(nMore > 0 ? [`${nMore} more`] : [])];
  return `Called from ${joinWithAnd(list)}`;
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The file with its folder: `src/retry.ts`, enough to tell two of a name apart. */
function shortPath(span: LineSpan): string {
  return span.path.split("/").slice(-2).join("/");
}

function spanLink(label: string, span: LineSpan): string {
  return commandLink(label, "plumbline.openSpan", [span]);
}
