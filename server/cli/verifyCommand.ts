import { promises as fs } from "node:fs";
import type { Command } from "commander";
import { CitedFiles } from "../answer/citedFiles";
import { readDrafts } from "../answer/readDrafts";
import { type CheckedSentence, type ProofState, verifyOutside } from "../answer/verifyOutside";
import { EngineError } from "../base/errors";
import { discoverRoots } from "../workspace/roots";
import { type CommonOptions, collect, withStore } from "./options";
import { resourcesDir } from "./session";
import { cyan, dim, print } from "./terminal";

/** No index is opened: an answer from elsewhere is held against the files as they are now, found or not. */
export function addVerifyCommand(program: Command): void {
  withStore(program.command("verify"))
    .argument(
      "<file>",
      "an answer, report or design document: Markdown with path:line references, or JSON; - for standard input",
    )
    .option(
      "--dir <dir>",
      "folder the paths are in; may be given several times (default: the current folder)",
      collect,
      [],
    )
    .description(
      "check each sentence of a text against the lines it cites; exit code 1 if one is unsupported",
    )
    .action(async (file: string, flags: CommonOptions & { dir: readonly string[] }) => {
      const drafts = readDrafts(await readText(file));
      const files = new CitedFiles(
        await discoverRoots(flags.dir.length > 0 ? flags.dir : [process.cwd()]),
        resourcesDir,
      );
      const sentences: CheckedSentence[] = [];
      for (const draft of drafts) sentences.push(await verifyOutside(draft, files));
      print(flags.json ? JSON.stringify(toJson(sentences)) : describe(sentences));
      if (sentences.some(({ state }) => state === "unsupported")) process.exitCode = 1;
    });
}

async function readText(file: string): Promise<string> {
  try {
    return await fs.readFile(file === "-" ? "/dev/stdin" : file, "utf8");
  } catch (error) {
    throw new EngineError("bad-query", `${file} cannot be read; check the path.`, { cause: error });
  }
}

function toJson(sentences: readonly CheckedSentence[]) {
  return {
    sentences: sentences.map(({ text, state, reason, citations }) => ({ text, state, reason, citations })),
  };
}

function describe(sentences: readonly CheckedSentence[]): string {
  const count = (state: ProofState) => sentences.filter((sentence) => sentence.state === state).length;
  const counts = STATES.map((state) => `${count(state)} ${state}`).join(", ");
  return [...sentences.map(describeSentence), dim(`${sentences.length} cited sentences: ${counts}.`)].join(
    "\n",
  );
}

const STATES: readonly ProofState[] = ["verified", "weak", "moved", "unsupported"];

function describeSentence({ text, state, reason, citations }: CheckedSentence): string {
  const rows = citations.map(
    (one) =>
      `    ${cyan(`${one.path}:${one.start}-${one.end}`)} ${dim(one.reason ? `${one.state}: ${one.reason}` : one.state)}`,
  );
  return [`${state}: ${text}${reason ? dim(` (${reason})`) : ""}`, ...rows].join("\n");
}
