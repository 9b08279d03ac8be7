import { EngineError, messageOf } from "../base/errors";
import { hostOf, type Provider, type ServiceSpec } from "./modelSpec";

/** What one request to an embedding service came to. */
export type Reply =
  | { readonly kind: "vectors"; readonly vectors: readonly Float32Array[]; readonly tokens: number | null }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly said: string;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: "unreachable"; readonly cause: unknown };

/** Whether asking again may help. */
export function isPassing(reply: Reply): boolean {
  if (reply.kind === "unreachable") return true;
  return reply.kind === "refused" && (reply.status === 408 || reply.status === 429 || reply.status >= 500);
}

const KEYS: Readonly<Record<Provider, string>> = {
  openai: "OPENAI_API_KEY",
  voyage: "VOYAGE_API_KEY",
  compatible: "PLUMBLINE_EMBEDDING_KEY",
};

/** Host, cause and what to change, in one sentence. */
export function serviceError(spec: ServiceSpec, reply: Exclude<Reply, { kind: "vectors" }>): EngineError {
  const service = `The embedding service at ${hostOf(spec)}`;
  if (reply.kind === "unreachable") {
    const message = `${service} could not be reached (${causeOf(reply.cause)}); check the network and plumbline.embedding.baseUrl.`;
    return new EngineError("embedding-unreachable", message, { cause: reply.cause });
  }
  return new EngineError("embedding-refused", `${service} ${refusal(spec, reply)}`);
}

function refusal(
  { provider, model }: ServiceSpec,
  { status, said, retryAfterMs }: Extract<Reply, { kind: "refused" }>,
): string {
  if (status === 401 || status === 403)
    return `refused the key (${status}); set another one with “Plumbline: Set Embedding Key” or in ${KEYS[provider]}.`;
  if (status === 404)
    return `does not know the model ${model} (404); choose another plumbline.embedding.model.`;
  if (status === 402)
    return "says the account has no credit left (402); add credit, or choose another plumbline.embedding.model.";
  if (status === 429) {
    const when = retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} seconds` : "later";
    return `limits how much may be sent (429); it is tried again ${when}, or choose another plumbline.embedding.model.`;
  }
  if (status >= 500)
    return `has trouble of its own (${status}); it is tried again later, or choose another plumbline.embedding.model.`;
  return `did not accept the request (${status}${said ? `: ${said}` : ""}); check plumbline.embedding.model.`;
}

/** The innermost cause says more than "fetch failed". */
function causeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  return messageOf(cause) || "no reason given";
}
