import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { streamSSE } from "hono/streaming";
import { EngineError, isAbort, messageOf } from "../base/errors";
import { guard, refusal } from "./guard";
import { openApi } from "./openApi";
import { TOOLS, type Tool, type ToolContext } from "./tools";
import { TooManyRequests, Turns } from "./turns";

export interface HttpSetup {
  readonly token: string;
  readonly version: string;
  readonly tools: ToolContext;
  /** Answers MCP requests, where they are wanted here too. */
  readonly mcp: ((request: Request) => Promise<Response>) | null;
}

const MAX_BODY_BYTES = 1_000_000;
/** The engine searches on one thread: more side by side only means that each takes longer. */
const AT_ONCE = 4;
const MAX_WAITING = 256;

/** The loopback HTTP API: `POST /search`, `/ask`, …, `GET /openapi.json`, `GET /status`, and `/mcp`. */
export function httpApp({ token, version, tools, mcp }: HttpSetup): Hono {
  const app = new Hono();
  const turns = new Turns(AT_ONCE, MAX_WAITING);
  app.use(guard(token));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }));
  app.get("/openapi.json", (c) => c.json(openApi(version)));
  app.get("/status", async (c) => c.json(await tools.engine.status()));
  for (const tool of TOOLS) {
    app.post(`/${tool.name}`, async (c) => {
      const input = await bodyOf(c);
      const { signal } = c.req.raw;
      const wantsStream = tool.name === "ask" && c.req.header("accept")?.includes("text/event-stream");
      if (wantsStream) return stream(c, tool, input, { turns, tools });
      return c.json((await turns.run(() => tool.run(input, tools, signal), signal)).data);
    });
  }
  if (mcp) app.all("/mcp", (c) => turns.run(() => mcp(c.req.raw), c.req.raw.signal));
  app.notFound((c) =>
    c.json(refusal(`There is no ${c.req.path} here; see /openapi.json.`, "not-found"), 404),
  );
  app.onError((error, c) => {
    const { status, body } = failureOf(error);
    if (status === 429) c.header("Retry-After", "1");
    return c.json(body, status);
  });
  return app;
}

async function bodyOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // Larger than allowed, or the sender left.
    throw new EngineError("bad-query", "The body must be JSON; see /openapi.json.", { cause: error });
  }
}

/** Snapshots as `progress`, then one `answer` or one `error`. The asker who leaves ends the work. */
function stream(
  c: Context,
  tool: Tool,
  input: unknown,
  { turns, tools }: { turns: Turns; tools: ToolContext },
): Response {
  return streamSSE(c, async (out) => {
    const abort = new AbortController();
    out.onAbort(() => abort.abort());
    const send = (event: string, data: object) => out.writeSSE({ event, data: JSON.stringify(data) });
    const context = { ...tools, onProgress: (snapshot: object) => void send("progress", snapshot) };
    try {
      const { data } = await turns.run(() => tool.run(input, context, abort.signal), abort.signal);
      await send("answer", data);
    } catch (error) {
      if (!isAbort(error)) await send("error", failureOf(error).body);
    }
  });
}

function failureOf(error: unknown) {
  if (error instanceof TooManyRequests)
    return {
      status: 429,
      body: refusal("Too many requests at once; try again in a moment.", "busy"),
    } as const;
  if (error instanceof EngineError) {
    const status = error.kind === "bad-query" || error.kind === "bad-folder" ? 400 : 500;
    return { status, body: refusal(error.message, error.kind) } as const;
  }
  const message = `Something went wrong inside Plumbline: ${messageOf(error)}`;
  return { status: 500, body: refusal(message, "internal") } as const;
}

function tooLarge(c: Context) {
  return c.json(refusal(`The body is larger than ${MAX_BODY_BYTES.toLocaleString("en")} bytes.`), 413);
}
