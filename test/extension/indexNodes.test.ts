import { expect, test } from "vitest";
import { type IndexNode, indexNodes, repoWords, size } from "../../extension/index/indexNodes";
import type { IndexDetails, RepoCoverage, RepositoryStatus } from "../../server/protocol/wire";

const repo: RepositoryStatus = {
  repo: "harbour",
  dir: "/code/harbour",
  nFiles: 12,
  nChunks: 1_204,
  nVectorChunks: 1_204,
  generation: 3,
  problems: [{ path: "src/broken.ts", reason: "took too long to parse" }],
  progress: null,
};
const details: IndexDetails = {
  memoryBytes: 312_000_000,
  modelId: "plumbline-static-1",
  repositories: [{ repo: "harbour", commit: "0123456789", nChanged: 2, diskBytes: 4_200_000 }],
};
const coverage: RepoCoverage = {
  repo: "harbour",
  dir: "/code/harbour",
  nSyntax: 10,
  nLines: 1,
  byLines: [{ path: "notes.adoc", reason: "no grammar for asciidoc" }],
  excluded: [
    { path: "node_modules/", rule: "ignored", reason: ".gitignore: node_modules" },
    { path: "id_rsa", rule: "secret", reason: "holds keys" },
    { path: "dist/", rule: "ignored", reason: ".gitignore: dist" },
  ],
};

function checkTree(expected: string, of: Partial<RepositoryStatus> = {}): void {
  const status = { phase: "ready", message: "", progress: null, repositories: [{ ...repo, ...of }] } as const;
  const nodes = indexNodes({ status, details, coverage: [coverage], answerModel: null });
  expect(drawn(nodes)).toBe(expected.trim());
}

function drawn(nodes: readonly IndexNode[], depth = 0): string {
  return nodes
    .map(({ label, description, include, children = [] }) => {
      const line = `${"  ".repeat(depth)}${label}: ${description}${include ? ` [+${include.join(" ")}]` : ""}`;
      return [line, ...(children.length > 0 ? [drawn(children, depth + 1)] : [])].join("\n");
    })
    .join("\n");
}

test("a repository shows what it holds, costs and leaves out, and what would bring it in", () =>
  checkTree(`
harbour: 1,204 chunks
  Commit: 0123456789, 2 files changed since
  Files: 12
  On disk: 4.2 MB
  Problems: 1
    src/broken.ts: took too long to parse
  Only by lines: 1 file
    notes.adoc: no grammar for asciidoc
  Not searched: 3 files or folders
    ignored: 2 files or folders [+node_modules/** dist/**]
      node_modules/: .gitignore: node_modules [+node_modules/**]
      dist/: .gitignore: dist [+dist/**]
    holds keys: 1 file or folder
      id_rsa: holds keys
Memory: 312 MB
Meaning by: plumbline-static-1
Answers by: the index alone, nothing is sent
`));

test("while it is indexed a repository shows files done, files expected and the time left (S5)", () => {
  const progress = { done: 1_204, total: 5_310, nChunks: 9_000, secondsLeft: 130 };
  expect(repoWords({ ...repo, progress })).toBe("1,204 of 5,310 files, about 2 min left");
  expect(repoWords({ ...repo, progress: { ...progress, secondsLeft: null } })).toBe("1,204 of 5,310 files");
});

test("vectors that are missing are said to be missing (S2)", () =>
  expect(repoWords({ ...repo, nVectorChunks: 602 })).toBe("1,204 chunks, vectors 50 %"));

test("sizes are rounded to what a person reads", () =>
  expect([0, 340_000, 12_345_678, 123_456_789].map(size)).toEqual(["0 KB", "340 KB", "12.3 MB", "123 MB"]));
