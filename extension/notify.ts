import * as vscode from "vscode";
import { wireErrorOf } from "./failure";

/** Tells a person about a failure: one plain sentence and the way to the log. A cancelled request is no failure. */
export function reportFailure(error: unknown): void {
  const wire = wireErrorOf(error);
  if (wire) void showFailure(wire.message);
}

async function showFailure(message: string): Promise<void> {
  const choice = await vscode.window.showErrorMessage(message, "Show Log");
  if (choice === "Show Log") await vscode.commands.executeCommand("plumbline.showLog");
}
