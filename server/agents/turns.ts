import PQueue from "p-queue";

/** More requests than can wait. */
export class TooManyRequests extends Error {
  override readonly name = "TooManyRequests";
}

/**
 * A few requests run, some wait, the rest is told to come again: a thousand at once slow nobody down and need no more
 * memory than the few.
 */
export class Turns {
  readonly #queue: PQueue;

  constructor(
    concurrency: number,
    private readonly maxWaiting: number,
  ) {
    this.#queue = new PQueue({ concurrency });
  }

  /** @throws TooManyRequests at once; an AbortError where the asker left while waiting. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#queue.size >= this.maxWaiting) throw new TooManyRequests();
    return this.#queue.add(work, { signal });
  }
}
