import { expect, test } from "vitest";
import { Languages } from "../../server/syntax/languages";
import { withTree } from "../../server/syntax/parse";
import { readTags } from "../../server/syntax/tags";

const languages = Languages.open(".");

async function tagsOf(language: string, text: string, timeoutMs = 5_000) {
  const grammar = (await languages.grammar(language))!;
  return withTree(grammar, text, { timeoutMs }, (tree, deadline) => readTags(grammar, tree, text, deadline));
}

/** Definitions as `kind container.name`, then references as `kind:name`. */
async function checkTags(language: string, text: string, expected: readonly string[]): Promise<void> {
  const read = await tagsOf(language, text);
  if ("failed" in read) throw new Error(read.failed);
  const names = read.tags.flatMap(({ kind, names }) =>
    names.map(({ name, path }) => `${kind} ${[...path, name].join(".")}`),
  );
  expect([...names, ...read.references.map(({ kind, name }) => `${kind}:${name}`)]).toEqual(expected);
}

test("each name is paired with its definition", () =>
  checkTags("go", "package p\nvar a, b int\nfunc (r *Repo) Get() { r.load(a) }\n", [
    "variable a",
    "variable b",
    "method Repo.Get",
    "call:load",
  ]));

test("qualified names say their containers", () =>
  checkTags("cpp", "int geo::Shape<int>::area() { return side(); }\n", [
    "function geo.Shape.area",
    "call:side",
  ]));

test("supertypes are references", () =>
  checkTags("python", "class C(D):\n    pass\n", ["class C", "extends:D"]));

test("a text that takes too long is set aside with a reason", async () => {
  const read = await tagsOf("typescript", "f(a, [b, {c: d}]);\n".repeat(40_000), 1);
  expect(read).toEqual({ failed: "time-out: not parsed within 1 ms" });
});
