// What each language's query says of imports and supertypes.
import { expect, test } from "vitest";
import { Languages } from "../../server/syntax/languages";
import { withTree } from "../../server/syntax/parse";
import { readTags } from "../../server/syntax/tags";

const languages = Languages.open(".");

/** Imports as `module name>alias` (`*` for all of it), then supertypes as `extends:Name`. */
async function checkUses(language: string, text: string, expected: readonly string[]): Promise<void> {
  const grammar = (await languages.grammar(language))!;
  const tags = withTree(grammar, text, { timeoutMs: 20_000 }, (tree, deadline) =>
    readTags(grammar, tree, text, deadline),
  );
  if ("failed" in tags) throw new Error(tags.failed);
  const imports = tags.imports.map(
    ({ module, name, alias }) => `${module} ${name || "*"}${alias && `>${alias}`}`,
  );
  const supertypes = tags.references
    .filter(({ kind }) => kind !== "call")
    .map(({ kind, name }) => `${kind}:${name}`);
  expect([...imports, ...supertypes].sort()).toEqual([...expected].sort());
}

const TYPESCRIPT = `
import d, { a as b, c } from "m";
import * as ns from "n";
export { q as r } from "s";
export * from "./t";
export { local };
import "u";
const { e, f: g } = require("z");
const k = require("w");
class A extends B implements C {}
interface D extends E {}
`;
const TYPESCRIPT_USES = [
  ...["m default>d", "m a>b", "m c", "n *>ns", "s q>r", "./t *", "u *", "z e", "z f>g", "w *>k"],
  ...["extends:B", "implements:C", "extends:E"],
];

test("typescript", () =>
  checkUses("typescript", `${TYPESCRIPT}import x = require("y");`, [...TYPESCRIPT_USES, "y *>x"]));

test("tsx", () => checkUses("tsx", TYPESCRIPT, TYPESCRIPT_USES));

test("javascript", () =>
  checkUses(
    "javascript",
    'import d, {a as b} from "m";\nclass A extends B {}\nconst {e, f: g} = require("z");\n',
    [...["m default>d", "m a>b", "z e", "z f>g", "extends:B"]],
  ));

test("python", () =>
  checkUses(
    "python",
    "import a.b, c as d\nfrom .x import (y as z, w)\nfrom .. import *\nclass C(D, e.F, metaclass=G): pass\n",
    ["a.b *", "c *>d", ".x y>z", ".x w", ".. *", "extends:D", "extends:F"],
  ));

test("java", () =>
  checkUses(
    "java",
    "import a.b.C;\nimport static a.b.C.d;\nimport a.b.*;\nclass A extends B implements D, E<F> {}\ninterface G extends H {}\n",
    [...["a.b C", "a.b.C d", "a.b *"], ...["extends:B", "implements:D", "implements:E", "extends:H"]],
  ));

test("kotlin", () =>
  checkUses("kotlin", "import a.b.C as D\nimport a.b.*\nclass A : B(), C\n", [
    ...["a.b C>D", "a.b *", "extends:B", "implements:C"],
  ]));

test("go", () =>
  checkUses(
    "go",
    'package p\nimport (\n f "a/fmt"\n "os"\n)\ntype A struct { B }\ntype C interface { D; M() }\n',
    [...["a/fmt *>f", "os *", "extends:B", "extends:D"]],
  ));

test("rust", () =>
  checkUses(
    "rust",
    "use a::b::{self, c, d::{e as f}, *};\nuse x::Y as Z;\nuse q;\nuse r::s::*;\nuse t::u;\nimpl T for S {}\ntrait V: W {}\n",
    [
      ...["a::b *", "a::b c", "a::b::d e>f", "x Y>Z", "q *", "r::s *", "t u"],
      ...["implements:T", "extends:W"],
    ],
  ));

test("c, c++, objective-c", async () => {
  await checkUses("c", '#include <a/b.h>\n#include "c.h"\n', ["a/b.h *", "c.h *"]);
  await checkUses(
    "cpp",
    "#include <v>\nusing std::vector;\nusing namespace foo;\nclass A : public B, C<int> {};\n",
    [...["v *", "std vector", "foo *", "extends:B", "extends:C"]],
  );
  await checkUses("objc", '#import "a.h"\n@import Foo;\n@interface A : B\n@end\n', [
    ...["a.h *", "Foo *", "extends:B"],
  ]);
});

test("c#", () =>
  checkUses("csharp", "using A.B;\nusing X = A.B.C;\nusing static A.C;\nclass D : E, IThing, IList<F> {}\n", [
    ...["A.B *", "A.B.C *>X", "A.C *", "extends:E", "implements:IThing", "implements:IList"],
  ]));

test("php", () =>
  checkUses(
    "php",
    '<?php\nuse A\\B\\C as D;\nuse A\\{B, C as E};\nuse F;\nrequire "a.php";\nclass G extends H implements I { use J; }\n',
    [...["A\\B C>D", "A B", "A C>E", " F", "a.php *"], ...["extends:H", "implements:I", "implements:J"]],
  ));

test("scala", () =>
  checkUses("scala", "import a.b.C\nimport a.b.{C, D => E, _}\nimport a.b._\nclass F extends G\n", [
    ...["a.b C", "a.b C", "a.b D>E", "a.b *", "extends:G"],
  ]));

test("ruby", () =>
  checkUses("ruby", 'require "a/b"\nrequire_relative "c"\nclass A < B\n  include C\nend\n', [
    ...["a/b *", "c *", "extends:B", "implements:C"],
  ]));

test("elixir", () =>
  checkUses("elixir", "alias A.B\nalias A.B, as: C\nalias A.{D, E}\nimport F\nuse G\n", [
    ...["A.B *", "A.B *>C", "A D", "A E", "F *", "G *"],
  ]));

test("dart", () =>
  checkUses(
    "dart",
    "import 'package:a/b.dart' as c show d, e;\nexport 'x.dart';\nclass A extends B with C implements D {}\n",
    [
      ...["package:a/b.dart d", "package:a/b.dart e", "x.dart *"],
      ...["extends:B", "implements:C", "implements:D"],
    ],
  ));

test("haskell", () =>
  checkUses("haskell", "module M where\nimport qualified Data.Map as M\nimport Data.List (sort, Foo)\n", [
    ...["Data.Map *>M", "Data.List sort", "Data.List Foo"],
  ]));

test("swift, solidity, groovy", async () => {
  await checkUses("swift", "import Foundation\nimport class A.B\nclass C: D, E {}\n", [
    ...["Foundation *", "A.B *", "extends:D", "extends:E"],
  ]);
  await checkUses("solidity", 'import {A as B, C} from "./a.sol";\nimport "./b.sol";\n', [
    ...["./a.sol A>B", "./a.sol C", "./b.sol *"],
  ]);
  await checkUses("groovy", "import a.b.C as D\nimport a.E\nclass F extends G implements H {}\n", [
    ...["a.b C>D", "a E", "extends:G", "implements:H"],
  ]);
});

test("languages that load files or modules by a call", async () => {
  await checkUses("lua", 'local a = require("b.c")\nlocal d = require "e"\n', ["b.c *", "e *"]);
  await checkUses("r", "library(dplyr)\n", ["dplyr *"]);
  await checkUses("bash", "source ./a.sh\n. b.sh\n", ["./a.sh *", "b.sh *"]);
  await checkUses("zig", 'const std = @import("std");\n', ["std *"]);
  await checkUses("css", '@import "a.css";\n', ["a.css *"]);
  await checkUses("julia", "using A, B.C\nusing D: x, y\nimport E\n", ["A *", "B.C *", "D x", "D y", "E *"]);
  await checkUses("ocaml", "open A.B\ninclude Y\n", ["A.B *", "Y *"]);
});
