import * as vscode from "vscode";
import type { IndexDetails, RepoCoverage } from "../../server/protocol/wire";
import type { EngineClient } from "../client";
import type { ServerSync } from "../serverSync";
import { type IndexNode, indexNodes } from "./indexNodes";

/** What takes a walk over disk and git is read this often while somebody looks. */
const READ_EVERY_MS = 5_000;

/** The tree of the index: repositories, what each holds and costs, what is not searched and why. */
export class IndexView implements vscode.TreeDataProvider<IndexNode>, vscode.Disposable {
  static readonly viewId = "plumbline.index";
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #tree: vscode.TreeView<IndexNode>;
  readonly #owned: vscode.Disposable[];
  #details: IndexDetails | null = null;
  #coverage: readonly RepoCoverage[] = [];
  #readAt = 0;
  #reading: Promise<void> | null = null;
  #phase = "";
  #later: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: EngineClient,
    private readonly sync: ServerSync,
  ) {
    this.#tree = vscode.window.createTreeView(IndexView.viewId, { treeDataProvider: this });
    this.#owned = [
      this.#changed,
      this.#tree,
      client.onStatus(() => this.#draw()),
      sync.onModel(() => this.#draw()),
      this.#tree.onDidChangeVisibility(({ visible }) => visible && this.#draw()),
    ];
  }

  getTreeItem(node: IndexNode): vscode.TreeItem {
    const state = vscode.TreeItemCollapsibleState;
    const isRoot = node.context === "repo";
    const item = new vscode.TreeItem(node.label, openState(node, isRoot, state));
    item.id = node.id;
    if (node.description !== undefined) item.description = node.description;
    item.tooltip = node.tooltip ?? [node.label, node.description].filter(Boolean).join(": ");
    if (node.icon) item.iconPath = new vscode.ThemeIcon(node.icon);
    if (node.context) item.contextValue = node.context;
    if (node.file && !node.label.endsWith("/")) {
      item.command = { command: "vscode.open", title: "Open", arguments: [vscode.Uri.file(node.file)] };
    }
    return item;
  }

  async getChildren(node?: IndexNode): Promise<IndexNode[]> {
    if (node) return [...(node.children ?? [])];
    await this.#readOnce();
    const { status } = this.client;
    this.#tree.message = status.repositories.length === 0 ? status.message : "";
    return indexNodes({
      status,
      details: this.#details,
      coverage: this.#coverage,
      answerModel: this.sync.model,
    });
  }

  /** Adds patterns to the workspace's setting: the files they match are indexed from now on. */
  async include(globs: readonly string[]): Promise<void> {
    const settings = vscode.workspace.getConfiguration("plumbline");
    const given = settings.get<readonly string[]>("include", []);
    const target = vscode.ConfigurationTarget.Workspace;
    await settings.update("include", [...new Set([...given, ...globs])], target);
    this.#readAt = 0;
  }

  dispose(): void {
    clearTimeout(this.#later);
    for (const owned of this.#owned) owned.dispose();
  }

  #draw(): void {
    const { phase } = this.client.status;
    if (phase !== this.#phase) this.#readAt = 0; // What was read while it was indexing is old now.
    this.#phase = phase;
    void vscode.commands.executeCommand("setContext", "plumbline.paused", phase === "paused");
    if (!this.#tree.visible) return;
    this.#changed.fire();
    // What changed just after a read would otherwise stay unseen until the next change.
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#changed.fire(), READ_EVERY_MS);
  }

  /** Of many changes of the status only some are worth a walk over the disk. */
  #readOnce(): Promise<void> {
    if (Date.now() - this.#readAt < READ_EVERY_MS) return this.#reading ?? Promise.resolve();
    this.#readAt = Date.now();
    this.#reading = this.#read();
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      [this.#details, this.#coverage] = await Promise.all([this.client.details(), this.client.coverage()]);
    } catch {
      // Off, starting or failed: the status says so, and there is nothing to read.
      [this.#details, this.#coverage] = [null, []];
    }
  }
}

function openState(node: IndexNode, isRoot: boolean, state: typeof vscode.TreeItemCollapsibleState) {
  if (!node.children?.length) return state.None;
  return isRoot ? state.Expanded : state.Collapsed;
}
