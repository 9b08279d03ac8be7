import type { Command } from "commander";
import type { Answer, Sentence } from "../answer/answer";
import { contractLines } from "../answer/contract";
import type { Outgoing } from "../answer/ledger";
import { msSince, toExplainedAnswer, toJsonAnswer } from "./json";
import { filterOf, type SearchFlags, withSearchFlags } from "./options";
import { place } from "./place";
import { withUpToDate } from "./session";
import { cyan, dim, print } from "./terminal";

export function addAskCommand(program: Command): void {
  withSearchFlags(program.command("ask"))
    .argument("<question>", "a question about the code")
    .option("--no-model", "answer from the index alone, even where ANTHROPIC_API_KEY is set")
    .option("--preview", "show what would be sent to the answering service, and send nothing")
    .option("--explain", "with --json: also each sentence's state, and what was searched in which state")
    .description("answer a question, every sentence with the lines that prove it")
    .action((question: string, flags: AskFlags) =>
      withUpToDate(
        flags,
        async (engine, signal) => {
          if (flags.preview) {
            const outgoing = await engine.preview(question, { filter: filterOf(flags) }, signal);
            print(flags.json ? JSON.stringify(outgoing) : describeOutgoing(outgoing));
            return;
          }
          const started = performance.now();
          const answer = await engine.ask(question, { filter: filterOf(flags) }, signal);
          const ms = msSince(started);
          const toJson = flags.explain ? toExplainedAnswer : toJsonAnswer;
          print(flags.json ? JSON.stringify(toJson(answer, ms)) : describe(answer));
        },
        flags.model ? "model" : "no-model",
      ),
    );
}

interface AskFlags extends SearchFlags {
  readonly model: boolean;
  readonly preview?: boolean;
  readonly explain?: boolean;
}

function describeOutgoing(outgoing: Outgoing | null): string {
  if (!outgoing) return "Nothing would be sent: no answering service is set up.";
  const { to, model, files, bytes, tokens } = outgoing;
  const size = `${bytes.toLocaleString("en-US")} bytes, about ${tokens.toLocaleString("en-US")} tokens`;
  return [`To ${model} at ${to}: ${size}, from`, ...files.map((file) => `    ${file}`)].join("\n");
}

function describe(answer: Answer): string {
  const basis = (answer.contract ? contractLines(answer.contract) : []).map(dim);
  if (answer.refused) return [answer.reason ?? "Nothing could be proven.", ...basis].join("\n");
  const lines = answer.sentences.map(describeSentence);
  if (answer.nDropped > 0) lines.push(dim(`${answer.nDropped} sentences without proof were left out.`));
  if (answer.reason) lines.push(dim(answer.reason));
  lines.push(dim(answer.model ? `Answered by ${answer.model}.` : "Answered from the index, no model used."));
  return [...lines, ...basis].join("\n");
}

function describeSentence({ text, state, citations }: Sentence): string {
  const mark = state === "weak" ? dim(" (not decided by its lines)") : "";
  return `${text}${mark}\n${citations.map((citation) => `    ${cyan(`${place(citation)}-${citation.endLine}`)}`).join("\n")}`;
}
