import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { FromPanel, PanelEntry, ToPanel } from "../server/protocol/panel";
import type { WireCitation } from "../server/protocol/wire";
import type { EngineClient } from "./client";
import * as conversation from "./conversation";
import { wireErrorOf } from "./failure";
import type { SpanOpener } from "./openSpan";
import { panelHtml } from "./panelHtml";
import { fromPanel } from "./panelMessages";
import type { ServerSync } from "./serverSync";

const STORED = "plumbline.entries";

/** A follow-up leans on what was asked just before, not on all the panel remembers. */
const EARLIER_SENT = 3;

/** Hosts the question panel: owns its state, posts whole snapshots, relays what protocol/panel.ts allows. */
export class Panel implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly viewId = "plumbline.ask";
  readonly #owned: vscode.Disposable[];
  #view: vscode.WebviewView | null = null;
  #entries: readonly PanelEntry[];
  #asking: vscode.CancellationTokenSource | null = null;

  constructor(
    private readonly distDir: vscode.Uri,
    private readonly memento: vscode.Memento,
    private readonly client: EngineClient,
    private readonly sync: ServerSync,
    private readonly opener: SpanOpener,
  ) {
    this.#entries = conversation.restoredEntries(memento.get(STORED));
    this.#owned = [
      client.onStatus(() => this.#post()),
      client.onAnswerProgress(({ id, answer }) =>
        this.#update(conversation.withSnapshot(this.#entries, id, answer)),
      ),
      sync.onModel(() => this.#post()),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.distDir] };
    view.webview.onDidReceiveMessage((message) => this.#received(fromPanel(message)));
    view.onDidDispose(() => {
      if (this.#view === view) this.#view = null;
    });
    view.webview.html = this.#html(view.webview);
  }

  /** Brings the panel to the front, the cursor in its box. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${Panel.viewId}.focus`);
  }

  /** Asks; a question still running is stopped first. Returns when it is answered, stopped or failed. */
  async ask(question: string): Promise<void> {
    this.#stop();
    const id = conversation.nextId(this.#entries);
    const asking = new vscode.CancellationTokenSource();
    this.#asking = asking;
    const earlier = this.#entries.slice(-EARLIER_SENT).map((entry) => entry.question);
    this.#update(conversation.withQuestion(this.#entries, id, question));
    try {
      const answer = await this.client.ask({ id, question, earlier }, asking.token);
      this.#update(conversation.withAnswer(this.#entries, id, answer));
    } catch (error) {
      const wire = wireErrorOf(error);
      if (wire) this.#update(conversation.withFailure(this.#entries, id, wire));
      else if (asking === this.#asking) this.#update(conversation.withNothingRunning(this.#entries));
    } finally {
      asking.dispose();
      if (asking === this.#asking) this.#asking = null;
      await this.#store();
    }
  }

  /** Forgets all questions and answers of this workspace. */
  async clear(): Promise<void> {
    this.#stop();
    this.#update([]);
    await this.#store();
  }

  dispose(): void {
    this.#stop();
    for (const owned of this.#owned) owned.dispose();
  }

  #received(message: FromPanel | null): void {
    switch (message?.type) {
      case "ready":
        this.#post();
        break;
      case "ask":
        void this.ask(message.question);
        break;
      case "cancel":
        this.#stop();
        break;
      case "open":
        this.#open(message.citation, message.side);
        break;
      case "setKey":
        void vscode.commands.executeCommand("plumbline.setKey");
        break;
    }
  }

  #open(wanted: WireCitation, side: "here" | "beside"): void {
    const citation = conversation.citationLike(this.#entries, wanted);
    if (citation) void this.opener.openCitation(citation, side);
  }

  #stop(): void {
    if (!this.#asking) return;
    this.#asking.cancel();
    this.#asking = null;
    this.#update(conversation.withNothingRunning(this.#entries));
  }

  #update(entries: readonly PanelEntry[]): void {
    this.#entries = entries;
    this.#post();
  }

  #post(): void {
    const state = { index: this.client.status, model: this.sync.model, entries: this.#entries };
    void this.#view?.webview.postMessage({ type: "state", state } satisfies ToPanel);
  }

  async #store(): Promise<void> {
    await this.memento.update(STORED, this.#entries);
  }

  #html(webview: vscode.Webview): string {
    const uriOf = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(this.distDir, name)).toString();
    return panelHtml({
      scriptUri: uriOf("webview.js"),
      styleUri: uriOf("webview.css"),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString("base64url"),
    });
  }
}
