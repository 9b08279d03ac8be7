import { promises as fs } from "node:fs";
import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import lockfile from "proper-lockfile";
import { EngineError } from "../base/errors";

/** A lock not renewed for this long belongs to a killed process and is taken over. */
const STALE_MS = 10_000;
const RETRY_MS = 150;
const GIVE_UP_MS = 10 * 60_000;

/**
 * Takes the one writer's lock of a store folder; waits while another process (a second window, the terminal)
 * writes, and takes over from one that died.
 *
 * @returns the release. @throws EngineError "index-busy" after ten minutes.
 */
export async function lockStore(folder: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  await fs.mkdir(folder, { recursive: true });
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const release = await lockfile.lock(folder, {
        stale: STALE_MS,
        update: STALE_MS / 4,
        lockfilePath: `${folder}.lock`,
        // The folder was deleted under us: the next update starts anew, nothing to save here.
        onCompromised: () => {},
      });
      await fs.writeFile(ownerFile(folder), `${os.hostname()} ${process.pid}`);
      return async () => {
        await fs.rm(ownerFile(folder), { force: true }).catch(() => {});
        await release().catch(() => {});
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
      if (await breakDead(folder)) continue;
      if (Date.now() > deadline) {
        throw new EngineError(
          "index-busy",
          "Another process has been writing this index for ten minutes; close it or choose another store with --store.",
        );
      }
      await delay(RETRY_MS, undefined, signal ? { signal } : undefined);
    }
  }
}

/** Beside the lock: who holds it, `host pid`. */
function ownerFile(folder: string): string {
  return `${folder}.owner`;
}

/** Takes the lock from a process of this machine that is gone, without waiting for it to go stale. */
async function breakDead(folder: string): Promise<boolean> {
  const [host, pid] = (await fs.readFile(ownerFile(folder), "utf8").catch(() => "")).split(" ");
  if (host !== os.hostname() || !pid || isAlive(Number(pid))) return false;
  // Only one waiter may break it: whoever moves the note away. A new holder writes its own after taking the lock.
  const moved = `${ownerFile(folder)}.${process.pid}`;
  try {
    await fs.rename(ownerFile(folder), moved);
    await fs.rm(moved, { force: true });
    await fs.rm(`${folder}.lock`, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
