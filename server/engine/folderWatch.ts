import path from "node:path";
import type { Disposable } from "../base/disposable";
import type { Root } from "../workspace/roots";
import { watchFolder } from "../workspace/watch";

/** Changes within this time are one update: a checkout writes hundreds of files. */
const GATHER_MS = 80;

/** Follows the open folders and says which of them changed. */
export class FolderWatch implements Disposable {
  readonly #watches = new Map<string, Promise<{ dispose(): Promise<void> }>>();
  readonly #pending = new Set<Root>();
  #timer: NodeJS.Timeout | null = null;
  #roots: readonly Root[] = [];

  constructor(
    private readonly onChange: (root: Root) => void,
    private readonly onNotice: (notice: string) => void,
  ) {}

  /** Watches exactly these roots. */
  async follow(roots: readonly Root[]): Promise<void> {
    this.#roots = roots;
    for (const [dir, watch] of this.#watches) {
      if (roots.some((root) => root.dir === dir)) continue;
      this.#watches.delete(dir);
      await (await watch).dispose();
    }
    for (const { dir } of roots) {
      if (this.#watches.has(dir)) continue;
      const handlers = {
        onChange: (files: readonly string[]) => this.changed(files),
        onFallback: this.onNotice,
      };
      this.#watches.set(dir, watchFolder(dir, handlers));
    }
    await Promise.all(this.#watches.values());
  }

  /** @param files absolute paths; each concerns the innermost root above it. */
  changed(files: readonly string[]): void {
    for (const file of files) {
      const root = this.#rootOf(file);
      if (root) this.#pending.add(root);
    }
    if (this.#pending.size > 0) this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  async dispose(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    for (const watch of this.#watches.values()) await (await watch).dispose();
    this.#watches.clear();
  }

  #flush(): void {
    this.#timer = null;
    const roots = [...this.#pending];
    this.#pending.clear();
    for (const root of roots) this.onChange(root);
  }

  #rootOf(file: string): Root | undefined {
    const above = this.#roots.filter((root) => file === root.dir || file.startsWith(root.dir + path.sep));
    return above.sort((a, b) => b.dir.length - a.dir.length)[0];
  }
}
