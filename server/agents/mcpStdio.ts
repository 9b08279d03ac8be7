import { once } from "node:events";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

/** Serves one agent over standard input and output until it closes them or `signal` aborts. */
export async function mcpOverStdio(server: McpServer, signal: AbortSignal): Promise<void> {
  const { stdin } = process;
  const ended = Promise.race([once(stdin, "end"), once(stdin, "close"), once(signal, "abort")]);
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
