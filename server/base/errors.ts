export type EngineErrorKind =
  | "bad-query" // The question or a filter cannot be understood.
  | "bad-folder" // A folder is missing, unreadable or holds nothing to index.
  | "index-unreadable" // The store is damaged in a way that could not be repaired.
  | "index-busy" // Another process writes this store.
  | "model-missing" // The embedding model cannot be loaded.
  | "embedding-refused" // The embedding service said no: key, quota, unknown model.
  | "embedding-unreachable" // The embedding service did not answer.
  | "answer-refused" // The answering service said no: key, quota, overload.
  | "answer-unreachable" // The answering service did not answer.
  | "output-unwritable"; // What was found cannot be handed on: disk full.

/** A failure the user can act on: `message` is one plain sentence saying what to do, `cause` the original. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly kind: EngineErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The text of anything thrown, for logs and for the `cause` shown to people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error is an abort of ours: a cancelled request is no failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
