import type { Command } from "commander";
import type { Hit, Retriever } from "../search/hit";
import { msSince, toJsonResult } from "./json";
import { filterOf, type SearchFlags, withSearchFlags } from "./options";
import { place } from "./place";
import { withUpToDate } from "./session";
import { bold, cyan, dim, print } from "./terminal";

export function addSearchCommand(program: Command): void {
  withSearchFlags(program.command("search"))
    .argument("<query>", "words, a symbol, or a question")
    .description("find the lines of code a query is about")
    .option("--explain", "say for each result what found it and what its score is made of")
    .action((query: string, flags: SearchFlags & { readonly explain?: boolean }) =>
      withUpToDate(flags, async (engine, signal) => {
        const started = performance.now();
        const options = { limit: flags.topK, filter: filterOf(flags) };
        const { hits, generation } = await engine.search(query, options, signal);
        const ms = msSince(started);
        if (flags.json) {
          const results = hits.map(flags.explain ? toExplainedResult : toJsonResult);
          print(JSON.stringify({ results, ms, generation }));
        } else {
          const lines = hits.map((hit) => describe(hit) + (flags.explain ? `\n${explain(hit)}` : ""));
          print(hits.length > 0 ? lines.join("\n") : "Nothing was found.");
        }
      }),
    );
}

function describe(hit: Hit): string {
  const name = hit.symbol ? `${bold(hit.symbol)} ${dim(hit.kind)}` : dim(hit.kind);
  const copies = hit.nCopies > 0 ? dim(`  ${hit.nCopies} more ${hit.nCopies === 1 ? "copy" : "copies"}`) : "";
  return `${cyan(place(hit))}  ${name}${copies}${hit.summary ? `\n    ${hit.summary}` : ""}`;
}

/** `2.31 = best chunk 1.02 + file name 0.73 - test 0.89; rank 3 by words, 1 by meaning`, the largest part first. */
function explain({ score, parts, ranks }: Hit): string {
  const sorted = Object.entries(parts).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const sum = sorted.map(([name, part]) => `${part < 0 ? "-" : "+"} ${name} ${Math.abs(part).toFixed(2)}`);
  const by = Object.entries(ranks).map(
    ([retriever, rank]) => `${rank} by ${FOUND_BY[retriever as Retriever]}`,
  );
  return dim(`    ${score.toFixed(2)} = ${sum.join(" ").replace(/^\+ /, "")}; rank ${by.join(", ")}`);
}

const FOUND_BY: Readonly<Record<Retriever, string>> = { dense: "meaning", lexical: "words", symbol: "name" };

function toExplainedResult(hit: Hit) {
  return { ...toJsonResult(hit), nCopies: hit.nCopies, ranks: hit.ranks, parts: hit.parts };
}
