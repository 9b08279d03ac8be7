import { expect, test } from "vitest";
import { fromPanel } from "../../extension/panelMessages";

function checkMessage(message: unknown, expected: object | null): void {
  expect(fromPanel(message)).toEqual(expected);
}

const CITATION = { span: { file: "/app/a.ts", startLine: 1, endLine: 3 }, textHash: "x" };

test("what the protocol allows goes through, and only its fields", () => {
  checkMessage({ type: "ready", extra: 1 }, { type: "ready" });
  checkMessage({ type: "cancel" }, { type: "cancel" });
  checkMessage({ type: "setKey", key: "stolen" }, { type: "setKey" });
  checkMessage({ type: "ask", question: "  why?\n" }, { type: "ask", question: "why?" });
  checkMessage(
    { type: "open", citation: CITATION, side: "beside" },
    { type: "open", citation: CITATION, side: "beside" },
  );
  checkMessage({ type: "open", citation: CITATION }, { type: "open", citation: CITATION, side: "here" });
});

test("anything else is null", () => {
  for (const message of [null, undefined, 7, "ready", {}, { type: "run", command: "x" }, { type: "ask" }])
    checkMessage(message, null);
  checkMessage({ type: "ask", question: "   " }, null);
  checkMessage({ type: "ask", question: "x".repeat(4_001) }, null);
  checkMessage({ type: "open", citation: { ...CITATION, textHash: 1 } }, null);
  checkMessage({ type: "open", citation: { span: { file: "/a" }, textHash: "x" } }, null);
});
