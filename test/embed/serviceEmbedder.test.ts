import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseModel, type ServiceSpec } from "../../server/embed/modelSpec";
import { isSameModel, probeOf } from "../../server/embed/probe";
import { openServiceEmbedder, type ServiceOptions } from "../../server/embed/serviceEmbedder";
import { type EmbeddingServer, embed, type Failure, startEmbeddingServer } from "./embeddingServer";

let server: EmbeddingServer;
let waits: number[];
beforeAll(async () => {
  server = await startEmbeddingServer();
});
afterAll(() => server.close());
beforeEach(() => {
  waits = [];
  server.replaceModel(1);
  server.fail();
});

/** Waits are written down and not waited for. */
const noWaiting = async (ms: number) => void waits.push(ms);

async function open(name = "openai:tiny", apiKey = "right-key", options: ServiceOptions = {}) {
  const spec = parseModel(name, { baseUrl: server.url, apiKey }, "/") as ServiceSpec;
  const embedder = await openServiceEmbedder(spec, { wait: noWaiting, ...options });
  server.fail(); // Forgets the request that opening made.
  return embedder;
}

/** Opens the service, lets it fail so, and embeds two texts. @returns their first words' vectors, rounded. */
async function embedThrough(failures: readonly Failure[], options: ServiceOptions = {}) {
  const embedder = await open("openai:tiny", "right-key", options);
  server.fail(...failures);
  return embedder.embed(["retry quota", "ship order"], "code");
}

async function checkRecovers(...failures: readonly Failure[]): Promise<void> {
  const vectors = await embedThrough(failures);
  expectLike(vectors[0]!, embed("retry quota"));
  expectLike(vectors[1]!, embed("ship order"));
  expect(server.requests).toHaveLength(failures.length + 1);
}

function expectLike(vector: Float32Array, expected: readonly number[]): void {
  const norm = Math.hypot(...expected);
  expect([...vector].map((x) => x.toFixed(5))).toEqual(expected.map((x) => (x / norm).toFixed(5)));
}

const host = () => new URL(server.url).host;

test("vectors come back in the order of the texts, of unit length, whatever order the service has", () =>
  checkRecovers());

test("OpenAI is asked for dimensions in its field, Voyage in its own and told the side", async () => {
  const openai = await open("openai:tiny@8");
  expect((await openai.embed(["a"], "query"))[0]).toHaveLength(8);
  expect(server.requests[0]).toMatchObject({ model: "tiny", dimensions: 8, key: "right-key", input: ["a"] });
  const voyage = await open("voyage:code@12");
  await voyage.embed(["a"], "query");
  await voyage.embed(["a"], "code");
  expect(server.requests.map(({ input_type, output_dimension }) => [input_type, output_dimension])).toEqual([
    ["query", 12],
    ["document", 12],
  ]);
});

test("Ollama needs no key, and a model that wants prefixes gets them", async () => {
  const ollama = await open("ollama:nomic-embed-text", "");
  await ollama.embed(["a"], "query");
  await ollama.embed(["b"], "code");
  expect(server.requests.map(({ key, input }) => [key, ...input])).toEqual([
    ["", "search_query: a"],
    ["", "search_document: b"],
  ]);
});

test("S7: texts go out in batches, bounded by count and by size, a few requests at a time", async () => {
  const embedder = await open();
  const texts = [
    ...Array.from({ length: 500 }, (_, idx) => `word${idx}`),
    ...Array.from({ length: 40 }, (_, idx) => `w${idx} ${"long ".repeat(4000)}`),
  ];
  server.holdUntil(4);
  const vectors = await embedder.embed(texts, "code");
  expect(vectors).toHaveLength(540);
  const sizes = server.requests.map(({ input }) => [input.length, input.join("").length]);
  expect(Math.max(...sizes.map(([count]) => count!))).toBeLessThanOrEqual(96);
  expect(Math.max(...sizes.map(([, chars]) => chars!))).toBeLessThanOrEqual(150_000);
  expect(server.nAtOnce).toBe(4);
});

test("S7: Retry-After is honoured, in seconds and as a date", async () => {
  await checkRecovers({ status: 429, retryAfter: "7" });
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(6_000);
  expect(waits[0]).toBeLessThanOrEqual(7_000);
  waits = [];
  await checkRecovers({ status: 429, retryAfter: new Date(Date.now() + 20_000).toUTCString() });
  expect(waits[0]).toBeGreaterThan(17_000);
});

test("S7: a 429 that hides inside a 200 is one", async () => {
  await checkRecovers({ status: 200, retryAfter: "3", body: { error: { code: 429, message: "slow down" } } });
  expect(waits[0]).toBeGreaterThan(2_000);
  await checkRecovers({ status: 200, body: { error: { type: "rate_limit_exceeded" } } });
  await checkRecovers({ status: 200, body: { error: { code: "429", retry_after: 4 } } });
});

test("S7: a limit met by one request holds the others back too", async () => {
  const embedder = await open();
  server.fail({ status: 429, retryAfter: "5" });
  await embedder.embed(
    Array.from({ length: 96 * 6 }, (_, idx) => `word${idx}`),
    "code",
  );
  expect(waits.filter((ms) => ms > 4_000).length).toBeGreaterThan(1);
});

test("S7: trouble that passes is tried again, each time later", async () => {
  await checkRecovers({ status: 500 }, { status: 503 }, { does: "drop" }, { does: "answer nonsense" });
  expect(waits).toHaveLength(4);
  waits.forEach((ms, idx) => {
    expect(ms).toBeGreaterThanOrEqual(500 * 2 ** idx);
    expect(ms).toBeLessThanOrEqual(625 * 2 ** idx);
  });
  await checkRecovers({ does: "leave one out" });
});

test("a service that does not answer in time is asked again", async () => {
  const vectors = await embedThrough([{ does: "hang" }], { timeoutMs: 60 });
  expect(vectors).toHaveLength(2);
});

/** Every failure names host, cause and setting in one sentence. */
async function checkFails(failures: readonly Failure[], kind: string, words: RegExp): Promise<void> {
  const failed = embedThrough(failures);
  await expect(failed).rejects.toMatchObject({ kind });
  await expect(failed).rejects.toThrow(words);
  await expect(failed).rejects.toThrow(`The embedding service at ${host()}`);
  await expect(failed).rejects.toThrow(/plumbline\.embedding|Set Embedding Key/);
}

test("M6: each failure names host, cause and setting", async () => {
  const times = (failure: Failure) => Array<Failure>(6).fill(failure);
  await checkFails(times({ status: 429, retryAfter: "2" }), "embedding-refused", /\(429\).*in 2 seconds/);
  await checkFails(times({ status: 500 }), "embedding-refused", /\(500\)/);
  await checkFails(times({ does: "drop" }), "embedding-unreachable", /could not be reached \(.+\)/);
  await checkFails(
    [{ status: 400, body: { error: { message: "input too long" } } }],
    "embedding-refused",
    /\(400: input too long\)/,
  );
  await checkFails([{ status: 402 }], "embedding-refused", /no credit left/);
  await checkFails([{ status: 429, retryAfter: "3600" }], "embedding-refused", /in 3600 seconds/);
  await expect(open("openai:tiny", "wrong-key")).rejects.toThrow(/refused the key \(401\).*OPENAI_API_KEY/);
  await expect(open("openai:unknown")).rejects.toThrow(/does not know the model unknown/);
});

test("a key is in no message", async () => {
  await expect(open("openai:tiny", "wrong-key")).rejects.not.toThrow(/wrong-key/);
});

test("other dimensions than before are refused", () =>
  checkFails(
    [{ does: "shorten vectors" }],
    "embedding-refused",
    /7 dimensions where its first answer had 16/,
  ));

test("an abort ends waiting and requests", async () => {
  const abort = new AbortController();
  const embedder = await open("openai:tiny", "right-key", { wait: async () => abort.abort() });
  server.fail({ status: 500 });
  await expect(embedder.embed(["a"], "code", abort.signal)).rejects.toThrow(/abort/);
});

test("A3: what the service counted is told once", async () => {
  const embedder = await open();
  embedder.takeTokens?.();
  await embedder.embed(["one two three", "four"], "code");
  expect(embedder.takeTokens?.()).toBe(4);
  expect(embedder.takeTokens?.()).toBe(0);
});

test("F6: another model of the same size behind the same name gives itself away", async () => {
  const embedder = await open();
  const stored = await probeOf(embedder);
  expect(isSameModel(await probeOf(embedder), stored)).toBe(true);
  server.replaceModel(2);
  expect(isSameModel(await probeOf(embedder), stored)).toBe(false);
});
