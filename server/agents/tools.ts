import type { z } from "zod";
import { CitedFiles } from "../answer/citedFiles";
import { readDrafts } from "../answer/readDrafts";
import { verifyOutside } from "../answer/verifyOutside";
import { EngineError } from "../base/errors";
import type { Engine } from "../engine/engine";
import { answerAsText, searchAsText, verdictAsText } from "./asText";
import { askInput, parseInput, searchInput, verifyInput } from "./inputs";
import { type AgentAnswer, toAgentAnswer, toAgentSearch } from "./results";

/** What a tool works with. */
export interface ToolContext {
  readonly engine: Engine;
  readonly resourcesDir: string;
  /** Settles when it makes sense to search: the first update is over, or has taken long enough. */
  readonly ready: () => Promise<void>;
  /** Takes whole snapshots while an answer is written. */
  readonly onProgress?: (snapshot: AgentAnswer) => void;
}

/** One result, as data and as text with the same content. */
export interface ToolResult {
  readonly data: object;
  readonly text: string;
}

export interface Tool {
  /** `search`: the path of the HTTP API; agents see `plumbline_search`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** @throws EngineError "bad-query" for an input of another shape; else as the engine does. */
  run(input: unknown, context: ToolContext, signal: AbortSignal): Promise<ToolResult>;
}

/** Everything agents and scripts can do, for every door: MCP, HTTP, and the editor's own tools. */
export const TOOLS: readonly Tool[] = [
  {
    name: "search",
    title: "Search code",
    description:
      "Ranked lines of code for words, a symbol, a path or a question, over all open repositories. Each result has its " +
      "lines, their place and the hash of their text. Use it to find where something is done.",
    input: searchInput,
    async run(input, { engine, ready }, signal) {
      const { query, limit, ...filter } = parseInput(searchInput, input);
      await ready();
      const outcome = await engine.search(query, { limit, filter: given(filter) }, signal);
      const data = toAgentSearch(outcome, await engine.status());
      return { data, text: searchAsText(data) };
    },
  },
  {
    name: "ask",
    title: "Ask about code",
    description:
      "Answers a question about the code; each sentence cites the lines that prove it and says whether they do. A " +
      "question that nothing answers is refused, with what was searched. Use it for how and why.",
    input: askInput,
    async run(input, { engine, ready, onProgress }, signal) {
      const { question, earlier, ...filter } = parseInput(askInput, input);
      await ready();
      const answer = await engine.ask(
        question,
        {
          filter: given(filter),
          earlier,
          ...(onProgress ? { onProgress: (snapshot) => onProgress(toAgentAnswer(snapshot)) } : {}),
        },
        signal,
      );
      const data = toAgentAnswer(answer);
      return { data, text: answerAsText(data) };
    },
  },
  {
    name: "verify",
    title: "Verify citations",
    description:
      "Checks each sentence of a text against the lines it cites (path:line references): verified, weak, moved or " +
      "unsupported. Use it on your own answer before you give it.",
    input: verifyInput,
    async run(input, { engine, resourcesDir }, signal) {
      const files = new CitedFiles(engine.roots, resourcesDir);
      const sentences = [];
      for (const draft of readDrafts(parseInput(verifyInput, input).text)) {
        signal.throwIfAborted();
        sentences.push(await verifyOutside(draft, files));
      }
      return { data: { sentences }, text: verdictAsText(sentences) };
    },
  },
];

/** @throws EngineError "bad-query" for a name that is none. */
export function toolNamed(name: string): Tool {
  const found = TOOLS.find((tool) => tool.name === name);
  if (found) return found;
  throw new EngineError("bad-query", `There is no tool called ${name}.`);
}

/** Without the keys that were not given: an absent filter is not one that is undefined. */
function given<T extends object>(filter: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
