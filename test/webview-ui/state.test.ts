import { expect, test } from "vitest";
import type { PanelEntry, PanelState } from "../../server/protocol/panel";
import { initialState, reduce, runningEntry, type UiAction } from "../../webview-ui/state";

const INDEX = { phase: "ready" as const, message: "", progress: null, repositories: [] };

function snapshot(
  questions: readonly string[],
  last: PanelEntry["progress"] = { kind: "cancelled" },
): PanelState {
  const entries = questions.map(
    (question, idx): PanelEntry => ({
      id: idx + 1,
      question,
      progress: idx === questions.length - 1 ? last : { kind: "cancelled" },
    }),
  );
  return { index: INDEX, model: null, entries };
}

const older: UiAction = { type: "recall", direction: "older" };
const newer: UiAction = { type: "recall", direction: "newer" };

/** The text in the box after each action, starting with three questions asked. */
function checkBox(actions: readonly UiAction[], expected: readonly string[]): void {
  let ui = reduce(initialState(""), { type: "snapshot", state: snapshot(["one", "two", "one", "three"]) });
  const drafts = actions.map((action) => {
    ui = reduce(ui, action);
    return ui.draft;
  });
  expect(drafts).toEqual(expected);
}

test("up recalls earlier questions, each once, and stops at the first", () =>
  checkBox([older, older, older, older], ["three", "one", "two", "two"]));

test("down comes back to what was being typed", () =>
  checkBox([{ type: "typed", draft: "new" }, older, newer, newer], ["new", "three", "new", "new"]));

test("typing into a recalled question makes it the draft", () =>
  checkBox(
    [older, { type: "typed", draft: "three!" }, older, newer],
    ["three", "three!", "three", "three!"],
  ));

test("asking empties the box", () => checkBox([{ type: "typed", draft: "x" }, { type: "asked" }], ["x", ""]));

test("a snapshot replaces the last one and leaves the box alone", () => {
  const typed = reduce(initialState("kept"), { type: "snapshot", state: snapshot(["one"]) });
  const next = reduce(typed, { type: "snapshot", state: snapshot([]) });
  expect([next.draft, next.panel?.entries.length]).toEqual(["kept", 0]);
});

test("only the last question can be running", () => {
  expect(runningEntry(null)).toBeNull();
  expect(runningEntry(snapshot(["one"]))).toBeNull();
  expect(runningEntry(snapshot(["one", "two"], { kind: "searching" }))?.question).toBe("two");
});
