import path from "node:path";
import type { AsyncSubscription } from "@parcel/watcher";
import { gitDirOf } from "./git";
import { alwaysSkipped } from "./ignore";
import type { Root } from "./roots";

export interface WatchHandlers {
  /** Something below the folder changed; paths are absolute. Calls are not debounced. */
  readonly onChange: (files: readonly string[]) => void;
  /** Watching is impossible here (limit reached, network mount) and polling took over; one plain sentence. */
  readonly onFallback: (notice: string) => void;
}

const POLL_MS = 5_000;

/**
 * Watches a folder until disposed. Changes inside `.git` count only where they move HEAD or a branch: those are
 * checkouts and commits, the rest is git's own bookkeeping.
 */
export async function watchFolder(
  dir: string,
  handlers: WatchHandlers,
): Promise<{ dispose(): Promise<void> }> {
  try {
    const subscription = await subscribe(dir, handlers);
    return { dispose: () => subscription.unsubscribe() };
  } catch {
    handlers.onFallback(
      `Files in ${path.basename(dir)} cannot be watched here, so they are checked every 5 seconds.`,
    );
    const timer = setInterval(() => handlers.onChange([dir]), POLL_MS);
    return { dispose: async () => clearInterval(timer) };
  }
}

async function subscribe(dir: string, { onChange, onFallback }: WatchHandlers): Promise<AsyncSubscription> {
  // Loaded here: the native part may be missing on this machine.
  const watcher = await import("@parcel/watcher");
  return watcher.subscribe(
    dir,
    (error, events) => {
      if (error) onFallback(`Watching ${path.basename(dir)} stopped: ${error.message}`);
      const files = events.map((event) => event.path).filter((file) => concerns(path.relative(dir, file)));
      if (error || files.length > 0) onChange(files);
    },
    { ignore: ["**/node_modules", "**/.git/objects", "**/.git/logs"] },
  );
}

/**
 * Follows the HEAD of a root whose git folder lies elsewhere: a linked worktree, a submodule, a folder deep inside its
 * repository. Where it lies inside, `watchFolder` sees it.
 */
export async function watchHead(
  root: Pick<Root, "dir" | "kind">,
  onMove: () => void,
): Promise<{ dispose(): Promise<void> }> {
  const nothing = { dispose: async () => {} };
  const gitDir = root.kind === "git" ? await gitDirOf(root.dir) : null;
  if (!gitDir || gitDir.startsWith(root.dir + path.sep)) return nothing;
  try {
    const watcher = await import("@parcel/watcher");
    const subscription = await watcher.subscribe(
      gitDir,
      (_, events) => {
        const moves = events.some((event) =>
          GIT_MOVES.test(`.git/${slashed(path.relative(gitDir, event.path))}`),
        );
        if (moves) onMove();
      },
      { ignore: ["objects", "logs", "modules", "worktrees", "lfs"].map((name) => path.join(gitDir, name)) },
    );
    return { dispose: () => subscription.unsubscribe() };
  } catch {
    return nothing; // The folder's own watcher says so; the files that a move writes are seen by themselves.
  }
}

const GIT_MOVES = /^\.git\/(HEAD|packed-refs|refs\/heads\/.+|index)$/;

function concerns(relative: string): boolean {
  const file = slashed(relative);
  if (file.startsWith(".git/")) return GIT_MOVES.test(file) && !file.endsWith(".lock");
  return !file.split("/").some(alwaysSkipped);
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
