import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

/** Answers MCP over HTTP without sessions: each request has a server of its own, so none can hold memory by staying. */
export function mcpOverHttp(newServer: () => McpServer): (request: Request) => Promise<Response> {
  return async (request) => {
    const server = newServer();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      return await transport.handleRequest(request);
    } finally {
      await server.close();
    }
  };
}
