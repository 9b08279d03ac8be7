import type { Command } from "commander";
import { version } from "../../package.json";
import { mcpServer } from "../agents/mcpServer";
import { mcpOverStdio } from "../agents/mcpStdio";
import { followFolders } from "../agents/ready";
import { withServiceFlags } from "./options";
import { portOf, type ServeFlags, serveHttp } from "./serveCommand";
import { resourcesDir, withEngine } from "./session";

/** `plumbline mcp`: the same tools for coding agents that speak the Model Context Protocol. */
export function addMcpCommand(program: Command): void {
  withServiceFlags(program.command("mcp"))
    .option("--http", "at /mcp over HTTP on this machine, instead of standard input and output")
    .option("--port <n>", "with --http: port on 127.0.0.1; 0 takes a free one", portOf, 0)
    .description("serve coding agents over the Model Context Protocol")
    .action((flags: ServeFlags & { readonly http?: boolean }) =>
      flags.http ? serveHttp(flags) : serveStdio(flags),
    );
}

/** Ends when the agent closes standard input. */
function serveStdio(flags: ServeFlags): Promise<void> {
  const session = {
    store: flags.store,
    dirs: flags.dir,
    include: flags.include,
    stays: "background",
  } as const;
  return withEngine({ ...session, useModel: flags.model ? "model" : "no-model" }, async (engine, signal) => {
    const ready = await followFolders(engine, signal);
    await mcpOverStdio(
      mcpServer(version, async () => ({ engine, resourcesDir, ready })),
      signal,
    );
  });
}
