import type { Command } from "commander";
import type { Hit } from "../search/hit";
import { msSince, toJsonResult } from "./json";
import { filterOf, type SearchFlags, withSearchFlags } from "./options";
import { place } from "./place";
import { withUpToDate } from "./session";
import { bold, cyan, dim, print } from "./terminal";

export function addSearchCommand(program: Command): void {
  withSearchFlags(program.command("search"))
    .argument("<query>", "words, a symbol, or a question")
    .description("find the lines of code a query is about")
    .action((query: string, flags: SearchFlags) =>
      withUpToDate(flags, async (engine, signal) => {
        const started = performance.now();
        const options = { limit: flags.topK, filter: filterOf(flags) };
        const { hits, generation } = await engine.search(query, options, signal);
        const ms = msSince(started);
        if (flags.json) print(JSON.stringify({ results: hits.map(toJsonResult), ms, generation }));
        else print(hits.length > 0 ? hits.map(describe).join("\n") : "Nothing was found.");
      }),
    );
}

function describe(hit: Hit): string {
  const name = hit.symbol ? `${bold(hit.symbol)} ${dim(hit.kind)}` : dim(hit.kind);
  return `${cyan(place(hit))}  ${name}${hit.summary ? `\n    ${hit.summary}` : ""}`;
}
