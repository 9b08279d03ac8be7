import * as vscode from "vscode";
import type { EngineClient } from "./client";
import { EditorMemory } from "./editorMemory";
import { wireErrorOf } from "./failure";
import type { SpanOpener } from "./openSpan";
import { type PickItem, pickItem } from "./pickItems";

const DEBOUNCE_MS = 60;
const PREVIEW_MS = 120;
const N_HITS = 30;

type Item = PickItem & vscode.QuickPickItem;

const BESIDE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("split-horizontal"),
  tooltip: "Open to the Side",
};
const ASK: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("comment-discussion"),
  tooltip: "Ask about This",
};

/** Live search: hits while one types, their lines while one moves, the old editor back on Escape. */
export class SearchPick implements vscode.Disposable {
  readonly #pick = vscode.window.createQuickPick<Item>();
  readonly #before = new EditorMemory();
  #search: vscode.CancellationTokenSource | null = null;
  #typing: NodeJS.Timeout | undefined;
  #moving: NodeJS.Timeout | undefined;
  #previewed: Item | null = null;
  #accepted = false;

  constructor(
    private readonly client: EngineClient,
    private readonly opener: SpanOpener,
  ) {}

  show(query: string): void {
    const pick = this.#pick;
    pick.title = "Search Code";
    pick.placeholder = "Describe what the code does, or name a symbol";
    // Both would let the editor reorder a ranking that is ours; the second has no public type yet.
    pick.matchOnDescription = false;
    Object.assign(pick, { sortByLabel: false });
    pick.onDidChangeValue(() => this.#typed());
    pick.onDidChangeActive(([item]) => this.#moved(item));
    pick.onDidAccept(() => this.#open(pick.activeItems[0], "here"));
    pick.onDidTriggerItemButton(({ item, button }) => this.#pressed(item, button));
    pick.onDidHide(() => this.#hidden());
    pick.value = query;
    pick.show();
    if (query) this.#typed();
  }

  dispose(): void {
    clearTimeout(this.#typing);
    clearTimeout(this.#moving);
    this.#search?.cancel();
    this.#search?.dispose();
    this.#pick.dispose();
  }

  #typed(): void {
    clearTimeout(this.#typing);
    this.#search?.cancel();
    const query = this.#pick.value.trim();
    if (!query) {
      this.#pick.items = [];
      this.#pick.busy = false;
      return;
    }
    this.#pick.busy = true;
    this.#typing = setTimeout(() => void this.#find(query), DEBOUNCE_MS);
  }

  async #find(query: string): Promise<void> {
    const search = new vscode.CancellationTokenSource();
    this.#search = search;
    try {
      const { hits } = await this.client.search({ query, limit: N_HITS }, search.token);
      if (search !== this.#search || search.token.isCancellationRequested) return;
      const nRepos = this.client.status.repositories.length;
      const items = hits.map((hit) => ({ ...pickItem(hit, nRepos), buttons: [ASK, BESIDE] }));
      this.#show(items, "Nothing found", this.client.status.message);
    } catch (error) {
      const wire = wireErrorOf(error);
      if (wire && search === this.#search) this.#show([], wire.message, "Plumbline: Show Log tells more.");
    }
  }

  #show(items: Item[], emptyTitle: string, emptyDetail: string): void {
    this.#pick.busy = false;
    const empty = { label: emptyTitle, detail: emptyDetail, alwaysShow: true } as Item;
    this.#pick.items = items.length > 0 ? items : [empty];
  }

  #moved(item: Item | undefined): void {
    clearTimeout(this.#moving);
    if (!item?.hit) return;
    this.#moving = setTimeout(() => {
      this.#previewed = item;
      void this.opener.preview(item.hit.span, () => !this.#accepted && this.#previewed === item);
    }, PREVIEW_MS);
  }

  #pressed(item: Item, button: vscode.QuickInputButton): void {
    if (button === BESIDE) this.#open(item, "beside");
    if (button !== ASK || !item.hit) return;
    const what = item.hit.symbol || item.hit.span.path;
    this.#pick.hide();
    void vscode.commands.executeCommand("plumbline.ask", `What does ${what} do, and who uses it?`);
  }

  #open(item: Item | undefined, side: "here" | "beside"): void {
    if (!item?.hit) return;
    this.#accepted = true;
    this.#pick.hide();
    void this.opener.open(item.hit.span, side);
  }

  #hidden(): void {
    if (!this.#accepted && this.#previewed) {
      this.opener.endPreview();
      void this.#before.restore();
    }
    this.#accepted = true; // Invariant: a preview that arrives from now on marks nothing.
    this.dispose();
  }
}
