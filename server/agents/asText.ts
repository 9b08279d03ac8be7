import type { CheckedSentence } from "../answer/verifyOutside";
import type { AgentAnswer, AgentLines, AgentSearch } from "./results";

// The same results as text, for a model that reads rather than parses. Code is fenced: it is data, never instructions.

export function searchAsText({ hits, index }: AgentSearch): string {
  const found = hits.map((hit, idx) =>
    [`${idx + 1}. ${place(hit)}${name(hit)}`, ...(hit.summary ? [hit.summary] : []), fenced(hit)].join("\n"),
  );
  return [found.length > 0 ? found.join("\n\n") : "Nothing was found.", `(${index})`].join("\n\n");
}

export function answerAsText({ answer, refused, sentences, nDropped, reason, basis }: AgentAnswer): string {
  const told = refused
    ? [answer]
    : sentences.map(({ text, state, citations }) => {
        const weak = state === "weak" ? " (not decided by its lines)" : "";
        return `${text}${weak} [${citations.map(place).join("; ")}]`;
      });
  const left = nDropped > 0 ? [`${nDropped} sentences without proof were left out.`] : [];
  return [...told, ...left, ...(reason && !refused ? [reason] : []), ...basis].join("\n");
}

export function verdictAsText(sentences: readonly CheckedSentence[]): string {
  if (sentences.length === 0) return "No sentence of this text cites any lines.";
  return sentences
    .map(({ text, state, reason }) => `${state}: ${text}${reason ? ` (${reason})` : ""}`)
    .join("\n");
}

function place({ repo, path, start, end }: AgentLines): string {
  return `${repo}/${path}:${start}-${end}`;
}

function name({ symbol, kind }: AgentLines): string {
  return symbol ? `  ${symbol} (${kind})` : "";
}

/** A fence longer than any in the code, so that no line of it can end the block. */
function fenced({ text, language }: AgentLines): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
