import * as vscode from "vscode";
import type { IndexStatus } from "../server/protocol/wire";

interface MenuItem extends vscode.QuickPickItem {
  readonly run?: readonly [command: string, ...args: unknown[]];
}

/** The menu behind the status bar item: what can be done, and what could not be indexed. */
export async function showMenu(status: IndexStatus): Promise<void> {
  const chosen = await vscode.window.showQuickPick([...actions(status), ...problems(status)], {
    title: "Plumbline",
    placeHolder: status.message,
  });
  if (chosen?.run) await vscode.commands.executeCommand(...chosen.run);
}

function actions({ phase }: IndexStatus): MenuItem[] {
  const pause: MenuItem =
    phase === "paused"
      ? { label: "$(debug-continue) Resume Indexing", run: ["plumbline.resume"] }
      : { label: "$(debug-pause) Pause Indexing", run: ["plumbline.pause"] };
  return [
    { label: "$(comment-discussion) Ask a Question", run: ["plumbline.ask"] },
    { label: "$(search) Search Code", run: ["plumbline.search"] },
    pause,
    { label: "$(refresh) Rebuild Index", run: ["plumbline.rebuild"] },
    { label: "$(trash) Delete Index", run: ["plumbline.clearIndex"] },
    { label: "$(debug-restart) Restart Server", run: ["plumbline.restart"] },
    { label: "$(key) Set API Key", run: ["plumbline.setKey"] },
    { label: "$(gear) Settings", run: ["workbench.action.openSettings", "plumbline."] },
    { label: "$(output) Show Log", run: ["plumbline.showLog"] },
  ];
}

function problems({ repositories }: IndexStatus): MenuItem[] {
  const items = repositories.flatMap(({ repo, dir, problems: found }) =>
    found.map(({ path, reason }): MenuItem => {
      const file = vscode.Uri.joinPath(vscode.Uri.file(dir), path);
      return { label: `$(warning) ${path}`, description: repo, detail: reason, run: ["vscode.open", file] };
    }),
  );
  if (items.length === 0) return [];
  return [{ label: "Not fully indexed", kind: vscode.QuickPickItemKind.Separator }, ...items];
}
