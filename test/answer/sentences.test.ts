import { expect, test } from "vitest";
import { type CitedText, splitFinished, splitSentences } from "../../server/answer/sentences";

/** Runs are written `text` or `text{a,b}` with their citations, joined by `|`. */
function runsOf(marked: string): CitedText<string>[] {
  return marked.split("|").map((run) => {
    const [, text = "", cited = ""] = /^([\s\S]*?)(?:\{([a-z,]*)\})?$/.exec(run) ?? [];
    return { text, citations: cited === "" ? [] : cited.split(",") };
  });
}

function drawn(sentences: readonly CitedText<string>[]): string[] {
  return sentences.map(({ text, citations }) =>
    citations.length > 0 ? `${text} {${citations.join()}}` : text,
  );
}

function checkSplit(marked: string, expected: readonly string[]): void {
  expect(drawn(splitFinished(runsOf(marked)))).toEqual(expected);
}

test("plain sentences", () =>
  checkSplit("One is first. Two! Is three?", ["One is first.", "Two!", "Is three?"]));

test("a sentence over several runs has the citations of all", () =>
  checkSplit("The cutter |walks the tree{a}| and |keeps lines{b,c}|. Then it ends{d}|.", [
    "The cutter walks the tree and keeps lines. {a,b,c}",
    "Then it ends. {d}",
  ]));

test("a run of two sentences gives both its citations", () =>
  checkSplit("It opens. It closes.{a}| Nothing else.", ["It opens. {a}", "It closes. {a}", "Nothing else."]));

test("a run that shares only a stop with a sentence gives it nothing", () =>
  checkSplit("It opens{a}|. It closes{b}|.", ["It opens. {a}", "It closes. {b}"]));

test("code spans, file names, decimals and abbreviations do not end a sentence", () =>
  checkSplit(
    "See `a. B` in main.ts, e.g. The first. It waits 0.5 s (i.e. Half a second) vs. One. Node.js runs `f()`. End",
    [
      "See `a. B` in main.ts, e.g. The first.",
      "It waits 0.5 s (i.e. Half a second) vs. One.",
      "Node.js runs `f()`.",
      "End",
    ],
  ));

test("closing marks belong to the sentence", () =>
  checkSplit('**It stops.** It says "no." (Then it ends.) Done.', [
    "**It stops.**",
    'It says "no."',
    "(Then it ends.)",
    "Done.",
  ]));

test("list items, paragraphs and headings", () =>
  checkSplit("# How\nIt has steps:\n1. Read it. Then keep it\n2. Write\nit down\n\n- Last", [
    "It has steps:",
    "Read it.",
    "Then keep it",
    "Write it down",
    "Last",
  ]));

test("stops of scripts without spaces", () =>
  checkSplit("先读取文件。再写入`a`。", ["先读取文件。", "再写入`a`。"]));

test("a fence is not cut", () =>
  checkSplit("It is:\n```ts\na. B\n\nc. D\n```\n\nNext.", ["It is: ```ts a. B  c. D ```", "Next."]));

test("while streaming the incomplete tail is kept with its citations", () => {
  const { sentences, rest } = splitSentences(runsOf("It opens.{a}| It clo{b}"));
  expect(drawn(sentences)).toEqual(["It opens. {a}"]);
  expect(rest).toEqual([{ text: "It clo", citations: ["b"] }]);
  expect(drawn(splitFinished([...rest, ...runsOf("ses|.")]))).toEqual(["It closes. {b}"]);
});
