import { expect, test } from "vitest";
import * as conversation from "../../extension/conversation";
import type { PanelEntry } from "../../server/protocol/panel";
import type { WireAnswer, WireCitation } from "../../server/protocol/wire";

const CITED: WireCitation = {
  span: { repo: "app", path: "a.ts", file: "/app/a.ts", startLine: 1, endLine: 3 },
  symbol: "a",
  quote: "one\ntwo\n",
  textHash: "h1",
};
const ANSWER: WireAnswer = {
  sentences: [{ text: "It does.", citations: [CITED] }],
  refused: false,
  reason: null,
  generation: 1,
  model: null,
  nDropped: 0,
};

/** Entries as `id question kind`, one a line. */
function drawn(entries: readonly PanelEntry[]): string[] {
  return entries.map(({ id, question, progress }) => `${id} ${question} ${progress.kind}`);
}

test("a question is searched, answered bit by bit, done", () => {
  const asked = conversation.withQuestion([], 1, "why?");
  const growing = conversation.withSnapshot(asked, 1, ANSWER);
  const done = conversation.withAnswer(growing, 1, ANSWER);
  expect([asked, growing, done].flatMap(drawn)).toEqual([
    "1 why? searching",
    "1 why? answering",
    "1 why? done",
  ]);
});

test("a new question stops the one before, and what still arrives for it changes nothing", () => {
  const first = conversation.withQuestion([], 1, "old?");
  const second = conversation.withQuestion(first, conversation.nextId(first), "new?");
  const late = conversation.withSnapshot(conversation.withAnswer(second, 1, ANSWER), 1, ANSWER);
  expect(drawn(late)).toEqual(["1 old? cancelled", "2 new? searching"]);
});

test("a failed question keeps its sentence", () => {
  const error = { kind: "answer-refused", message: "The key was refused." };
  const failed = conversation.withFailure(conversation.withQuestion([], 1, "why?"), 1, error);
  expect(failed[0]?.progress).toEqual({ kind: "failed", error });
});

test("the oldest of more than fifty are dropped, ids go on", () => {
  let entries: readonly PanelEntry[] = [];
  for (let n = 1; n <= 60; n++) {
    entries = conversation.withQuestion(entries, conversation.nextId(entries), `q${n}`);
  }
  expect([entries.length, entries[0]?.id, entries.at(-1)?.id]).toEqual([50, 11, 60]);
});

test("what a reload interrupted counts as stopped; what cannot be read is left out", () => {
  const stored: unknown = JSON.parse(
    JSON.stringify([
      { id: 1, question: "a", progress: { kind: "done", answer: ANSWER } },
      { id: 2, question: "b", progress: { kind: "done" } },
      { id: "3", question: "c", progress: { kind: "searching" } },
      null,
      { id: 4, question: "d", progress: { kind: "answering", answer: ANSWER } },
      { id: 5, question: "e", progress: { kind: "dancing" } },
    ]),
  );
  expect(drawn(conversation.restoredEntries(stored))).toEqual(["1 a done", "4 d cancelled"]);
  expect(conversation.restoredEntries("nonsense")).toEqual([]);
});

test("only lines an answer cites can be opened, and as we know them", () => {
  const entries = conversation.withAnswer(conversation.withQuestion([], 1, "why?"), 1, ANSWER);
  expect(conversation.citationLike(entries, { ...CITED, quote: "forged" })).toBe(CITED);
  const foreign = { ...CITED, span: { ...CITED.span, file: "/etc/passwd" } };
  expect(conversation.citationLike(entries, foreign)).toBeNull();
});
