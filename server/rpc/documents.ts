import { fileURLToPath } from "node:url";
import { type Connection, TextDocuments } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { messageOf } from "../base/errors";
import type { Engine } from "../engine/engine";

/** Quiet time before typed text is searched: a word, not each letter. */
const TYPING_MS = 150;

/** Follows the editors' text, so that what is typed and not saved is searched too. */
export function followDocuments(connection: Connection, engine: () => Promise<Engine> | null): void {
  const documents = new TextDocuments(TextDocument);
  const timers = new Map<string, NodeJS.Timeout>();
  const tell = async (file: string, use: (opened: Engine) => Promise<void>) => {
    try {
      const opened = await engine();
      if (opened) await use(opened);
    } catch (error) {
      connection.console.error(`The text of ${file} could not be taken in: ${messageOf(error)}`);
    }
  };
  const soon = ({ document }: { readonly document: TextDocument }) => {
    const file = fileOf(document.uri);
    if (file === null) return;
    clearTimeout(timers.get(file));
    const take = () => void tell(file, (opened) => opened.setBuffer(file, document.getText()));
    timers.set(file, setTimeout(take, TYPING_MS));
  };
  documents.onDidChangeContent(soon);
  documents.onDidSave(soon); // Saved text is not marked as unsaved any more.
  documents.onDidClose(({ document }) => {
    const file = fileOf(document.uri);
    if (file === null) return;
    clearTimeout(timers.get(file));
    timers.delete(file);
    void tell(file, (opened) => opened.dropBuffer(file));
  });
  documents.listen(connection);
}

function fileOf(uri: string): string | null {
  return uri.startsWith("file:") ? fileURLToPath(uri) : null;
}
