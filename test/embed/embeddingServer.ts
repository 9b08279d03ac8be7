import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A local server that speaks `POST /v1/embeddings` as OpenAI, Voyage and Ollama do. It fails as the test says, a reply a
// request; once these are used up it embeds.

export interface EmbeddingServer {
  readonly url: string; // With `/v1`.
  readonly requests: readonly EmbeddingRequest[];
  /** Most requests that were open at the same time. */
  readonly nAtOnce: number;
  fail(...replies: readonly Failure[]): void;
  /** Answers nothing until so many requests are open. */
  holdUntil(nOpen: number): void;
  /** The model behind the name is another one from now on. */
  replaceModel(seed: number): void;
  close(): Promise<void>;
}

export interface EmbeddingRequest {
  readonly key: string;
  readonly model: string;
  readonly input: readonly string[];
  readonly input_type?: string;
  readonly dimensions?: number;
  readonly output_dimension?: number;
}

export type Failure =
  | { readonly status: number; readonly retryAfter?: string; readonly body?: object }
  | { readonly does: "hang" | "drop" | "answer nonsense" | "shorten vectors" | "leave one out" };

const DIM = 16;

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  let failures: Failure[] = [];
  let seed = 1;
  let nOpen = 0;
  let nAwaited = 0;
  let held: (() => void)[] = [];
  const state = { nAtOnce: 0 };
  const requests: EmbeddingRequest[] = [];
  const server = createServer(async (incoming, response) => {
    state.nAtOnce = Math.max(state.nAtOnce, ++nOpen);
    response.once("close", () => nOpen--);
    const request = {
      ...JSON.parse(await readBody(incoming)),
      key: incoming.headers.authorization?.replace(/^Bearer /, "") ?? "",
    } as EmbeddingRequest;
    requests.push(request);
    if (nOpen < nAwaited) await new Promise<void>((resolve) => held.push(resolve));
    nAwaited = 0;
    for (const release of held) release();
    held = [];
    const failure = failures.shift();
    if (incoming.url !== "/v1/embeddings" || request.model === "unknown")
      return sendJson(response, 404, error("no such model"));
    if (request.key === "wrong-key") return sendJson(response, 401, error("invalid key"));
    if (!failure) return sendJson(response, 200, embeddings(request, seed));
    fail(response, failure, request, seed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get nAtOnce() {
      return state.nAtOnce;
    },
    fail: (...replies) => {
      failures = [...replies];
      requests.length = 0;
    },
    holdUntil: (n) => {
      nAwaited = n;
    },
    replaceModel: (next) => {
      seed = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fail(response: ServerResponse, failure: Failure, request: EmbeddingRequest, seed: number): void {
  if ("status" in failure) {
    const { status, retryAfter, body } = failure;
    if (retryAfter) response.setHeader("retry-after", retryAfter);
    sendJson(response, status, body ?? error("no"));
    return;
  }
  const whole = embeddings(request, seed);
  if (failure.does === "drop") response.destroy();
  else if (failure.does === "answer nonsense") response.end("<html>Bad gateway</html>");
  else if (failure.does === "leave one out") sendJson(response, 200, { ...whole, data: whole.data.slice(1) });
  else if (failure.does === "shorten vectors")
    sendJson(response, 200, {
      ...whole,
      data: whole.data.map((one) => ({ ...one, embedding: one.embedding.slice(0, 7) })),
    });
}

/** Words hashed into signed buckets: like texts have like vectors. Last text first, as `index` allows. */
function embeddings({ input, model, dimensions, output_dimension }: EmbeddingRequest, seed: number) {
  const dim = dimensions ?? output_dimension ?? DIM;
  const data = input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: embed(text, dim, seed),
  }));
  const tokens = input.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return {
    object: "list",
    data: data.reverse(),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

export function embed(text: string, dim = DIM, seed = 1): number[] {
  const vector: number[] = new Array(dim).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    let hash = seed * 7919;
    for (const char of word) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
    vector[(hash >>> 1) % dim]! += hash & 1 ? 1 : -1;
  }
  return vector;
}

const error = (message: string) => ({ error: { message, type: "invalid_request_error" } });

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of incoming) body += String(part);
  return body;
}
