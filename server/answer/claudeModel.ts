import Anthropic from "@anthropic-ai/sdk";
import { AnswerDeclined, StreamBroken, serviceError } from "./claudeErrors";
import type { AnswerModel, AnswerRequest, BlockCitation, ModelEvent } from "./model";
import { type Source, SYSTEM_PROMPT } from "./prompt";

// The only door to @anthropic-ai/sdk, with claudeErrors.ts. Sources go out as search_result blocks with citations on,
// in blocks of a few lines, so that exact ranges come back as block indices and no model has to count lines.

export const DEFAULT_ANSWER_MODEL: Anthropic.Model = "claude-sonnet-5-5";

export interface ClaudeOptions {
  readonly apiKey: string;
  readonly model?: string;
  /** Another address for the service: a gateway, or the local server of a test. */
  readonly baseURL?: string;
  /** Retries of a request that met a limit, an overload or a broken connection, before any of the answer came. */
  readonly maxRetries?: number;
}

/** Claude over HTTP. Nothing is sent before `answer` is called. */
export function claudeModel(options: ClaudeOptions): AnswerModel {
  const client = new Anthropic({
    apiKey: options.apiKey,
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
    maxRetries: options.maxRetries ?? 2,
    fetch: fetchWithoutLongWaits,
    openTelemetry: false, // Sources are the user's code: they go to the service and nowhere else.
    logLevel: "off", // The SDK logs to the console, and stdout may be JSON for another program.
  });
  const id = options.model || DEFAULT_ANSWER_MODEL;
  return { id, answer: (request, signal) => streamAnswer({ client, id }, request, signal) };
}

/** Room for about 40 sentences and, in models that think first, for their thoughts. */
const MAX_TOKENS = 8192;

/** Nobody waits longer than this for a retry without being told; after it the limit is reported. */
const MAX_WAIT_S = 10;

interface Connection {
  readonly client: Anthropic;
  readonly id: string;
}

async function* streamAnswer(
  { client, id }: Connection,
  request: AnswerRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  try {
    const events = await client.messages.create(paramsOf(id, request), { signal });
    yield* answerEvents(events);
  } catch (error) {
    signal.throwIfAborted();
    throw serviceError(error, id);
  }
  // An aborted stream ends in the SDK without an error.
  signal.throwIfAborted();
}

function paramsOf(
  model: string,
  { question, sources, failed }: AnswerRequest,
): Anthropic.MessageCreateParamsStreaming {
  return {
    model,
    max_tokens: MAX_TOKENS,
    stream: true,
    system: [{ type: "text", text: SYSTEM_PROMPT, cache_control: { type: "ephemeral" } }],
    messages: [
      {
        role: "user",
        content: [
          ...sources.map(searchResultOf),
          { type: "text", text: failed ? `${question}\n\n${failed}` : question },
        ],
      },
    ],
  };
}

function searchResultOf({ hit, blocks, signature }: Source): Anthropic.SearchResultBlockParam {
  return {
    type: "search_result",
    source: `${hit.repo}/${hit.path}`,
    title: `${hit.symbol ? `${hit.symbol} (${hit.kind}) in ` : ""}${hit.path}${signature ? `, part of: ${signature}` : ""}`,
    content: blocks.map((block) => ({ type: "text", text: block.text })),
    citations: { enabled: true },
  };
}

/** Wire events to ours: a text run is given out when its block is closed, for its citations may come last. */
async function* answerEvents(
  events: AsyncIterable<Anthropic.MessageStreamEvent>,
): AsyncGenerator<ModelEvent> {
  let run: { text: string; citations: BlockCitation[] } | null = null;
  let stopReason: Anthropic.StopReason | null = null;
  let finished = false;
  for await (const event of events) {
    if (event.type === "content_block_start") {
      // Thinking blocks are none of the answer.
      run = event.content_block.type === "text" ? { text: event.content_block.text, citations: [] } : null;
    } else if (event.type === "content_block_delta" && run) {
      if (event.delta.type === "text_delta") run.text += event.delta.text;
      if (event.delta.type === "citations_delta") run.citations.push(...blockCitations(event.delta.citation));
    } else if (event.type === "content_block_stop" && run) {
      yield { type: "text", ...run };
      run = null;
    } else if (event.type === "message_delta") stopReason = event.delta.stop_reason;
    else if (event.type === "message_stop") finished = true;
  }
  if (!finished) throw new StreamBroken();
  if (stopReason === "refusal") throw new AnswerDeclined();
  const cutShort = stopReason === "max_tokens" || stopReason === "model_context_window_exceeded";
  yield { type: "end", cutShort };
}

function blockCitations(citation: Anthropic.TextCitation): BlockCitation[] {
  if (citation.type !== "search_result_location") return [];
  const { search_result_index, start_block_index, end_block_index, cited_text } = citation;
  return [
    {
      sourceIdx: search_result_index,
      startBlock: start_block_index,
      endBlock: end_block_index,
      quote: cited_text,
    },
  ];
}

/** The SDK obeys any Retry-After, also of minutes; one longer than a person waits is handed on as the failure it is. */
async function fetchWithoutLongWaits(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const waitS = Number(response.headers.get("retry-after") ?? 0);
  if (response.ok || !(waitS > MAX_WAIT_S)) return response;
  const headers = new Headers(response.headers);
  headers.set("x-should-retry", "false");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
