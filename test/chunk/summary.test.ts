import { expect, test } from "vitest";
import { cleanDoc } from "../../server/chunk/docText";
import { summarize } from "../../server/chunk/summary";
import { chunker, sourceFile } from "./draw";

async function checkSummaries(path: string, text: string, summaries: readonly string[]): Promise<void> {
  const file = sourceFile(path, text);
  const { chunks } = await chunker.chunk(file);
  expect(chunks.map((chunk) => summarize(chunk))).toEqual(summaries);
}

test("the first sentence of the doc", () =>
  checkSummaries(
    "a.ts",
    `/**
 * Takes tokens, e.g. for a retry. Throws
 * when none are left.
 * @param n how many
 */
function take(n: number) {
  one(n);
  two(n);
}
`,
    ["Takes tokens, e.g. for a retry."],
  ));

test("without a doc: what it calls or holds", () =>
  checkSummaries(
    "a.py",
    "class A(B):\n    def run(self, n):\n        x = take(n)\n        y = give(x)\n        return y\n",
    ["Uses B.", "Calls take and give."],
  ));

test("code between definitions says what it uses", () =>
  checkSummaries("a.ts", "import { a } from 'b';\n\nrun(a);\n", ["Uses a and run."]));

function checkDoc(comment: string, doc: string): void {
  expect(cleanDoc(comment)).toBe(doc);
}

test("marks of comments and docstrings are stripped", () => {
  checkDoc("/** Takes.\n * Gives. */", "Takes.\nGives.");
  checkDoc("/// Takes.\n/// Gives.", "Takes.\nGives.");
  checkDoc("# Takes.\n#   Gives.", "Takes.\nGives.");
  checkDoc("-- | Takes.\n-- Gives.", "Takes.\nGives.");
  checkDoc('"""\n    Takes.\n\n    Gives.\n    """', "Takes.\n\nGives.");
  checkDoc("(** Takes. *)", "Takes.");
  checkDoc("/// <summary>Takes.</summary>", "Takes.");
});
