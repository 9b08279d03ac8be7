import type { WireError } from "../server/protocol/wire";

/** A request the server could not fulfil; `message` is one plain sentence for people. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  constructor(readonly wire: WireError) {
    super(wire.message);
  }
}

export const NOT_RUNNING: WireError = {
  kind: "not-running",
  message: "Plumbline is not running. Turn on plumbline.enabled or run Plumbline: Restart Server.",
};

// Request cancelled, content modified, server cancelled: codes of the language server protocol.
const CANCELLED_CODES: readonly unknown[] = [-32800, -32801, -32802];
// Codes of JSON-RPC for a connection that is closed, or was closed while the answer was awaited.
const DISCONNECTED_CODES: readonly unknown[] = [-32097, -32099, -32096];

/** What to tell about anything thrown by a request; null where it was only cancelled. */
export function wireErrorOf(thrown: unknown): WireError | null {
  if (thrown instanceof RequestFailure) return thrown.wire;
  if (!(thrown instanceof Error)) return { kind: "internal", message: String(thrown) };
  const { code, data } = thrown as Error & { code?: unknown; data?: unknown };
  if (CANCELLED_CODES.includes(code) || thrown.name === "Canceled" || thrown.name === "AbortError")
    return null;
  if (isWireError(data)) return data;
  if (DISCONNECTED_CODES.includes(code) || thrown.name === "ConnectionError") {
    return { kind: "not-running", message: "The Plumbline server stopped before it answered. Try again." };
  }
  return { kind: "internal", message: `Plumbline failed: ${thrown.message}` };
}

function isWireError(value: unknown): value is WireError {
  if (typeof value !== "object" || value === null) return false;
  const { kind, message } = value as { kind?: unknown; message?: unknown };
  return typeof kind === "string" && typeof message === "string";
}
