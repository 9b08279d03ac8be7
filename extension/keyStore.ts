import type * as vscode from "vscode";

const NAME = "plumbline.apiKey";

/** The API key, kept by the editor's secret storage: never in settings, logs or messages. */
export class KeyStore {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  async get(): Promise<string | null> {
    return (await this.secrets.get(NAME)) ?? null;
  }

  async set(key: string): Promise<void> {
    await this.secrets.store(NAME, key);
  }

  async clear(): Promise<void> {
    await this.secrets.delete(NAME);
  }

  /** Fires for changes made in other windows too. */
  onDidChange(listener: () => void): vscode.Disposable {
    return this.secrets.onDidChange((change) => {
      if (change.key === NAME) listener();
    });
  }
}
