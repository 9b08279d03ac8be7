import { expect, test } from "vitest";
import { rolesOf } from "../../server/search/pathRules";

test.each([
  ["tests/client.py", "test"],
  ["src/__tests__/a.ts", "test"],
  ["pkg/server_test.go", "test"],
  ["src/test/java/FooTest.java", "test"],
  ["lib/parser.spec.ts", "test"],
  ["docs/guide.md", "docs"],
  ["README.md", "docs"],
  ["examples/basic/main.rs", "example"],
  ["package.json", "config"],
  [".github/workflows/ci.yml", "config"],
  ["vendor/github.com/x/y.go", "vendored"],
  ["api/v1/types.pb.go", "generated"],
  ["types/index.d.ts", "generated"],
])("%s is %s", (path, role) => expect([...rolesOf(path)]).toContain(role));

test.each([
  "src/latest.py",
  "src/contest/attest.ts",
  "lib/inspect.rb",
  "src/protest.go",
  "server/search/fuse.ts",
])("%s is implementation", (path) => expect([...rolesOf(path)]).toEqual([]));
