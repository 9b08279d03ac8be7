import { EngineError, messageOf } from "../base/errors";
import { splitLines } from "../base/lines";
import type { AnswerModel, AnswerRequest, BlockCitation, ModelEvent } from "./model";
import { type Source, SYSTEM_PROMPT } from "./prompt";
import { findQuote } from "./quote";
import { splitFinished } from "./sentences";

// Any service that speaks OpenAI's chat completions: OpenAI, Ollama, LM Studio, vLLM. Such models cite nothing by
// themselves, so sources are numbered and each sentence must quote what it rests on; a quotation is looked up in the
// source it names, and one that is not there is a citation of nothing.

export interface OpenAiOptions {
  /** Up to and with the version: `https://…/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null; // Local services need none.
}

export function openAiModel(options: OpenAiOptions): AnswerModel {
  return { id: options.model, answer: (request, signal) => streamAnswer(options, request, signal) };
}

const MAX_TOKENS = 4096;

/** How citations are written, for models without citations of their own. */
export const QUOTING_RULES = `
Cite behind each sentence like this: [[2|words copied from source 2]]
- 2 is the number of the source; the words are one unbroken run of at most two lines of it, copied letter by letter.
- A sentence may have several citations. A sentence without one is thrown away.`;

async function* streamAnswer(
  options: OpenAiOptions,
  request: AnswerRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  try {
    const response = await post(options, request, signal);
    if (!response.ok || !response.body) throw await refusedBy(response, options);
    yield* quotedEvents(deltasOf(response.body), request.sources);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError) throw error;
    const message = `The model at ${options.baseUrl} could not be reached or broke off (${messageOf(error)}); check its address, and ask again.`;
    throw new EngineError("answer-unreachable", message, { cause: error });
  }
}

function post(options: OpenAiOptions, request: AnswerRequest, signal: AbortSignal): Promise<Response> {
  return fetch(`${options.baseUrl.replace(/\/+$/, "")}/chat/completions`, {
    method: "POST",
    signal,
    headers: {
      "content-type": "application/json",
      ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
    },
    body: JSON.stringify({
      model: options.model,
      stream: true,
      max_tokens: MAX_TOKENS,
      temperature: 0,
      messages: [
        { role: "system", content: SYSTEM_PROMPT + QUOTING_RULES },
        { role: "user", content: numberedPrompt(request) },
      ],
    }),
  });
}

/** Sources as data between marks that they cannot close: the marks carry the number, and a mark in code is broken up. */
export function numberedPrompt({ question, sources, failed }: AnswerRequest): string {
  const fenced = sources.map(({ hit, blocks, signature }, idx) => {
    const text = [...(signature ? [{ text: `${signature} …\n` }] : []), ...blocks]
      .map((block) => block.text)
      .join("")
      .replace(/<(\/?source)/gi, "< $1");
    return `<source number="${idx + 1}" path="${hit.path}" symbol="${hit.symbol}">\n${text}\n</source>`;
  });
  return [...fenced, `Question: ${question}`, ...(failed ? [failed] : [])].join("\n\n");
}

async function refusedBy(response: Response, { baseUrl, model }: OpenAiOptions): Promise<EngineError> {
  const said = (await response.text().catch(() => "")).slice(0, 200);
  const waitS = Number(response.headers.get("retry-after") ?? Number.NaN);
  const message = (() => {
    if (response.status === 401 || response.status === 403)
      return `The service at ${baseUrl} refused the API key; set another one.`;
    if (response.status === 404)
      return `The service at ${baseUrl} does not know the model ${model}; choose another one.`;
    if (response.status === 429)
      return `The limit of the service is reached; ask again ${waitS > 0 ? `in ${waitS} seconds` : "in a minute"}.`;
    if (response.status >= 500)
      return `The service at ${baseUrl} has trouble of its own (${response.status}); ask again in a moment.`;
    return `The service at ${baseUrl} did not accept the request (${response.status} ${said}).`;
  })();
  return new EngineError("answer-refused", message);
}

type Delta = { readonly text: string } | { readonly finish: string };

/** Server-sent events to pieces of text. Throws where the stream ends without its end. */
async function* deltasOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Delta> {
  const decoder = new TextDecoder();
  let unread = "";
  let finished = false;
  for await (const bytes of body) {
    unread += decoder.decode(bytes, { stream: true });
    const lines = unread.split(/\r?\n/);
    unread = lines.pop() ?? "";
    for (const line of lines) {
      const data = /^data:\s*(.*)$/.exec(line)?.[1];
      if (data === "[DONE]") finished = true;
      if (!data || data === "[DONE]") continue;
      const event = JSON.parse(data) as CompletionEvent;
      if (event.error)
        throw new EngineError(
          "answer-refused",
          `The model failed (${event.error.message ?? "no reason given"}); ask again.`,
        );
      const [choice] = event.choices ?? [];
      if (choice?.delta?.content) yield { text: choice.delta.content };
      if (choice?.finish_reason) {
        finished = true;
        yield { finish: choice.finish_reason };
      }
    }
  }
  if (!finished) throw new Error("the stream ended early");
}

interface CompletionEvent {
  readonly error?: { readonly message?: string };
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string | null };
    readonly finish_reason?: string | null;
  }[];
}

/** Text with `[[n|quote]]` marks to runs with citations; a run is given out when the text behind its marks begins. */
export async function* quotedEvents(
  deltas: AsyncIterable<Delta>,
  sources: readonly Source[],
): AsyncGenerator<ModelEvent> {
  let text = "";
  let finish = "stop";
  for await (const delta of deltas) {
    if ("finish" in delta) {
      finish = delta.finish;
      continue;
    }
    text += delta.text;
    for (let match = CITED_RUN.exec(text); match; match = CITED_RUN.exec(text)) {
      yield* runsOf(match[1] ?? "", match[2] ?? "", sources);
      text = text.slice(match[0].length);
    }
  }
  const [, last = "", marks = ""] =
    /^([\s\S]*?)((?:\s*\[\[\d+\|(?:(?!\]\])[\s\S])*\]\])*)\s*$/.exec(text) ?? [];
  yield* runsOf(last, marks, sources);
  if (finish === "content_filter")
    throw new EngineError("answer-refused", "The model declined to answer; ask in other words.");
  yield { type: "end", cutShort: finish === "length" };
}

/** Text, all marks behind it, and the first sign of what follows. */
const CITED_RUN = /^((?:(?!\[\[\d)[\s\S])*)((?:\s*\[\[\d+\|(?:(?!\]\])[\s\S])*\]\])+)(?=\s*[^\s[]|\s*\[[^[])/;

/** Marks count for the last sentence before them only. */
function* runsOf(text: string, marks: string, sources: readonly Source[]): Generator<ModelEvent> {
  const sentences = splitFinished([{ text, citations: [] }]);
  const citations = [...marks.matchAll(/\[\[(\d+)\|((?:(?!\]\])[\s\S])*)\]\]/g)].map(
    ([, n = "", quote = ""]) => citationOf(Number(n) - 1, quote, sources),
  );
  if (sentences.length === 0) {
    if (text !== "") yield { type: "text", text, citations };
    return;
  }
  const last = sentences.at(-1)?.text ?? "";
  for (const sentence of sentences.slice(0, -1))
    yield { type: "text", text: `${sentence.text}\n\n`, citations: [] };
  yield { type: "text", text: /[.!?…:]["'”’)\]*_`]*$/.test(last) ? `${last}\n\n` : last, citations };
}

/** The blocks a quotation stands in; blocks that are none where it stands nowhere, so that the citation fails. */
function citationOf(sourceIdx: number, quote: string, sources: readonly Source[]): BlockCitation {
  const blocks = sources[sourceIdx]?.blocks ?? [];
  const lines = blocks.flatMap((block, idx) => linesIn(block.text).map((line) => ({ line, idx })));
  const found = findQuote(
    lines.map(({ line }) => line),
    quote.replace(/^["`“]|["`”]$/g, ""),
  );
  const startBlock = lines[found?.startLine ?? -1]?.idx ?? -1;
  const endBlock = (lines[(found?.endLine ?? 0) - 1]?.idx ?? -2) + 1;
  return { sourceIdx, startBlock, endBlock, quote: found ? quote.replace(/^["`“]|["`”]$/g, "") : null };
}

function linesIn(text: string): string[] {
  return splitLines(text.replace(/(?:\r\n|\n|\r)$/, ""));
}
