import { expect, test } from "vitest";
import { hoverMarkdown } from "../../extension/hoverText";
import { codeBlock, commandLink, escapeMarkdown } from "../../extension/markdown";
import type { Explanation, LineSpan } from "../../server/protocol/wire";

function span(path: string, startLine: number, endLine: number): LineSpan {
  return { repo: "app", path, file: `/app/${path}`, startLine, endLine };
}

const RETRY: Explanation = {
  symbol: "retry",
  kind: "function",
  signature: "function retry(run, nTimes)",
  language: "typescript",
  summary: "Runs a task until it succeeds.",
  definedAt: span("src/retry.ts", 2, 8),
  nOthers: 0,
  callers: [],
  nCallers: 0,
};

/** The hover's Markdown with each command link as `<label -> command>`. */
function checkHover(explanation: Partial<Explanation>, expected: string): void {
  const text = hoverMarkdown({ ...RETRY, ...explanation });
  const links = text.replace(/\[((?:[^\]\\]|\\.)*)\]\(command:([\w.]+)\?[^)]*\)/g, "<$1 -> $2>");
  expect(links).toBe(expected.trim());
}

test("signature, summary, place, way to more", () =>
  checkHover(
    {},
    `
\`\`\`typescript
function retry(run, nTimes)
\`\`\`

Runs a task until it succeeds\\.

function defined in <src/retry\\.ts:3\\-8 -> plumbline.openSpan>

<Explain with citations -> plumbline.ask>`,
  ));

test("the first three callers, the number of the rest, other definitions", () =>
  checkHover(
    {
      summary: "",
      nOthers: 2,
      nCallers: 7,
      callers: [span("a/b/c.ts", 0, 1), span("d.ts", 4, 5), span("e.ts", 5, 6), span("f.ts", 6, 7)],
    },
    `
\`\`\`typescript
function retry(run, nTimes)
\`\`\`

function defined in <src/retry\\.ts:3\\-8 -> plumbline.openSpan>, 2 more of this name

Called from <b/c\\.ts:1 -> plumbline.openSpan>, <d\\.ts:5 -> plumbline.openSpan>, <e\\.ts:6 -> plumbline.openSpan> and 4 more

<Explain with citations -> plumbline.ask>`,
  ));

test("text from code is data: no link, image or HTML of its own", () => {
  const evil = "![i](http://x/y.png) [go](command:evil) <img src=x> **bold** `code` &lt;";
  expect(escapeMarkdown(evil)).toBe(
    "\\!\\[i\\]\\(http://x/y\\.png\\) \\[go\\]\\(command:evil\\) &lt;img src=x\\> \\*\\*bold\\*\\* \\`code\\` &amp;lt;",
  );
});

test("code cannot end its own block", () =>
  expect(codeBlock("a\n````\nb", "c")).toBe("`````c\na\n````\nb\n`````"));

test("arguments of a link survive the way there and back", () => {
  const args = [{ path: "src/a (1)/ü %20.ts", text: 'it\'s "(quoted)"' }];
  const link = commandLink("open", "plumbline.openSpan", args);
  const [, encoded = ""] = /^\[open\]\(command:plumbline\.openSpan\?([^()\s]+)\)$/.exec(link) ?? [];
  expect(JSON.parse(decodeURIComponent(encoded))).toEqual(args);
});
