import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { EngineError } from "../base/errors";

export interface Listening {
  readonly url: string; // http://127.0.0.1:PORT
  /** Ends open connections too. */
  close(): Promise<void>;
}

/**
 * Listens on loopback only, whatever is asked.
 * @param port 0 takes a free one.
 * @throws EngineError "bad-query" where the port is taken.
 */
export function listen(app: Hono, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, (info: AddressInfo) =>
      resolve({ url: `http://127.0.0.1:${info.port}`, close }),
    );
    const close = () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = `Port ${port} cannot be used (${error.code}); choose another with --port, or 0 for a free one.`;
      reject(new EngineError("bad-query", message, { cause: error }));
    });
  });
}
