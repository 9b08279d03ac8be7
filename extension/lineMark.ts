import * as vscode from "vscode";
import type { Lines } from "./spanLines";

const STRONG_MS = 6_000;
const FAINT_MS = 2_000;

/**
 * Marks lines a person was just taken to: strong, then faint, then gone. It goes at once when the text is
 * edited or the cursor is moved, because by then it has been seen.
 */
export class LineMark implements vscode.Disposable {
  readonly #strong = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("plumbline.citedLineBackground"),
    borderColor: new vscode.ThemeColor("plumbline.citedLineBorder"),
    borderStyle: "solid",
    borderWidth: "0 0 0 3px",
    overviewRulerColor: new vscode.ThemeColor("plumbline.citedLineBorder"),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  readonly #faint = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderColor: new vscode.ThemeColor("plumbline.citedLineBorder"),
    borderStyle: "solid",
    borderWidth: "0 0 0 3px",
  });
  readonly #listeners: vscode.Disposable[];
  #editor: vscode.TextEditor | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#listeners = [
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document === this.#editor?.document && change.contentChanges.length > 0) this.clear();
      }),
      vscode.window.onDidChangeTextEditorSelection((change) => {
        // Invariant: a selection set by an extension has no kind of its own, so our own jump clears nothing.
        const byHand =
          change.kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
          change.kind === vscode.TextEditorSelectionChangeKind.Mouse;
        if (byHand && change.textEditor === this.#editor) this.clear();
      }),
    ];
  }

  /** Marks until it fades. */
  flash(editor: vscode.TextEditor, lines: Lines): void {
    this.hold(editor, lines);
    this.#timer = setTimeout(() => {
      editor.setDecorations(this.#strong, []);
      editor.setDecorations(this.#faint, [rangeOf(lines)]);
      this.#timer = setTimeout(() => this.clear(), FAINT_MS);
    }, STRONG_MS);
  }

  /** Marks until the next mark or `clear`: for a preview. */
  hold(editor: vscode.TextEditor, lines: Lines): void {
    this.clear();
    this.#editor = editor;
    editor.setDecorations(this.#strong, [rangeOf(lines)]);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#editor?.setDecorations(this.#strong, []);
    this.#editor?.setDecorations(this.#faint, []);
    this.#editor = null;
  }

  dispose(): void {
    this.clear();
    for (const owned of [...this.#listeners, this.#strong, this.#faint]) owned.dispose();
  }
}

function rangeOf(lines: Lines): vscode.Range {
  return new vscode.Range(lines.startLine, 0, lines.endLine - 1, 0);
}
