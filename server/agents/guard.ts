import { timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { hashOf } from "../base/hash";

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Lets in only who has the token and talks to this machine by its own name. A page in a browser can send requests to
 * loopback, or have its own name point there (DNS rebinding): its Origin or Host gives it away.
 */
export function guard(token: string): MiddlewareHandler {
  const expected = Buffer.from(hashOf(token));
  return async (c, next) => {
    const origin = c.req.header("origin");
    if (!LOOPBACK.test(c.req.header("host") ?? ""))
      return c.json(refusal("This API answers only to 127.0.0.1 or localhost."), 403);
    if (origin !== undefined) return c.json(refusal("This API is for programs, not for web pages."), 403);
    const [, bearer = ""] = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    // Hashes have one length, as timingSafeEqual demands.
    if (!timingSafeEqual(Buffer.from(hashOf(bearer)), expected)) {
      c.header("WWW-Authenticate", "Bearer");
      return c.json(
        refusal("Send the token that was printed at the start: Authorization: Bearer TOKEN."),
        401,
      );
    }
    return next();
  };
}

export function refusal(message: string, kind = "refused") {
  return { error: { kind, message } };
}
