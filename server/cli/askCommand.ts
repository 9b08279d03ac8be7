import type { Command } from "commander";
import type { Answer, Sentence } from "../answer/answer";
import { msSince, toJsonAnswer } from "./json";
import { filterOf, type SearchFlags, withSearchFlags } from "./options";
import { place } from "./place";
import { withUpToDate } from "./session";
import { cyan, dim, print } from "./terminal";

export function addAskCommand(program: Command): void {
  withSearchFlags(program.command("ask"))
    .argument("<question>", "a question about the code")
    .option("--no-model", "answer from the index alone, even where ANTHROPIC_API_KEY is set")
    .description("answer a question, every sentence with the lines that prove it")
    .action((question: string, flags: SearchFlags & { model: boolean }) =>
      withUpToDate(
        flags,
        async (engine, signal) => {
          const started = performance.now();
          const answer = await engine.ask(question, { filter: filterOf(flags) }, signal);
          const ms = msSince(started);
          print(flags.json ? JSON.stringify(toJsonAnswer(answer, ms)) : describe(answer));
        },
        flags.model ? "model" : "no-model",
      ),
    );
}

function describe(answer: Answer): string {
  if (answer.refused) return answer.reason ?? "Nothing could be proven.";
  const lines = answer.sentences.map(describeSentence);
  if (answer.nDropped > 0) lines.push(dim(`${answer.nDropped} sentences without proof were left out.`));
  if (answer.reason) lines.push(dim(answer.reason));
  lines.push(dim(answer.model ? `Answered by ${answer.model}.` : "Answered from the index, no model used."));
  return lines.join("\n");
}

function describeSentence({ text, citations }: Sentence): string {
  return `${text}\n${citations.map((citation) => `    ${cyan(`${place(citation)}-${citation.endLine}`)}`).join("\n")}`;
}
