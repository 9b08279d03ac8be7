import { type CancellationToken, ResponseError } from "vscode-jsonrpc";
import { EngineError, isAbort, messageOf } from "../base/errors";
import type { WireError } from "../protocol/wire";

const REQUEST_CANCELLED = -32800;
const REQUEST_FAILED = -32803;

/**
 * Runs one request: its cancellation token becomes a signal, what it throws becomes the answer. A cancelled
 * request is no error and is not logged; a bug is logged and answered as "internal".
 */
export async function answerRequest<T>(
  token: CancellationToken,
  log: (message: string) => void,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | ResponseError<WireError>> {
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  if (token.isCancellationRequested) abort.abort();
  try {
    return await run(abort.signal);
  } catch (error) {
    if (isAbort(error)) return new ResponseError(REQUEST_CANCELLED, "Cancelled.");
    if (!(error instanceof EngineError))
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const wire: WireError =
      error instanceof EngineError
        ? { kind: error.kind, message: error.message }
        : { kind: "internal", message: `Something went wrong inside Plumbline: ${messageOf(error)}` };
    return new ResponseError(REQUEST_FAILED, wire.message, wire);
  } finally {
    subscription.dispose();
  }
}
