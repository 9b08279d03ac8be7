import type { EmbedSide } from "./embedder";
import { prefixesOf, type ServiceSpec } from "./modelSpec";
import type { Reply } from "./serviceErrors";

/** One request of `POST /embeddings`, as OpenAI made it and the others took it over. Never throws but at `signal`. */
export async function callService(
  spec: ServiceSpec,
  texts: readonly string[],
  side: EmbedSide,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Reply> {
  try {
    const response = await fetch(`${spec.baseUrl}/embeddings`, {
      method: "POST",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: {
        "content-type": "application/json",
        ...(spec.apiKey ? { authorization: `Bearer ${spec.apiKey}` } : {}),
      },
      body: JSON.stringify(bodyOf(spec, texts, side)),
    });
    return readReply(response.status, response.headers, await response.text());
  } catch (cause) {
    signal.throwIfAborted();
    return { kind: "unreachable", cause };
  }
}

function bodyOf(spec: ServiceSpec, texts: readonly string[], side: EmbedSide): object {
  const { model, dims, provider } = spec;
  if (provider === "voyage") {
    const type = side === "query" ? "query" : "document";
    return { model, input: texts, input_type: type, ...(dims ? { output_dimension: dims } : {}) };
  }
  const { queryPrefix, documentPrefix } = prefixesOf(spec);
  const prefix = side === "query" ? queryPrefix : documentPrefix;
  const input = texts.map((text) => prefix + text);
  return { model, input, encoding_format: "float", ...(dims ? { dimensions: dims } : {}) };
}

interface Body {
  readonly data?: readonly { readonly index?: number; readonly embedding?: unknown }[];
  readonly usage?: { readonly total_tokens?: number; readonly prompt_tokens?: number };
  readonly error?: ErrorBody | string;
  readonly detail?: unknown;
  readonly status?: unknown;
}
interface ErrorBody {
  readonly message?: string;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly type?: unknown;
  readonly retry_after?: unknown;
}

/** Gateways answer 200 with an error inside: what the body says counts. */
function readReply(status: number, headers: Headers, text: string): Reply {
  const body = parse(text);
  const { data, usage } = body;
  const vectors = status < 400 && Array.isArray(data) ? vectorsOf(data) : null;
  if (vectors)
    return { kind: "vectors", vectors, tokens: usage?.total_tokens ?? usage?.prompt_tokens ?? null };
  const error = typeof body.error === "object" ? body.error : undefined;
  const said = error?.message ?? (typeof body.error === "string" ? body.error : String(body.detail ?? ""));
  const retryAfterMs = waitOf(headers.get("retry-after")) ?? waitOf(error?.retry_after);
  return {
    kind: "refused",
    status: status >= 400 ? status : hiddenStatus(body, error),
    said: said.slice(0, 200),
    retryAfterMs,
  };
}

/** Bad gateway for an answer that is none: worth another try. */
const NO_ANSWER = 502;

function hiddenStatus(body: Body, error: ErrorBody | undefined): number {
  for (const value of [error?.status, error?.code, body.status]) {
    if (Number(value) >= 400 && Number(value) < 600) return Number(value);
  }
  const isLimit = [error?.type, error?.code].some((name) => /rate_?limit|too_many/i.test(String(name ?? "")));
  return isLimit ? 429 : NO_ANSWER;
}

function vectorsOf(data: NonNullable<Body["data"]>): Float32Array[] | null {
  const vectors: Float32Array[] = new Array(data.length);
  for (const [at, { index, embedding }] of data.entries()) {
    if (!Array.isArray(embedding)) return null;
    vectors[index ?? at] = Float32Array.from(embedding as number[]);
  }
  return Object.keys(vectors).length === data.length ? vectors : null; // An index may repeat or lie outside.
}

/** Seconds, or a date. */
function waitOf(value: unknown): number | null {
  if (value === null || value === undefined || value === "") return null;
  const ms = Number.isNaN(Number(value)) ? Date.parse(String(value)) - Date.now() : Number(value) * 1000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function parse(text: string): Body {
  try {
    return (JSON.parse(text) as Body | null) ?? {};
  } catch {
    return { error: text };
  }
}
