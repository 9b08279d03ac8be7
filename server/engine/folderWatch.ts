import path from "node:path";
import type { Disposable } from "../base/disposable";
import type { Root } from "../workspace/roots";
import { watchFolder, watchHead } from "../workspace/watch";
import type { Scope } from "./updateLoop";

/** Changes within this time are one update: a checkout writes hundreds of files. */
const GATHER_MS = 60;
/** What one of these says holds for other files too. */
const RULE_FILE = /(^|\/)(\.gitignore|\.plumblineignore)$/;

interface Watching {
  dispose(): Promise<void>;
}

/** Follows the open folders and says which of them changed, and where. */
export class FolderWatch implements Disposable {
  readonly #watches = new Map<string, Promise<readonly Watching[]>>();
  readonly #pending = new Map<Root, Set<string> | "all">();
  #timer: NodeJS.Timeout | null = null;
  #roots: readonly Root[] = [];

  constructor(
    private readonly onChange: (root: Root, scope: Scope) => void,
    private readonly onNotice: (notice: string) => void,
  ) {}

  /** Watches exactly these roots. */
  async follow(roots: readonly Root[]): Promise<void> {
    this.#roots = roots;
    for (const [dir, watches] of this.#watches) {
      if (roots.some((root) => root.dir === dir)) continue;
      this.#watches.delete(dir);
      await disposeAll(await watches);
    }
    for (const root of roots) {
      if (!this.#watches.has(root.dir)) this.#watches.set(root.dir, this.#watch(root));
    }
    await Promise.all(this.#watches.values());
  }

  /** @param files absolute paths; each concerns the innermost root above it. */
  changed(files: readonly string[]): void {
    for (const file of files) {
      const root = this.#rootOf(file);
      if (root) this.#note(root, path.relative(root.repoRoot, file).split(path.sep).join("/"));
    }
  }

  async dispose(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    for (const watches of this.#watches.values()) await disposeAll(await watches);
    this.#watches.clear();
  }

  #watch(root: Root): Promise<readonly Watching[]> {
    const handlers = {
      onChange: (files: readonly string[]) => this.changed(files),
      onFallback: this.onNotice,
    };
    return Promise.all([watchFolder(root.dir, handlers), watchHead(root, () => this.#note(root, "all"))]);
  }

  /** @param file relative to the repository; "all": any of its files. */
  #note(root: Root, file: string): void {
    const known = this.#pending.get(root);
    const isWhole = file === "all" || file === "" || file.startsWith(".git/") || RULE_FILE.test(file);
    if (isWhole || known === "all" || `${file}/` === root.prefix) this.#pending.set(root, "all");
    else this.#pending.set(root, (known ?? new Set()).add(file));
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    this.#timer = null;
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const [root, files] of pending) this.onChange(root, files === "all" ? "all" : [...files]);
  }

  #rootOf(file: string): Root | undefined {
    const above = this.#roots.filter((root) => file === root.dir || file.startsWith(root.dir + path.sep));
    return above.sort((a, b) => b.dir.length - a.dir.length)[0];
  }
}

async function disposeAll(watches: readonly Watching[]): Promise<void> {
  for (const watch of watches) await watch.dispose();
}
