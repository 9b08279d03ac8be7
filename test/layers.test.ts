import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/** From left to right; a room imports only rooms to its right. Rooms of one row never import each other. */
const ROOMS: readonly (readonly string[])[] = [
  ["main", "worker", "cli"],
  ["rpc"],
  ["agents"],
  ["engine"],
  ["answer"],
  ["search", "indexing"],
  ["graph"],
  ["store"],
  ["vectors", "lexical", "embed"],
  ["chunk"],
  ["syntax"],
  ["workspace"],
  ["base"],
];
const RANK = new Map(ROOMS.flatMap((row, idx) => row.map((room) => [room, idx] as const)));

/** Each heavy package and the only files that may import it. */
const DOORS: Readonly<Record<string, RegExp>> = {
  "onnxruntime-node": /^server\/embed\/onnxRuntime\.ts$/,
  "@huggingface/tokenizers": /^server\/embed\/modelTokenizer\.ts$/,
  "@lancedb/lancedb": /^server\/vectors\/lanceVectors\.ts$/,
  "apache-arrow": /^server\/vectors\//,
  flexsearch: /^server\/lexical\/flexLexical\.ts$/,
  "web-tree-sitter": /^server\/syntax\//,
  "@anthropic-ai/sdk": /^server\/answer\/claude\w*\.ts$/,
  "@parcel/watcher": /^server\/workspace\/watch\.ts$/,
  "vscode-languageserver": /^server\/(main\.ts|rpc\/)/,
  "vscode-languageclient": /^extension\//,
  vscode: /^extension\//,
  preact: /^webview-ui\//,
  "@modelcontextprotocol/sdk": /^server\/agents\//,
  hono: /^server\/agents\//,
};

interface Import {
  readonly file: string; // Relative to the repository.
  readonly target: string; // A package name, or a path relative to the repository.
  readonly typeOnly: boolean;
}

test("rooms import only rooms to their right", () => {
  const wrong = importsUnder("server").filter(({ file, target }) => {
    const [from, to] = [roomOf(file), roomOf(target)];
    if (from === null || to === null || from === to) return false;
    if (to === "protocol") return !["rpc", "main"].includes(from);
    return (RANK.get(from) ?? -1) >= (RANK.get(to) ?? -1);
  });
  expect(wrong).toEqual([]);
});

test("every folder of the server is a known room", () => {
  const folders = readdirSync(path.join(ROOT, "server"), { withFileTypes: true }).filter((e) =>
    e.isDirectory(),
  );
  expect(folders.map((e) => e.name).filter((name) => name !== "protocol" && !RANK.has(name))).toEqual([]);
});

test("the protocol imports nothing but vscode-jsonrpc", () => {
  const wrong = importsUnder("server/protocol").filter(
    ({ target }) => target !== "vscode-jsonrpc" && !target.startsWith("server/protocol/"),
  );
  expect(wrong).toEqual([]);
});

test("extension and webview know of the server only its protocol, and nothing of each other", () => {
  const outside = (folder: string) =>
    importsUnder(folder).filter(({ target }) => /^(server|extension|webview-ui)\//.test(target));
  const wrong = [
    ...outside("extension").filter(({ target }) => !/^(extension|server\/protocol)\//.test(target)),
    ...outside("webview-ui").filter(
      ({ target, typeOnly }) =>
        !target.startsWith("webview-ui/") && !(target.startsWith("server/protocol/") && typeOnly),
    ),
  ];
  expect(wrong).toEqual([]);
});

test("each heavy package has one door", () => {
  const all = ["server", "extension", "webview-ui"].flatMap(importsUnder);
  const wrong = all.filter(({ file, target, typeOnly }) => {
    const door = Object.entries(DOORS).find(
      ([name]) => target === name || target.startsWith(`${name}/`),
    )?.[1];
    return door && !door.test(file) && !typeOnly;
  });
  expect(wrong).toEqual([]);
});

test("the layering rule sees a wrong arrow", () => {
  expect(RANK.get(roomOf("server/base/hash.ts") ?? "")).toBeGreaterThan(
    RANK.get(roomOf("server/search/fuse.ts") ?? "") ?? 99,
  );
  expect(
    importsOf("server/x.ts", `import { a } from "./engine/engine";\nimport type { B } from "vscode";`),
  ).toEqual([
    { file: "server/x.ts", target: "server/engine/engine", typeOnly: false },
    { file: "server/x.ts", target: "vscode", typeOnly: true },
  ]);
});

function importsUnder(folder: string): Import[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .flatMap((file) => importsOf(file, readFileSync(path.join(ROOT, file), "utf8")));
}

function importsOf(file: string, text: string): Import[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)|\brequire\("([^"]+)"\)/gm,
  );
  return [...statements].map((match) => {
    const name = match[2] ?? match[3] ?? match[4] ?? "";
    const target = name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name) : name;
    return { file, target, typeOnly: Boolean(match[1]) };
  });
}

/** `server/search/fuse.ts` -> search, `server/cli.ts` -> cli; null outside the server. */
function roomOf(file: string): string | null {
  const match = /^server\/([^/.]+)/.exec(file);
  return match?.[1] ?? null;
}
