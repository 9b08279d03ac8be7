import { expect, test } from "vitest";
import { chunker, sourceFile } from "../chunk/draw";

/** Names with what is around them, in text order. */
async function definitionsIn(path: string, text: string): Promise<string[]> {
  const { chunks } = await chunker.chunk(sourceFile(path, text));
  return chunks.flatMap(({ definitions }) =>
    definitions.map(({ container, name, kind }) => `${kind} ${[...container, name].join(".")}`),
  );
}

test("what follows a construct the Kotlin grammar does not know keeps its names", async () => {
  const text = `package a

public fun interface Started {
    public fun command(n: Int): Flow<Int>
}

class Dialect(val x: Int) {
    fun <T> Expression<T>.isNull(): Op<Boolean> = when (this) {
        is Lit<*> if x -> 1
        /* fun never() */
        else -> 2
    }
    companion object : Base(1) {
        private inline fun <reified T : Any> named(a: List<T>): Int {
            return 3
        }
    }
}

typealias Id = String
`;
  expect(await definitionsIn("Dialect.kt", text)).toEqual([
    "interface Started",
    "method Started.command",
    "class Dialect",
    "method Dialect.isNull",
    "class Dialect.companion",
    "method Dialect.companion.named",
    "type Id",
  ]);
});

test("a class whose head is a macro is found in C++", async () => {
  const text = `namespace json {
BASIC_TPL_DECLARATION
class basic_json // NOLINT
    : public base<int>
{
  public:
    int size() const { return 1; }
  private:
    int n;
};
}
`;
  const found = await definitionsIn("json.hpp", text);
  expect(found).toContain("class json.basic_json");
});

test("no rule speaks in a file without errors", async () => {
  const text = 'val code = """\nfun inText() {}\n"""\n';
  expect(await definitionsIn("a.kt", text)).toEqual(["variable code"]);
});
