import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOf } from "../../server/base/hash";
import { commitAll, writeFixture } from "../fixture";

// The doors of agents and scripts, as they use them: the official MCP client and plain HTTP against the built program.

const CLI = path.resolve(import.meta.dirname, "../../dist/cli.js");

const CODE = `
//- /src/retryBudget.ts
/** Enforces how many upload retries are allowed. */
export class RetryBudget {
  constructor(private capacity: number) {}

  /** Takes one retry from the budget; false when it is used up. */
  acquire(): boolean {
    if (this.capacity === 0) return false;
    this.capacity -= 1;
    return true;
  }
}
`.trimStart();

let place: string;
let dir: string;
let store: string;
let service: Service;

beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), "plumbline-agents-"));
  [dir, store] = [path.join(place, "code"), path.join(place, "store")];
  writeFixture(dir, CODE);
  commitAll(dir);
  service = await serve();
});
afterAll(async () => {
  await service?.stop();
  rmSync(place, { recursive: true, force: true });
});

describe("MCP", () => {
  test.each(["stdio", "http"] as const)(
    "the official client searches, asks and verifies over %s",
    async (over) => {
      const client = new Client({ name: "test", version: "1" });
      await client.connect(over === "stdio" ? overStdio() : overHttp());
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual([
        "plumbline_search",
        "plumbline_ask",
        "plumbline_verify",
      ]);

      const found = await client.callTool({
        name: "plumbline_search",
        arguments: { query: "retry budget acquire" },
      });
      expect(found.structuredContent).toMatchObject({ hits: expect.arrayContaining([acquireHit]) });

      const question = "how is the retry budget enforced?";
      const answered = await client.callTool({ name: "plumbline_ask", arguments: { question } });
      expect(answered.structuredContent).toMatchObject({ refused: false, model: null });

      const text = "`acquire` gives 9 retries (src/retryBudget.ts:6-10).";
      const judged = await client.callTool({ name: "plumbline_verify", arguments: { text } });
      expect(judged.structuredContent).toMatchObject({ sentences: [{ state: "unsupported" }] });
      await client.close();
    },
  );

  test("a wrong input is an error the agent can act on", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(overHttp());
    const result = await client.callTool({ name: "plumbline_ask", arguments: { questio: "?" } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("question");
    await client.close();
  });
});

describe("HTTP", () => {
  test("a result carries the lines, and the hash of what stands there", async () => {
    const { status, body } = await service.post("/search", { query: "retry budget acquire", limit: 5 });
    const hit = body.hits.find(({ symbol }: { symbol: string }) => symbol === "RetryBudget.acquire");
    expect([status, hit.path, hit.start, hit.hash]).toEqual([200, "src/retryBudget.ts", 5, hashOf(hit.text)]);
  });

  test("an answer can be streamed, and ends with its verified sentences", async () => {
    const stream = await service.send("/ask", {
      body: JSON.stringify({ question: "how is the retry budget enforced?" }),
      headers: { accept: "text/event-stream" },
    });
    expect(stream.headers["content-type"]).toContain("text/event-stream");
    const last = stream.text.trim().split("\n\n").at(-1) ?? "";
    expect(last).toMatch(/^event: answer\ndata: \{"answer":/);
    expect(last).toContain('"state":"verified"');
  });

  test("the OpenAPI document names every path", async () => {
    const { text } = await service.send("/openapi.json", { method: "GET" });
    expect(Object.keys(JSON.parse(text).paths)).toEqual(["/search", "/ask", "/verify"]);
  });

  const refused: [what: string, status: number, sent: Partial<Sent>][] = [
    ["no token", 401, { headers: { authorization: "" } }],
    ["a wrong token", 401, { headers: { authorization: "Bearer wrong" } }],
    ["a foreign Host", 403, { headers: { host: "evil.example" } }],
    ["a foreign Origin", 403, { headers: { origin: "https://evil.example" } }],
    ["a page of this machine", 403, { headers: { origin: "http://localhost:3000" } }],
    ["a body of 10 MB", 413, { body: "x".repeat(10_000_000) }],
    ["a body that is no JSON", 400, { body: "{" }],
    ["an empty query", 400, { body: '{"query":""}' }],
    ["an unknown field", 400, { body: '{"query":"x","top":3}' }],
    ["a commit that is not there", 400, { body: '{"query":"x","changedSince":"nowhere"}' }],
  ];
  test.each(refused)("%s is refused with %i and a sentence", async (_, status, sent) => {
    const answer = await service.send("/search", sent);
    expect([answer.status, typeof JSON.parse(answer.text).error.message]).toEqual([status, "string"]);
  });

  test("a thousand requests at once are answered or told to come again", async () => {
    const all = await Promise.all(
      Array.from({ length: 1_000 }, () => service.post("/search", { query: "retry budget" })),
    );
    const statuses = new Set(all.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(statuses).toContain(200);
    expect((await service.post("/search", { query: "retry budget" })).status).toBe(200);
  });
});

const acquireHit = expect.objectContaining({ symbol: "RetryBudget.acquire", start: 5, unsaved: false });

function overStdio(): StdioClientTransport {
  const args = [CLI, "mcp", "--dir", dir, "--store", store];
  return new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" });
}

function overHttp(): StreamableHTTPClientTransport {
  const headers = { authorization: `Bearer ${service.token}` };
  return new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } });
}

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Service {
  readonly url: string;
  readonly token: string;
  send(
    to: string,
    sent: Partial<Sent>,
  ): Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it.
  post(to: string, body: object): Promise<{ status: number; body: any }>;
  stop(): Promise<void>;
}

async function serve(): Promise<Service> {
  const child = spawn(process.execPath, [CLI, "serve", "--dir", dir, "--store", store, "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  // Not `fetch`: it sets Host and Origin itself.
  const send: Service["send"] = (to, { method = "POST", headers = {}, body = '{"query":"x"}' }) =>
    new Promise((resolve, reject) => {
      const given = { authorization: `Bearer ${token}`, ...headers };
      const request = http.request(url + to, { method, headers: given, agent: false }, async (response) => {
        let text = "";
        for await (const part of response.setEncoding("utf8")) text += part;
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      });
      request.on("error", reject);
      // The server has answered and hung up while a body is still on its way: that is its right.
      request.on("socket", (socket) => socket.on("error", () => {}));
      request.end(method === "GET" ? undefined : body);
    });
  const post: Service["post"] = async (to, body) => {
    const { status, text } = await send(to, { body: JSON.stringify(body) });
    return { status, body: JSON.parse(text) };
  };
  return { url, token, send, post, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
