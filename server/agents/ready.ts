import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "../engine/engine";

/** A caller waits so long for a first index; then it gets what is there, and the result says what is under way. */
const FIRST_UPDATE_MS = 20_000;

/**
 * Follows the folders from now on and brings the index up to date behind.
 * @returns what a search waits for: nothing once the first update is over or has taken long enough.
 */
export async function followFolders(engine: Engine, signal: AbortSignal): Promise<() => Promise<void>> {
  await engine.watch();
  // A failed update is in the status, which every search reports.
  const updated = engine.update(signal).then(
    () => {},
    () => {},
  );
  const first = Promise.race([
    updated,
    delay(FIRST_UPDATE_MS, undefined, { signal, ref: false }).catch(() => {}),
  ]);
  return () => first;
}
