import * as vscode from "vscode";
import type { EngineClient } from "./client";
import { HOVER_COMMANDS, hoverMarkdown } from "./hoverText";

/** Explains the symbol under the pointer from the index alone; says nothing where the index knows nothing. */
export class SymbolHover implements vscode.HoverProvider {
  constructor(private readonly client: EngineClient) {}

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | null> {
    const range = document.getWordRangeAtPosition(position);
    if (!range || !vscode.workspace.getConfiguration("plumbline.hover", document).get("enabled", true))
      return null;
    const params = { file: document.uri.fsPath, line: position.line, word: document.getText(range) };
    // A hover nobody asked for by name must not raise an error message: without an answer there is no hover.
    const explanation = await this.client.explain(params, token).catch(() => null);
    if (!explanation || token.isCancellationRequested) return null;
    const text = new vscode.MarkdownString(hoverMarkdown(explanation));
    text.isTrusted = { enabledCommands: HOVER_COMMANDS };
    return new vscode.Hover(text, range);
  }
}
