import * as vscode from "vscode";
import type { IndexStatus } from "../server/protocol/wire";
import { statusText } from "./statusText";

const BACKGROUNDS = {
  normal: undefined,
  warning: new vscode.ThemeColor("statusBarItem.warningBackground"),
  error: new vscode.ThemeColor("statusBarItem.errorBackground"),
};

/** The status bar item: the state of the index, always; a click opens the menu. */
export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    "plumbline.status",
    vscode.StatusBarAlignment.Right,
    100,
  );

  constructor() {
    this.#item.name = "Plumbline";
    this.#item.command = "plumbline.showMenu";
  }

  show(status: IndexStatus): void {
    const { text, tooltip, label, level } = statusText(status);
    this.#item.text = text;
    this.#item.tooltip = new vscode.MarkdownString(tooltip);
    this.#item.accessibilityInformation = { label };
    this.#item.backgroundColor = BACKGROUNDS[level];
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
