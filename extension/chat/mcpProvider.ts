import * as vscode from "vscode";

/**
 * Tells the editor of our MCP server, so that any agent in it can use the tools: the terminal program over the same
 * store. It answers from the index alone; the key stays with the panel.
 */
export class McpProvider implements vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> {
  static readonly id = "plumbline.mcp";
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor(
    private readonly cli: string,
    private readonly storeDir: string,
    private readonly version: string,
  ) {}

  /** The folders that are open are part of the definition. */
  follow(): vscode.Disposable[] {
    const changed = () => this.#changed.fire();
    return [this.#changed, vscode.workspace.onDidChangeWorkspaceFolders(changed)];
  }

  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    if (folders.length === 0) return [];
    const dirs = folders.flatMap(({ uri }) => ["--dir", uri.fsPath]);
    const args = [this.cli, "mcp", "--no-model", "--store", this.storeDir, ...dirs];
    // The editor's own program runs as plain Node when told so; a server's is Node already.
    const env = { ELECTRON_RUN_AS_NODE: "1" };
    return [new vscode.McpStdioServerDefinition("Plumbline", process.execPath, args, env, this.version)];
  }
}
