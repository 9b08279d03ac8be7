import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A local server that speaks OpenAI's chat completions as OpenAI, Ollama, LM Studio and vLLM stream them: one JSON event
// a `data:` line, a finish reason, `[DONE]`. What it says is up to the test.

export interface ChatServer {
  readonly url: string; // With `/v1`.
  readonly requests: readonly ChatRequest[];
  setReply(reply: ChatReply | readonly ChatReply[]): void;
  close(): Promise<void>;
}

export interface ChatRequest {
  readonly key: string;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Settles when the connection is over; true: the client hung up before the end. */
  readonly hungUp: Promise<boolean>;
}

export type ChatReply =
  | {
      readonly text: string;
      readonly finish?: "stop" | "length" | "content_filter";
      readonly ending?: "drop" | "hold";
    }
  | { readonly status: number; readonly retryAfter?: number };

export async function startChatServer(): Promise<ChatServer> {
  let replies: readonly ChatReply[] = [{ text: "NOT_IN_SOURCES" }];
  const requests: ChatRequest[] = [];
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((body) => {
      const { model, messages, stream } = JSON.parse(body) as Omit<ChatRequest, "key"> & { stream: boolean };
      const key = incoming.headers.authorization?.replace(/^Bearer /, "") ?? "";
      const hungUp = new Promise<boolean>((resolve) =>
        response.once("close", () => resolve(!response.writableEnded)),
      );
      const nth = requests.push({ key, model, messages, hungUp }) - 1;
      if (incoming.url !== "/v1/chat/completions" || !stream) return void response.writeHead(404).end("{}");
      if (key === "wrong-key") return void response.writeHead(401).end('{"error":{"message":"bad key"}}');
      send(response, replies[Math.min(nth, replies.length - 1)] ?? { text: "" });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    setReply: (next) => {
      replies = [next].flat();
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of incoming) body += String(part);
  return body;
}

/** Pieces of a few signs, cut anywhere, as models stream them. */
function send(response: ServerResponse, reply: ChatReply): void {
  if ("status" in reply) {
    const headers = reply.retryAfter ? { "retry-after": String(reply.retryAfter) } : {};
    response.writeHead(reply.status, headers).end('{"error":{"message":"no"}}');
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const event = (delta: object, finish: string | null) =>
    response.write(
      `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  event({ role: "assistant", content: "" }, null);
  for (let at = 0; at < reply.text.length; at += 7) event({ content: reply.text.slice(at, at + 7) }, null);
  if (reply.ending === "drop") return void setImmediate(() => response.destroy());
  if (reply.ending === "hold") return;
  event({}, reply.finish ?? "stop");
  response.end("data: [DONE]\n\n");
}
