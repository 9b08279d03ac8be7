import path from "node:path";
import type { AsyncSubscription } from "@parcel/watcher";
import { alwaysSkipped } from "./ignore";

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

const GIT_MOVES = /^\.git\/(HEAD|packed-refs|refs\/heads\/.+|index)$/;

function concerns(relative: string): boolean {
  const slashed = relative.split(path.sep).join("/");
  if (slashed.startsWith(".git/")) return GIT_MOVES.test(slashed) && !slashed.endsWith(".lock");
  return !slashed.split("/").some(alwaysSkipped);
}
