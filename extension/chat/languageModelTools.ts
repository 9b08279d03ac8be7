import * as vscode from "vscode";
import type { ToolParams } from "../../server/protocol/wire";
import type { EngineClient } from "../client";
import { RequestFailure } from "../failure";

const TOOLS: readonly ToolParams["tool"][] = ["search", "ask", "verify"];

/** The tools of agents, for the models of the editor; `package.json` describes them as the server does. */
export function registerTools(client: EngineClient): vscode.Disposable[] {
  return TOOLS.map((tool) =>
    vscode.lm.registerTool<object>(`plumbline_${tool}`, {
      prepareInvocation: ({ input }) => ({ invocationMessage: messageOf(tool, input) }),
      async invoke({ input }, token) {
        const text = await textOf(client, { tool, input }, token);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    }),
  );
}

/** What the model asked for wrongly is told to it, so that it can ask again. */
async function textOf(
  client: EngineClient,
  params: ToolParams,
  token: vscode.CancellationToken,
): Promise<string> {
  try {
    return await client.tool(params, token);
  } catch (error) {
    if (error instanceof RequestFailure) return error.message;
    throw error;
  }
}

function messageOf(tool: ToolParams["tool"], input: object): string {
  const { query, question } = input as { query?: unknown; question?: unknown };
  if (tool === "search") return vscode.l10n.t("Searching for {0}", String(query));
  if (tool === "ask") return vscode.l10n.t("Answering {0}", String(question));
  return vscode.l10n.t("Checking citations");
}
