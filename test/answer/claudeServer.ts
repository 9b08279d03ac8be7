import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A local server that speaks the wire format of Claude's Messages API as far as answers use it: requests are checked as
// the service checks them (400 names what is wrong), answers stream as server-sent events, failures are the documented
// ones. What it says is up to a script. Tests of the answer room, the terminal and the editor share it.

export interface ClaudeServer {
  /** The base URL for the SDK: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Requests in the order they came, the refused ones too. */
  readonly requests: readonly ClaudeRequest[];
  /** Changes what is answered from the next request on. */
  setScript(script: ClaudeScript): void;
  close(): Promise<void>;
}

export interface ClaudeServerOptions {
  readonly script?: ClaudeScript;
  /** Any other key is answered with 401. Without it every key but "" and `wrong-key` is good. */
  readonly apiKey?: string;
}

/** What was asked, read out of the request's body. */
export interface ClaudeRequest {
  readonly model: string;
  readonly system: string;
  readonly question: string;
  readonly sources: readonly {
    readonly source: string;
    readonly title: string;
    readonly blocks: readonly string[];
  }[];
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
  /** Settles when the connection of this request is over; true: the client hung up before the answer was complete. */
  readonly hungUp: Promise<boolean>;
}

/** @param nth of this request, from 0. */
export type ClaudeScript = (request: ClaudeRequest, nth: number) => ClaudeReply;

export type ClaudeReply =
  | {
      readonly blocks: readonly ReplyBlock[];
      readonly stopReason?: "end_turn" | "max_tokens" | "refusal";
      /** What comes after the blocks instead of the end of the message. */
      readonly ending?: "drop" | "hold" | { readonly error: string };
    }
  | { readonly error: { readonly status: number; readonly type: string; readonly retryAfter?: number } }
  | { readonly drop: true };

export interface ReplyBlock {
  readonly text: string;
  readonly cite?: ReplyCitation | readonly ReplyCitation[];
  readonly thinking?: true;
}

/** Blocks `[startBlock, endBlock)` of a source by its place in the request; `citedText` only to tell a lie. */
export interface ReplyCitation {
  readonly source: number;
  readonly startBlock: number;
  readonly endBlock: number;
  readonly citedText?: string;
}

/** Starts on a free port of 127.0.0.1. */
export async function startClaudeServer(options: ClaudeServerOptions = {}): Promise<ClaudeServer> {
  let script = options.script ?? citeFirstLines;
  const requests: ClaudeRequest[] = [];
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((body) => {
      const fault = faultOf(incoming, body, options.apiKey);
      if (fault && (fault.status === 404 || typeof body.model !== "string"))
        return sendError(response, fault);
      const request = requestOf(incoming, response, body);
      const nth = requests.push(request) - 1;
      if (fault) sendError(response, fault);
      else send(response, request, script(request, nth));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setScript: (next) => {
      script = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One true sentence for each of the first three sources: its file, and its first line of code as quoted. */
export const citeFirstLines: ClaudeScript = ({ sources }) => ({
  blocks: sources.slice(0, 3).flatMap(({ source, blocks }, idx): ReplyBlock[] => {
    const file = source.slice(source.lastIndexOf("/") + 1);
    const first = (blocks[0] ?? "").split(/\r\n|\n|\r/).find((line) => line.trim() !== "") ?? "";
    const code = first.includes("`") ? "" : `, from \`${first.trim()}\` on`;
    return [
      { text: `The answer is in \`${file}\`${code}.`, cite: { source: idx, startBlock: 0, endBlock: 1 } },
      { text: " " },
    ];
  }),
});

interface Fault {
  readonly status: number;
  readonly type: string;
  readonly message?: string;
  readonly retryAfter?: number;
}

/** What the service would refuse about a request; null where it is fine. */
function faultOf(
  incoming: IncomingMessage,
  body: Record<string, unknown>,
  apiKey: string | undefined,
): Fault | null {
  const invalid = (message: string): Fault => ({ status: 400, type: "invalid_request_error", message });
  const path = (incoming.url ?? "").replace(/\?.*$/, "");
  if (incoming.method !== "POST" || path !== "/v1/messages") return { status: 404, type: "not_found_error" };
  // The SDK sends the key as a bearer token; older ones sent x-api-key, and the service takes both.
  const key = incoming.headers.authorization?.replace(/^Bearer /, "") ?? incoming.headers["x-api-key"];
  if (apiKey === undefined ? !key || key === "wrong-key" : key !== apiKey) {
    return { status: 401, type: "authentication_error", message: "invalid API key" };
  }
  if (!incoming.headers["anthropic-version"]) return invalid("anthropic-version: header is required");
  if (!/^application\/json/.test(incoming.headers["content-type"] ?? ""))
    return invalid("content-type: not JSON");
  if (typeof body.model !== "string" || body.model === "") return invalid("model: Field required");
  if (!Number.isInteger(body.max_tokens)) return invalid("max_tokens: Field required");
  if (body.stream !== true) return invalid("stream: this server only streams");
  const problem = systemProblem(body.system) ?? messagesProblem(body.messages);
  return problem ? invalid(problem) : null;
}

function systemProblem(system: unknown): string | null {
  const [first] = asList(system);
  if (first?.type !== "text" || !hasText(first.text)) return "system.0: a text block is required";
  const cache = first.cache_control as Block | undefined;
  return cache?.type === "ephemeral" ? null : "system.0.cache_control: these tests require it";
}

function messagesProblem(messages: unknown): string | null {
  const [message, ...others] = asList(messages);
  if (message?.role !== "user" || others.length > 0) return "messages: one user message is required";
  for (const [idx, block] of asList(message.content).entries()) {
    const at = `messages.0.content.${idx}`;
    if (block.type === "text") {
      if (!hasText(block.text)) return `${at}.text: text content blocks must contain non-whitespace text`;
    } else if (block.type !== "search_result") return `${at}.type: unexpected ${String(block.type)}`;
    else {
      if (typeof block.source !== "string" || typeof block.title !== "string")
        return `${at}: source, title required`;
      if ((block.citations as Block | undefined)?.enabled !== true) return `${at}.citations: must be enabled`;
      const texts = asList(block.content);
      if (texts.length === 0) return `${at}.content: at least one text block is required`;
      if (!texts.every((text) => text.type === "text" && hasText(text.text)))
        return `${at}.content: empty text block`;
    }
  }
  return null;
}

type Block = Record<string, unknown>;

function asList(value: unknown): Block[] {
  return Array.isArray(value) ? (value as Block[]) : [];
}

function hasText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function requestOf(incoming: IncomingMessage, response: ServerResponse, body: Block): ClaudeRequest {
  const content = asList(asList(body.messages)[0]?.content);
  return {
    model: String(body.model),
    system: asList(body.system)
      .map((block) => String(block.text))
      .join("\n"),
    question: content
      .filter((block) => block.type === "text")
      .map((block) => String(block.text))
      .join("\n"),
    sources: content
      .filter((block) => block.type === "search_result")
      .map((block) => ({
        source: String(block.source),
        title: String(block.title),
        blocks: asList(block.content).map((text) => String(text.text)),
      })),
    headers: incoming.headers,
    body,
    hungUp: new Promise((resolve) => response.once("close", () => resolve(!response.writableEnded))),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Block> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
  try {
    return JSON.parse(text) as Block;
  } catch {
    return {};
  }
}

function send(response: ServerResponse, request: ClaudeRequest, reply: ClaudeReply): void {
  if ("drop" in reply) response.destroy();
  else if ("error" in reply) sendError(response, reply.error);
  else stream(response, request, reply);
}

function sendError(response: ServerResponse, { status, type, message, retryAfter }: Fault): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "request-id": "req_test",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  });
  response.end(
    JSON.stringify({ type: "error", error: { type, message: message ?? type }, request_id: "req_test" }),
  );
}

function stream(
  response: ServerResponse,
  request: ClaudeRequest,
  reply: Extract<ClaudeReply, { readonly blocks: unknown }>,
): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "request-id": "req_test" });
  const event = (data: Block): void => {
    response.write(`event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  event({ type: "message_start", message: emptyMessage(request.model) });
  reply.blocks.forEach((block, index) => {
    for (const data of blockEvents(block, index, request)) event(data);
    event({ type: "ping" });
  });
  if (reply.ending === "hold") return; // Nothing more comes until the client hangs up.
  if (reply.ending === "drop") {
    response.socket?.end(); // What was written arrives; the message does not end.
    return;
  }
  if (reply.ending) {
    event({ type: "error", error: { type: reply.ending.error, message: reply.ending.error } });
  } else {
    const delta = { stop_reason: reply.stopReason ?? "end_turn", stop_sequence: null };
    event({ type: "message_delta", delta, usage: { output_tokens: 25 } });
    event({ type: "message_stop" });
  }
  response.end();
}

function emptyMessage(model: string): Block {
  const usage = {
    input_tokens: 900,
    output_tokens: 1,
    cache_creation_input_tokens: 300,
    cache_read_input_tokens: 0,
  };
  const state = { stop_reason: null, stop_sequence: null, usage };
  return { id: "msg_test", type: "message", role: "assistant", model, content: [], ...state };
}

function* blockEvents(block: ReplyBlock, index: number, request: ClaudeRequest): Generator<Block> {
  if (block.thinking) {
    yield {
      type: "content_block_start",
      index,
      content_block: { type: "thinking", thinking: "", signature: "" },
    };
    yield { type: "content_block_delta", index, delta: { type: "thinking_delta", thinking: block.text } };
  } else {
    const cites = block.cite === undefined ? [] : [block.cite].flat();
    const citations = cites.length > 0 ? { citations: [] } : {};
    yield { type: "content_block_start", index, content_block: { type: "text", text: "", ...citations } };
    for (const piece of block.text.match(/[\s\S]{1,12}/g) ?? []) {
      yield { type: "content_block_delta", index, delta: { type: "text_delta", text: piece } };
    }
    for (const cite of cites) {
      const citation = citationOf(cite, request);
      yield { type: "content_block_delta", index, delta: { type: "citations_delta", citation } };
    }
  }
  yield { type: "content_block_stop", index };
}

function citationOf(cite: ReplyCitation, request: ClaudeRequest): Block {
  const source = request.sources[cite.source];
  return {
    type: "search_result_location",
    cited_text: cite.citedText ?? source?.blocks.slice(cite.startBlock, cite.endBlock).join("") ?? "",
    search_result_index: cite.source,
    source: source?.source ?? "",
    title: source?.title ?? null,
    start_block_index: cite.startBlock,
    end_block_index: cite.endBlock,
  };
}
