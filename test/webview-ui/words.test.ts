import { expect, test } from "vitest";
import type { PanelEntry } from "../../server/protocol/panel";
import type { IndexStatus, LineSpan, WireAnswer } from "../../server/protocol/wire";
import { sourcesOf, spokenPlace } from "../../webview-ui/sources";
import { announcement, footerWords, indexNotice, progressWords } from "../../webview-ui/words";

function span(path: string, startLine: number, endLine: number): LineSpan {
  return { repo: "app", path, file: `/app/${path}`, startLine, endLine };
}

function answer(changes: Partial<WireAnswer>, ...cited: LineSpan[][]): WireAnswer {
  const sentences = cited.map((spans, idx) => ({
    text: `Sentence ${idx + 1}.`,
    citations: spans.map((place) => ({ span: place, symbol: "", quote: "", textHash: "" })),
  }));
  return { sentences, refused: false, reason: null, generation: 1, model: null, nDropped: 0, ...changes };
}

const RETRY = span("src/net/retry.ts", 39, 52);
const QUOTA = span("src/quota.ts", 4, 5);

test("a place is spoken with its lines as the editor numbers them", () => {
  expect(spokenPlace(RETRY)).toBe("retry.ts, lines 40 to 52");
  expect(spokenPlace(QUOTA)).toBe("quota.ts, line 5");
});

test("each source once, in the order of the answer", () => {
  const sources = sourcesOf(answer({}, [QUOTA], [RETRY, QUOTA]));
  expect(sources.map(({ citation }) => citation.span)).toEqual([QUOTA, RETRY]);
});

test("the footer names the maker and what was left out", () => {
  expect(footerWords(answer({}))).toBe("Answered from the index, no model used");
  expect(footerWords(answer({ model: "claude-sonnet-5-5", nDropped: 1 }))).toBe(
    "Answered by claude-sonnet-5-5 · 1 sentence without proof was left out",
  );
  expect(footerWords(answer({ nDropped: 2 }))).toMatch(/2 sentences without proof were left out$/);
});

function index(phase: IndexStatus["phase"], progress: IndexStatus["progress"] = null): IndexStatus {
  return { phase, message: "Open a folder.", progress, repositories: [] };
}

test("the index is mentioned only when it matters", () => {
  expect(indexNotice(index("ready"))).toBeNull();
  expect(indexNotice(index("empty"))).toBe("Open a folder.");
  expect(indexNotice(index("indexing", { done: 1200, total: 4000 }))).toBe(
    "Indexing: 1,200 of 4,000 files. Answers may miss what is not indexed yet.",
  );
});

test("waiting says for what", () => {
  expect(progressWords({ kind: "searching" }, index("ready"))).toBe("Searching the code…");
  expect(progressWords({ kind: "searching" }, index("indexing", { done: 1, total: 1 }))).toBe(
    "Searching what is indexed so far (1 of 1 file)…",
  );
});

function checkAnnouncement(progress: PanelEntry["progress"], said: string): void {
  expect(announcement({ id: 1, question: "why?", progress })).toBe(said);
}

test("a screen reader hears each step", () => {
  expect(announcement(undefined)).toBe("");
  checkAnnouncement({ kind: "searching" }, "Searching the code.");
  checkAnnouncement({ kind: "answering", answer: answer({}, [RETRY], [QUOTA]) }, "Sentence 2.");
  checkAnnouncement(
    { kind: "done", answer: answer({}, [RETRY], [QUOTA, RETRY]) },
    "Answer ready: 2 sentences, 2 sources.",
  );
  checkAnnouncement(
    { kind: "done", answer: answer({ refused: true, reason: "Nothing found." }) },
    "Nothing found.",
  );
  checkAnnouncement({ kind: "failed", error: { kind: "internal", message: "It broke." } }, "It broke.");
});
