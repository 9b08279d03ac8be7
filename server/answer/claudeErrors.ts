import { APIConnectionError, APIConnectionTimeoutError, APIError } from "@anthropic-ai/sdk";
import { EngineError } from "../base/errors";

/** The connection ended before the answer did. */
export class StreamBroken extends Error {}

/** The model ended with the stop reason `refusal`. */
export class AnswerDeclined extends Error {}

const SET_KEY = "set another key with the command “Plumbline: Set API Key” or in ANTHROPIC_API_KEY";
const EXTRACTIVE = "answers without a model still work";

/** What went wrong between us and Claude, as one sentence on what to do. */
export function serviceError(error: unknown, model: string): EngineError {
  if (error instanceof EngineError) return error;
  const refused = (message: string) => new EngineError("answer-refused", message, { cause: error });
  const unreachable = (message: string) => new EngineError("answer-unreachable", message, { cause: error });
  if (error instanceof AnswerDeclined) {
    return refused("Claude declined to answer this question; ask it in other words, or without a model.");
  }
  if (error instanceof APIConnectionTimeoutError) {
    return unreachable("Claude did not answer in time; ask again in a moment.");
  }
  if (error instanceof APIConnectionError) {
    return unreachable(
      `Claude could not be reached${causeOf(error)}; check the network, the proxy and the address of the service.`,
    );
  }
  if (error instanceof APIError) return refused(statusMessage(error, model));
  return unreachable("The connection to Claude broke in the middle of the answer; ask again.");
}

/** Errors in mid-stream have no status, only a type. */
function statusMessage(error: APIError, model: string): string {
  const { status, type } = error;
  if (status === 401 || type === "authentication_error") return `Claude refused the API key; ${SET_KEY}.`;
  if (status === 403 || type === "permission_error") {
    return `The API key may not use the model ${model}; choose another model in the settings, or ${SET_KEY}.`;
  }
  if (status === 402 || type === "billing_error") {
    return "The account of the API key has no credit left; add credit, or ask without a model.";
  }
  if (status === 404 || type === "not_found_error") {
    return `Claude does not know the model ${model}; choose another one in the settings.`;
  }
  if (status === 429 || type === "rate_limit_error") return limitMessage(error);
  if (status === 529 || type === "overloaded_error") {
    return `Claude is overloaded at the moment; ask again in a minute (${EXTRACTIVE}).`;
  }
  if (status === 413) {
    return "The question with its sources is too large for Claude; narrow it with a filter.";
  }
  if (status === 400 || type === "invalid_request_error") {
    return `Claude did not accept the request (${error.apiMessage ?? "no reason given"}).`;
  }
  return `Claude had an error of its own${status ? ` (${status})` : ""}; ask again in a moment (${EXTRACTIVE}).`;
}

function limitMessage(error: APIError): string {
  const waitS = Number(error.headers?.get("retry-after") ?? Number.NaN);
  const when = waitS > 0 ? `in ${waitS} second${waitS === 1 ? "" : "s"}` : "in a minute";
  return `The limit of the API key is reached; ask again ${when} (${EXTRACTIVE}).`;
}

/** ` (ECONNREFUSED 127.0.0.1:443)`: the innermost cause says more than "fetch failed". */
function causeOf(error: Error): string {
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  return cause instanceof Error && cause !== error && cause.message ? ` (${cause.message})` : "";
}
