const MAX_CRASHES = 4;
const WINDOW_MS = 3 * 60_000;

/**
 * Decides whether a server that died is started again: yes, unless it died more than four times within
 * three minutes. A server that dies at once would otherwise eat a processor for ever.
 */
export class RestartPolicy {
  #crashes: number[] = [];

  /** @param nowMs when it died, on any clock that only moves forward. */
  crashed(nowMs: number): "restart" | "give-up" {
    this.#crashes = [...this.#crashes.filter((at) => nowMs - at < WINDOW_MS), nowMs];
    return this.#crashes.length > MAX_CRASHES ? "give-up" : "restart";
  }

  /** A person asked for a restart: earlier crashes no longer count. */
  reset(): void {
    this.#crashes = [];
  }
}
