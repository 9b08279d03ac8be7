export interface Disposable {
  dispose(): void | Promise<void>;
}

/** Owns what was added to it and disposes it newest first. Adding after disposal disposes at once. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(owned: T): T {
    if (this.#disposed) void owned.dispose();
    else this.#owned.push(owned);
    return owned;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (let owned = this.#owned.pop(); owned; owned = this.#owned.pop()) await owned.dispose();
  }
}
