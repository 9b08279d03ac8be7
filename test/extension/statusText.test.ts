import { expect, test } from "vitest";
import { statusText } from "../../extension/statusText";
import type { IndexStatus, RepositoryStatus } from "../../server/protocol/wire";

function checkStatus(status: Partial<IndexStatus>, text: string, level = "normal"): void {
  const whole = {
    phase: "ready" as const,
    message: "All is well.",
    progress: null,
    repositories: [],
    ...status,
  };
  const drawn = statusText(whole);
  expect([drawn.text, drawn.level, drawn.label]).toEqual([text, level, `Plumbline: ${whole.message}`]);
}

function repository(nChunks: number, nVectorChunks: number): RepositoryStatus {
  return {
    repo: "app",
    dir: "/app",
    nFiles: 3,
    nChunks,
    nVectorChunks,
    generation: 1,
    progress: null,
    problems: [],
  };
}

test("ready with counts read back", () =>
  checkStatus(
    { repositories: [repository(1000, 1000), repository(204, 204)] },
    "$(check) Plumbline: 1,204 chunks",
  ));

test("one chunk is one chunk", () =>
  checkStatus({ repositories: [repository(1, 1)] }, "$(check) Plumbline: 1 chunk"));

test("missing vectors never give a check mark, not even rounded", () => {
  checkStatus(
    { repositories: [repository(1000, 600)] },
    "$(warning) Plumbline: text complete, vectors 60 %",
    "warning",
  );
  checkStatus(
    { repositories: [repository(1000, 999)] },
    "$(warning) Plumbline: text complete, vectors 99 %",
    "warning",
  );
});

test("progress while indexing", () => {
  checkStatus({ phase: "indexing", progress: { done: 120, total: 400 } }, "$(sync~spin) Plumbline 120/400");
  checkStatus({ phase: "indexing", progress: { done: 0, total: 0 } }, "$(sync~spin) Plumbline");
  checkStatus({ phase: "starting" }, "$(sync~spin) Plumbline");
});

test("nothing there, off and failed say so", () => {
  checkStatus({ phase: "empty" }, "$(circle-slash) Plumbline: nothing to search");
  checkStatus({ phase: "off" }, "$(circle-outline) Plumbline: off");
  checkStatus({ phase: "failed" }, "$(error) Plumbline: failed", "error");
});

test("the tooltip lists repositories and their problems, as text", () => {
  const problems = Array.from({ length: 7 }, (_, idx) => ({
    path: `bin/${idx}.js`,
    reason: "[link](command:x)",
  }));
  const status = { phase: "ready" as const, message: "Ready.", progress: null };
  const { tooltip } = statusText({ ...status, repositories: [{ ...repository(5, 5), problems }] });
  expect(tooltip.split("\n")).toEqual([
    "Ready\\.",
    "",
    "**app**: 3 files, 5 chunks",
    "",
    ...[0, 1, 2, 3, 4].map((idx) => `- bin/${idx}\\.js: \\[link\\]\\(command:x\\)`),
    "- and 2 more",
  ]);
});
