import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Command, InvalidArgumentError } from "commander";
import { version } from "../../package.json";
import { httpApp } from "../agents/httpApp";
import { listen } from "../agents/httpServer";
import { mcpOverHttp } from "../agents/mcpHttp";
import { mcpServer } from "../agents/mcpServer";
import { followFolders } from "../agents/ready";
import type { ToolContext } from "../agents/tools";
import type { FolderFlags } from "./options";
import { withServiceFlags } from "./options";
import { resourcesDir, withEngine } from "./session";
import { print } from "./terminal";

export interface ServeFlags extends FolderFlags {
  readonly port: number;
  readonly model: boolean;
}

/** `plumbline serve`: the loopback HTTP API for scripts and agents, until it is told to end. */
export function addServeCommand(program: Command): void {
  withServiceFlags(program.command("serve"))
    .option("--port <n>", "port on 127.0.0.1; 0 takes a free one", portOf, 0)
    .description("answer scripts and agents over HTTP on this machine (see /openapi.json)")
    .action((flags: ServeFlags) => serveHttp(flags));
}

/** The token is random, or `PLUMBLINE_TOKEN`: a flag would be seen by everyone who can list processes. */
export function serveHttp(flags: ServeFlags): Promise<void> {
  const session = {
    store: flags.store,
    dirs: flags.dir,
    include: flags.include,
    stays: "background",
  } as const;
  return withEngine({ ...session, useModel: flags.model ? "model" : "no-model" }, async (engine, signal) => {
    const token = process.env.PLUMBLINE_TOKEN || randomBytes(24).toString("base64url");
    const tools: ToolContext = { engine, resourcesDir, ready: await followFolders(engine, signal) };
    const mcp = mcpOverHttp(() => mcpServer(version, async () => tools));
    const { url, close } = await listen(httpApp({ token, version, tools, mcp }), flags.port);
    print(
      flags.json ? JSON.stringify({ url, token }) : `Listening at ${url}\nAuthorization: Bearer ${token}`,
    );
    if (!signal.aborted) await once(signal, "abort");
    await close();
  });
}

export function portOf(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
}
