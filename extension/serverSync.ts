import * as vscode from "vscode";
import type { ServerSettings } from "../server/protocol/wire";
import type { EngineClient } from "./client";
import { type Config, readConfig } from "./config";
import type { KeyStore } from "./keyStore";

/** Keeps the server in step with settings, folders, trust and key: the only place that starts or stops it. */
export class ServerSync implements vscode.Disposable {
  readonly #modelChanged = new vscode.EventEmitter<string | null>();
  readonly onModel = this.#modelChanged.event;
  readonly #owned: vscode.Disposable[] = [];
  #model: string | null = null;

  constructor(
    private readonly client: EngineClient,
    private readonly keys: KeyStore,
    private readonly storeDir: string,
  ) {}

  /** The model that writes answers; null while they are made from the index alone. */
  get model(): string | null {
    return this.#model;
  }

  async start(): Promise<void> {
    const again = () => void this.#update();
    this.#owned.push(
      this.#modelChanged,
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("plumbline")) again();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(again),
      vscode.workspace.onDidGrantWorkspaceTrust(again),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (document.uri.scheme === "file") this.client.saved([document.uri.fsPath]);
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.client.focused();
      }),
      this.keys.onDidChange(again),
    );
    await this.#update();
  }

  dispose(): void {
    for (const owned of this.#owned.splice(0)) owned.dispose();
  }

  async #update(): Promise<void> {
    const open = localFolders();
    const config = readConfig(vscode.workspace.getConfiguration("plumbline"), open[0] ?? null);
    const settings = await this.#settings(config, open);
    const isLocal = settings.answerProvider === "openai" && settings.apiBaseUrl !== null;
    this.#setModel(settings.apiKey || isLocal ? settings.answerModel : null);
    if (!config.enabled) return this.client.stop("off", "Plumbline is off. Turn it on in the settings.");
    if (settings.folders.length === 0) {
      return this.client.stop("empty", "Open a folder to search its code and ask about it.");
    }
    await this.client.run(settings);
  }

  async #settings(config: Config, open: readonly string[]): Promise<ServerSettings> {
    // Invariant: no code of a folder nobody has trusted is sent to a model.
    const isTrusted = vscode.workspace.isTrusted;
    const apiKey = isTrusted ? await this.keys.get() : null;
    return {
      folders: [...new Set([...open, ...config.folders])],
      include: config.include,
      storeDir: this.storeDir,
      // A service that needs no key is none either.
      answerProvider: isTrusted ? config.answerProvider : "claude",
      answerModel: config.answerModel,
      answerMonthlyTokens: config.answerMonthlyTokens,
      apiKey,
      apiBaseUrl: config.answerBaseUrl,
    };
  }

  #setModel(model: string | null): void {
    if (model === this.#model) return;
    this.#model = model;
    this.#modelChanged.fire(model);
  }
}

/** Workspace folders that are on this machine's disk. */
function localFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter((folder) => folder.uri.scheme === "file").map((folder) => folder.uri.fsPath);
}
