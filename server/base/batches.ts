/** Cuts `items` into runs of at most `size`, in order. */
export function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Lets other work of the event loop run: long loops await it so that nothing blocks for more than 50 ms. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
