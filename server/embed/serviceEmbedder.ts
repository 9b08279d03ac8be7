import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";
import { EngineError } from "../base/errors";
import type { Embedder, EmbedSide } from "./embedder";
import { hostOf, type ServiceSpec, serviceId } from "./modelSpec";
import { PROBE_TEXT } from "./probe";
import { callService } from "./serviceCall";
import { isPassing, type Reply, serviceError } from "./serviceErrors";
import { unit } from "./transformerEmbedder";

// OpenAI, Voyage and whatever speaks like them (Ollama, LM Studio, vLLM). Texts go out in requests of bounded size, a few
// at a time; what may pass is tried again, as late as the service asks.

export interface ServiceOptions {
  readonly timeoutMs?: number;
  /** How to wait; tests do not. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Below every provider's limits: 128 texts and 120,000 tokens at Voyage, 300,000 tokens at OpenAI. */
const MAX_TEXTS = 96;
const MAX_REQUEST_CHARS = 150_000;
/** Providers refuse single texts of more than about 8,000 tokens. */
const MAX_TEXT_CHARS = 16_000;
const REQUESTS_AT_ONCE = 4;
const MAX_TRIES = 6;
const FIRST_BACKOFF_MS = 500;
/** A service that asks for more is left alone for now. */
const MAX_WAIT_MS = 120_000;
const TIMEOUT_MS = 60_000;
const CHARS_PER_TOKEN = 3;

/** Sends one short text to learn how long the vectors are. @throws EngineError as `serviceErrors.ts` says. */
export async function openServiceEmbedder(
  spec: ServiceSpec,
  options: ServiceOptions = {},
  signal?: AbortSignal,
): Promise<Embedder> {
  const calls = new Calls(spec, options);
  const [first] = await calls.embed([PROBE_TEXT], "code", signal ?? new AbortController().signal);
  return new ServiceEmbedder(spec, calls, first!.length);
}

class ServiceEmbedder implements Embedder {
  readonly modelId: string;

  constructor(
    private readonly spec: ServiceSpec,
    private readonly calls: Calls,
    readonly dim: number,
  ) {
    this.modelId = serviceId(spec);
  }

  async embed(texts: readonly string[], side: EmbedSide, signal?: AbortSignal): Promise<Float32Array[]> {
    const failed = new AbortController(); // One request given up ends the others.
    const until = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    const sent = requestsOf(texts).map((some) =>
      this.calls.embed(some, side, until).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    );
    try {
      const vectors = (await Promise.all(sent)).flat();
      for (const vector of vectors) this.#requireDim(vector);
      return vectors.map(unit);
    } finally {
      await Promise.allSettled(sent);
    }
  }

  takeTokens(): number {
    return this.calls.takeTokens();
  }

  async dispose(): Promise<void> {}

  #requireDim({ length }: Float32Array): void {
    if (length === this.dim) return;
    throw new EngineError(
      "embedding-refused",
      `The embedding service at ${hostOf(this.spec)} sent ${length} dimensions where its first answer had ${this.dim}; check plumbline.embedding.model.`,
    );
  }
}

/** Requests to one service: how many at a time, when again, and what they cost. */
class Calls {
  readonly #turns = new PQueue({ concurrency: REQUESTS_AT_ONCE });
  readonly #timeoutMs: number;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A limit holds for every request, not only for the one that met it. */
  #notBefore = 0;
  #tokens = 0;

  constructor(
    private readonly spec: ServiceSpec,
    { timeoutMs = TIMEOUT_MS, wait }: ServiceOptions,
  ) {
    this.#timeoutMs = timeoutMs;
    this.#wait = wait ?? ((ms, signal) => delay(ms, undefined, { signal }));
  }

  embed(texts: readonly string[], side: EmbedSide, signal: AbortSignal): Promise<readonly Float32Array[]> {
    return this.#turns.add(() => this.#embed(texts, side, signal));
  }

  takeTokens(): number {
    const tokens = this.#tokens;
    this.#tokens = 0;
    return tokens;
  }

  async #embed(texts: readonly string[], side: EmbedSide, signal: AbortSignal) {
    for (let nTries = 1; ; nTries++) {
      signal.throwIfAborted();
      const heldMs = this.#notBefore - Date.now();
      if (heldMs > 0) await this.#wait(heldMs, signal);
      const reply = await callService(this.spec, texts, side, { timeoutMs: this.#timeoutMs, signal });
      if (reply.kind === "vectors" && reply.vectors.length === texts.length) {
        this.#tokens += reply.tokens ?? estimateTokens(texts);
        return reply.vectors;
      }
      const failed = reply.kind === "vectors" ? tooFew(reply.vectors.length, texts.length) : reply;
      const waitMs = waitAfter(failed, nTries);
      if (!isPassing(failed) || nTries === MAX_TRIES || waitMs > MAX_WAIT_MS)
        throw serviceError(this.spec, failed);
      if (failed.kind === "refused" && failed.status === 429) this.#notBefore = Date.now() + waitMs;
      else await this.#wait(waitMs, signal);
    }
  }
}

function tooFew(nVectors: number, nTexts: number): Exclude<Reply, { kind: "vectors" }> {
  return {
    kind: "refused",
    status: 502,
    said: `${nVectors} vectors for ${nTexts} texts`,
    retryAfterMs: null,
  };
}

/** As the service says, else twice as long each time; a little spread, so that requests do not come back together. */
function waitAfter(reply: Exclude<Reply, { kind: "vectors" }>, nTries: number): number {
  const asked = reply.kind === "refused" ? reply.retryAfterMs : null;
  return asked ?? FIRST_BACKOFF_MS * 2 ** (nTries - 1) * (1 + Math.random() / 4);
}

function requestsOf(texts: readonly string[]): string[][] {
  const requests: string[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const cut = text.slice(0, MAX_TEXT_CHARS) || " "; // An empty text is refused.
    chars += cut.length;
    if (chars > MAX_REQUEST_CHARS || requests.at(-1)!.length >= MAX_TEXTS) {
      requests.push([]);
      chars = cut.length;
    }
    requests.at(-1)!.push(cut);
  }
  return requests;
}

function estimateTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / CHARS_PER_TOKEN);
}
