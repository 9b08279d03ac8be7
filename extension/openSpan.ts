import * as vscode from "vscode";
import type { LineSpan, LocateResult, WireCitation } from "../server/protocol/wire";
import type { EngineClient } from "./client";
import type { LineMark } from "./lineMark";
import { reportFailure } from "./notify";
import { clampLines, fileName, findLines, lineLabel } from "./spanLines";

/** Takes people to lines: the only conversion from wire spans to editor positions. */
export class SpanOpener {
  constructor(
    private readonly client: EngineClient,
    private readonly mark: LineMark,
  ) {}

  /** Opens lines known to be current, as of a hit or an explanation, and puts the cursor there. */
  async open(span: LineSpan, side: "here" | "beside"): Promise<void> {
    const viewColumn = side === "beside" ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const editor = await this.#show(span, { viewColumn, preview: true });
    if (editor) this.mark.flash(editor, clampLines(span, editor.document.lineCount));
  }

  /** Shows lines while the focus stays where it is; marked until `closePreview` or the next one. */
  async preview(span: LineSpan, isCurrent: () => boolean): Promise<void> {
    const editor = await this.#show(span, { preview: true, preserveFocus: true });
    if (editor && isCurrent()) this.mark.hold(editor, clampLines(span, editor.document.lineCount));
  }

  endPreview(): void {
    this.mark.clear();
  }

  /** Opens a citation where its lines are now; lines that are gone are said to be gone, never guessed. */
  async openCitation(citation: WireCitation, side: "here" | "beside"): Promise<void> {
    try {
      const located = await this.#locate(citation);
      if (located.state === "gone") return await this.#tellGone(citation, side);
      await this.open(located.span, side);
      if (located.state === "moved") {
        vscode.window.setStatusBarMessage(`These lines moved to ${lineLabel(located.span)}.`, 5_000);
      }
    } catch (error) {
      reportFailure(error);
    }
  }

  async #locate({ span, quote, textHash }: WireCitation): Promise<LocateResult> {
    const dirty = vscode.workspace.textDocuments.find(
      (document) => document.isDirty && document.uri.fsPath === span.file,
    );
    if (!dirty) return this.client.locate({ span, textHash });
    // The server reads the disk; only the editor knows the text that is not saved yet.
    const startLine = findLines(dirty.getText(), quote, span.startLine);
    if (startLine === null) return { state: "gone", span };
    const endLine = startLine + span.endLine - span.startLine;
    return { state: startLine === span.startLine ? "same" : "moved", span: { ...span, startLine, endLine } };
  }

  async #tellGone(citation: WireCitation, side: "here" | "beside"): Promise<void> {
    const message = `The cited lines of ${fileName(citation.span)} have changed since this answer was given. Ask again to get current ones.`;
    const choice = await vscode.window.showWarningMessage(message, "Open File");
    if (choice !== "Open File") return;
    const viewColumn = side === "beside" ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    await this.#show(citation.span, { viewColumn });
  }

  async #show(span: LineSpan, options: vscode.TextDocumentShowOptions): Promise<vscode.TextEditor | null> {
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(span.file));
      const lines = clampLines(span, document.lineCount);
      const cursor = new vscode.Range(lines.startLine, 0, lines.startLine, 0);
      const editor = await vscode.window.showTextDocument(document, { ...options, selection: cursor });
      const whole = new vscode.Range(lines.startLine, 0, lines.endLine - 1, 0);
      editor.revealRange(whole, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      return editor;
    } catch {
      void vscode.window.showWarningMessage(`${span.path} cannot be opened: it is gone or is no text file.`);
      return null;
    }
  }
}
