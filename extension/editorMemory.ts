import * as vscode from "vscode";

/** What was in front of a person before a preview, so that Escape can bring it back. */
export class EditorMemory {
  readonly #editor = vscode.window.activeTextEditor;
  readonly #tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  readonly #range = this.#editor?.visibleRanges[0];
  readonly #selection = this.#editor?.selection;
  readonly #openBefore = new Set(allTabs().map(tabKey));

  /** Closes previews opened since and shows the editor that was there, as it was. */
  async restore(): Promise<void> {
    const leftover = allTabs().filter(
      (tab) => tab.isPreview && !tab.isDirty && !this.#openBefore.has(tabKey(tab)),
    );
    if (this.#editor && this.#selection) {
      const editor = await vscode.window.showTextDocument(this.#editor.document, {
        viewColumn: this.#editor.viewColumn ?? vscode.ViewColumn.Active,
        preview: this.#tab?.isPreview ?? false,
        selection: this.#selection,
      });
      if (this.#range) editor.revealRange(this.#range, vscode.TextEditorRevealType.AtTop);
    }
    const still = allTabs().filter((tab) => leftover.some((closed) => tabKey(closed) === tabKey(tab)));
    if (still.length > 0) await vscode.window.tabGroups.close(still, true);
  }
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => [...group.tabs]);
}

function tabKey(tab: vscode.Tab): string {
  const place = tab.input instanceof vscode.TabInputText ? tab.input.uri.toString() : tab.label;
  return `${tab.group.viewColumn} ${place}`;
}
