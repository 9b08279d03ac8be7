import * as vscode from "vscode";
import type { LineSpan } from "../server/protocol/wire";
import type { EngineClient } from "./client";
import type { IndexView } from "./index/indexView";
import type { KeyStore } from "./keyStore";
import { showMenu } from "./menu";
import { reportFailure } from "./notify";
import type { SpanOpener } from "./openSpan";
import type { Panel } from "./panel";
import { SearchPick } from "./searchPick";
import type { ServerSync } from "./serverSync";

export interface Parts {
  readonly client: EngineClient;
  readonly indexView: IndexView;
  readonly keys: KeyStore;
  readonly log: vscode.LogOutputChannel;
  readonly opener: SpanOpener;
  readonly panel: Panel;
  readonly sync: ServerSync;
}

type Command = (...args: readonly unknown[]) => unknown;

/** Command id -> function. Arguments come from links and other extensions: they are looked at first. */
export function commandTable(parts: Parts): Readonly<Record<string, Command>> {
  const { client, indexView, keys, log, opener, panel } = parts;
  return {
    "plumbline.ask": (question) => ask(panel, question),
    "plumbline.search": (query) =>
      new SearchPick(client, opener).show(typeof query === "string" ? query : selectedText()),
    "plumbline.setKey": () => setKey(parts),
    "plumbline.clearKey": () => clearKey(keys),
    "plumbline.rebuild": () => client.rebuild(),
    "plumbline.pause": () => client.pause(),
    "plumbline.resume": () => client.resume(),
    "plumbline.clearIndex": () => client.clear(),
    "plumbline.restart": () => client.restart(),
    "plumbline.showLog": () => log.show(),
    "plumbline.showMenu": () => showMenu(client.status),
    "plumbline.clearAnswers": () => panel.clear(),
    "plumbline.includeFiles": (node) => indexView.include(globsOf(node)),
    "plumbline.openSpan": (span) => (isSpan(span) ? opener.open(span, "here") : undefined),
  };
}

/** Registers the table; whatever a command throws is told in one sentence. */
export function registerCommands(table: Readonly<Record<string, Command>>): vscode.Disposable[] {
  return Object.entries(table).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        await run(...args);
      } catch (error) {
        reportFailure(error);
      }
    }),
  );
}

async function ask(panel: Panel, question: unknown): Promise<void> {
  await panel.focus();
  // Not awaited: the answer may take long, the command has done its part.
  if (typeof question === "string" && question.trim()) void panel.ask(question.trim());
}

async function setKey({ keys, sync }: Parts): Promise<void> {
  const key = await vscode.window.showInputBox({
    title: "Set API Key",
    prompt: "Anthropic API key. It is kept in the editor's secret storage, never in settings.",
    placeHolder: "sk-ant-…",
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (/\s/.test(value.trim()) ? "A key contains no spaces." : null),
  });
  if (!key?.trim()) return;
  await keys.set(key.trim());
  const told = vscode.workspace.isTrusted
    ? "The API key is saved. Questions are now answered by a Claude model."
    : "The API key is saved. It is used once this workspace is trusted.";
  void vscode.window.showInformationMessage(
    sync.model ? `The API key is saved. ${sync.model} answers.` : told,
  );
}

async function clearKey(keys: KeyStore): Promise<void> {
  await keys.clear();
  void vscode.window.showInformationMessage(
    "The API key is removed. Questions are answered from the index alone.",
  );
}

/** What a node of the index view says would bring its files in. */
function globsOf(node: unknown): readonly string[] {
  const globs = (node as { include?: unknown } | undefined)?.include;
  return Array.isArray(globs) ? globs.filter((glob) => typeof glob === "string") : [];
}

/** One selected line is what a person means to search for; more is code they are working on. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.selection.isSingleLine ? editor.document.getText(editor.selection).trim() : "";
}

function isSpan(value: unknown): value is LineSpan {
  if (typeof value !== "object" || value === null) return false;
  const { file, path, startLine, endLine } = value as Partial<Record<keyof LineSpan, unknown>>;
  return (
    typeof file === "string" &&
    typeof path === "string" &&
    typeof startLine === "number" &&
    typeof endLine === "number"
  );
}
