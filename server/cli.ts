import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { EngineError, isAbort, messageOf } from "./base/errors";
import { addAskCommand } from "./cli/askCommand";
import { addBatchCommand } from "./cli/batchCommand";
import { addChunksCommand } from "./cli/chunksCommand";
import { addClearCommand } from "./cli/clearCommand";
import { addCoverageCommand } from "./cli/coverageCommand";
import { addGraphCommand } from "./cli/graphCommand";
import { addIndexCommand } from "./cli/indexCommand";
import { addMcpCommand } from "./cli/mcpCommand";
import { addSearchCommand } from "./cli/searchCommand";
import { addServeCommand } from "./cli/serveCommand";
import { addStatusCommand } from "./cli/statusCommand";
import { complain, flushOutput } from "./cli/terminal";
import { addVerifyCommand } from "./cli/verifyCommand";

// The terminal door. Exit codes: 0 done, 1 failed, 2 wrong usage.

const commands = [
  ...[addIndexCommand, addSearchCommand, addAskCommand, addBatchCommand],
  ...[
    addStatusCommand,
    addClearCommand,
    addCoverageCommand,
    addChunksCommand,
    addVerifyCommand,
    addGraphCommand,
  ],
  ...[addServeCommand, addMcpCommand],
];
const program = new Command("plumbline")
  .description("Ask your code a question. Every sentence of the answer hangs on a line you can click.")
  .version(version)
  .exitOverride()
  .showHelpAfterError("(add --help for what is possible)");
for (const add of commands) add(program);

program
  .parseAsync()
  .then(flushOutput)
  .then(
    () => process.exit(), // A command that found fault has set the code.
    (error: unknown) => process.exit(report(error)),
  );

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // It has printed its own message.
  if (isAbort(error)) complain("Cancelled; what was indexed so far is kept.");
  else if (error instanceof EngineError) complain(error.message);
  else complain(`Something went wrong inside Plumbline: ${messageOf(error)}`);
  return error instanceof EngineError && error.kind === "bad-query" ? 2 : 1;
}
