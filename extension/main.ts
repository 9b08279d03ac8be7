import * as vscode from "vscode";
import { registerTools } from "./chat/languageModelTools";
import { McpProvider } from "./chat/mcpProvider";
import { registerParticipant } from "./chat/participant";
import { EngineClient } from "./client";
import { commandTable, registerCommands } from "./commands";
import { SymbolHover } from "./hover";
import { IndexView } from "./index/indexView";
import { KeyStore } from "./keyStore";
import { LineMark } from "./lineMark";
import { SpanOpener } from "./openSpan";
import { Panel } from "./panel";
import { ServerSync } from "./serverSync";
import { StatusBar } from "./statusBar";

let running: EngineClient | null = null;

/** Builds the parts and registers them; what each does is its own. */
export function activate(context: vscode.ExtensionContext): void {
  const distDir = vscode.Uri.joinPath(context.extensionUri, "dist");
  const storeDir = vscode.Uri.joinPath(context.globalStorageUri, "store").fsPath;
  const log = vscode.window.createOutputChannel("Plumbline", { log: true });
  const keys = new KeyStore(context.secrets);
  const client = new EngineClient(vscode.Uri.joinPath(distDir, "server.js").fsPath, log);
  const sync = new ServerSync(client, keys, storeDir);
  const mark = new LineMark();
  const opener = new SpanOpener(client, mark);
  const panel = new Panel(distDir, context.workspaceState, client, sync, opener);
  const statusBar = new StatusBar();
  const cli = vscode.Uri.joinPath(distDir, "cli.js").fsPath;
  const mcp = new McpProvider(cli, storeDir, context.extension.packageJSON.version);
  const indexView = new IndexView(client, sync);
  running = client;
  context.subscriptions.push(
    log,
    sync,
    mark,
    panel,
    indexView,
    statusBar,
    client.onStatus((status) => statusBar.show(status)),
    vscode.window.registerWebviewViewProvider(Panel.viewId, panel),
    vscode.languages.registerHoverProvider({ scheme: "file" }, new SymbolHover(client)),
    vscode.lm.registerMcpServerDefinitionProvider(McpProvider.id, mcp),
    ...mcp.follow(),
    ...registerTools(client),
    registerParticipant(client, vscode.Uri.joinPath(context.extensionUri, "extension", "media", "icon.png")),
    ...registerCommands(commandTable({ client, indexView, keys, log, opener, panel, sync })),
  );
  statusBar.show(client.status);
  // Not awaited: activation must not wait for an index; failures show in the status.
  void sync.start();
}

/** The editor waits for the server's end here, which it does not for `subscriptions`. */
export async function deactivate(): Promise<void> {
  await running?.dispose();
  running = null;
}
