import { rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { discoverRoots } from "../../server/workspace/roots";
import { listFiles, listIgnored } from "../../server/workspace/walk";
import { commitAll, writeFixture } from "../fixture";
import { tempDir } from "../tempDir";

const RULES = `
//- /.gitignore
*.log
/build/
!keep.log
//- /a.ts
//- /keep.log
//- /drop.log
//- /build/out.ts
//- /src/build/in.ts
//- /src/.gitignore
secret.ts
//- /src/secret.ts
//- /src/ü 'q' [b] 100%.ts
//- /node_modules/dep/index.js
`.trimStart();
const LISTED = [
  ".gitignore",
  "a.ts",
  "keep.log",
  "src/.gitignore",
  "src/build/in.ts",
  "src/ü 'q' [b] 100%.ts",
];

async function checkListed(
  kind: "git" | "plain",
  fixture: string,
  expected: readonly string[],
): Promise<void> {
  const dir = tempDir();
  writeFixture(dir, fixture);
  if (kind === "git") commitAll(dir);
  const [root] = await discoverRoots([dir]);
  expect(root?.kind).toBe(kind);
  expect(await listFiles(root!)).toEqual(expected);
}

/** Case I1. */
test("outside git, nested, anchored and negated ignore rules hold", () =>
  checkListed("plain", RULES, LISTED));
test("in git, its own list is the list", () =>
  checkListed("git", `${RULES}//- /.git-less\n`.replace("//- /node_modules/dep/index.js\n", ""), [
    ".git-less",
    ...LISTED,
  ]));
async function checkCoverage(
  kind: "git" | "plain",
  include: string[],
  files: string[],
  ignored: string[],
): Promise<void> {
  const dir = tempDir();
  writeFixture(dir, RULES);
  if (kind === "git") commitAll(dir);
  const [root] = await discoverRoots([dir], include);
  expect(await listFiles(root!)).toEqual(files);
  expect((await listIgnored(root!)).map(({ path, rule }) => `${path} <- ${rule}`).sort()).toEqual(ignored);
}

/** Case I2: what is left out is named with its rule, and can be brought back. */
test.each(["git", "plain"] as const)("ignored files are listed with their rule (%s)", (kind) =>
  checkCoverage(kind, [], kind === "git" ? [...LISTED, "node_modules/dep/index.js"].sort() : LISTED, [
    kind === "git" ? "build/ <- .gitignore:2: /build/" : "build/ <- .gitignore: /build/",
    kind === "git" ? "drop.log <- .gitignore:1: *.log" : "drop.log <- .gitignore: *.log",
    ...(kind === "git" ? [] : ["node_modules/ <- never code"]),
    kind === "git"
      ? "src/secret.ts <- src/.gitignore:1: secret.ts"
      : "src/secret.ts <- src/.gitignore: secret.ts",
  ]),
);
test.each(["git", "plain"] as const)("a pattern of the user brings ignored files back (%s)", async (kind) => {
  const dir = tempDir();
  writeFixture(dir, RULES);
  if (kind === "git") commitAll(dir);
  const [root] = await discoverRoots([dir], ["build", "**/secret.ts"]);
  const files = await listFiles(root!);
  expect(files).toContain("build/out.ts");
  expect(files).toContain("src/secret.ts");
  expect(files).not.toContain("drop.log");
});
test("a .plumblineignore narrows further", () =>
  checkListed("git", "//- /.plumblineignore\nold/\n//- /a.ts\n//- /old/b.ts\n", [
    ".plumblineignore",
    "a.ts",
  ]));

test("a folder inside a repository lists its part, with paths of the repository", async () => {
  const dir = tempDir();
  writeFixture(dir, "//- /a.ts\n//- /packages/app/b.ts\n");
  commitAll(dir);
  const [root] = await discoverRoots([path.join(dir, "packages/app")]);
  expect([root?.name, root?.prefix]).toEqual([path.basename(dir), "packages/app/"]);
  expect(await listFiles(root!)).toEqual(["packages/app/b.ts"]);
});

/** Case I4: links end, and stay inside. */
test("links are not followed", async () => {
  const dir = tempDir();
  writeFixture(dir, "//- /a.ts\n//- /sub/b.ts\n");
  symlinkSync(dir, path.join(dir, "sub/loop"));
  symlinkSync("/", path.join(dir, "out"));
  const [root] = await discoverRoots([dir]);
  expect(await listFiles(root!)).toEqual(["a.ts", "sub/b.ts"]);
});

/** Cases I3 and I5. */
test("repositories side by side below one folder are roots of their own", async () => {
  const dir = tempDir();
  writeFixture(dir, "//- /one/a.ts\n//- /two/b.ts\n//- /c.ts\n");
  commitAll(path.join(dir, "one"));
  commitAll(path.join(dir, "two"));
  const roots = await discoverRoots([dir]);
  const listed = await Promise.all(roots.map((root) => listFiles(root)));
  expect(roots.map((root) => path.relative(dir, root.dir))).toEqual(["", "one", "two"]);
  expect(listed).toEqual([["c.ts"], ["a.ts"], ["b.ts"]]);
});

test("a repository far below a folder outside git is found, one that is ignored is not", async () => {
  const dir = tempDir();
  writeFixture(dir, "//- /.gitignore\nold/\n//- /a/b/c/d/inner/x.ts\n//- /a/y.ts\n//- /old/inner/z.ts\n");
  commitAll(path.join(dir, "a/b/c/d/inner"));
  commitAll(path.join(dir, "old/inner"));
  const roots = await discoverRoots([dir]);
  const listed = await Promise.all(roots.map((root) => listFiles(root)));
  expect(listed).toEqual([[".gitignore", "a/y.ts"], ["x.ts"]]);
});

/** Case I5: no file is searched twice; what the outer folder leaves out is there because it was asked for. */
test.each([
  ["git", ["", "src"], [""]],
  ["git", ["src", ""], [""]],
  ["plain", ["", "src"], [""]],
  ["plain", ["src", ""], [""]],
  ["git", ["", "build"], ["", "build"]],
  ["git", ["build/deep"], ["build/deep"]],
  ["plain", ["", "node_modules/dep"], ["", "node_modules/dep"]],
  ["git", ["src", "lib"], ["src", "lib"]],
] as const)("overlapping folders (%s: %j) are the roots %j", async (kind, opened, expected) => {
  const dir = tempDir();
  const files = ["a.ts", "src/b.ts", "lib/c.ts", "build/deep/d.ts", "node_modules/dep/e.ts"];
  writeFixture(
    dir,
    `//- /.gitignore\nbuild/\nnode_modules/\n${files.map((file) => `//- /${file}\n`).join("")}`,
  );
  if (kind === "git") commitAll(dir);
  const roots = await discoverRoots(opened.map((folder) => path.join(dir, folder)));
  expect(roots.map((root) => path.relative(dir, root.dir))).toEqual(expected);
  for (const root of roots) expect((await listFiles(root)).length).toBeGreaterThan(0);
});

test("a repository nested in a repository is a root of its own", async () => {
  const dir = tempDir();
  writeFixture(dir, "//- /a.ts\n//- /inner/b.ts\n");
  commitAll(path.join(dir, "inner"));
  commitAll(dir); // Git records the inner one as a link to its commit.
  const roots = await discoverRoots([dir]);
  expect(await Promise.all(roots.map((root) => listFiles(root)))).toEqual([["a.ts", "inner"], ["b.ts"]]);
});

test("two folders of one name get names that tell them apart", async () => {
  const dir = tempDir();
  writeFixture(dir, "//- /web/app/a.ts\n//- /old/app/b.ts\n");
  const roots = await discoverRoots([path.join(dir, "web/app"), path.join(dir, "old/app")]);
  expect(roots.map((root) => root.name)).toEqual(["web/app", "old/app"]);
});

/** A disk that was taken away is no reason to forget its index. */
test.each(["git", "plain"] as const)(
  "a folder that vanishes is an error, not an empty folder (%s)",
  async (kind) => {
    const dir = path.join(tempDir(), "gone");
    writeFixture(dir, "//- /a.ts\n");
    if (kind === "git") commitAll(dir);
    const [root] = await discoverRoots([dir]);
    rmSync(dir, { recursive: true });
    await expect(listFiles(root!)).rejects.toThrow(/can no longer be read/);
  },
);

test.each([
  ["missing", "nowhere", /does not exist/],
  ["a file", "a.ts", /is not a folder/],
])("a folder that is %s is a plain error", async (_, name, message) => {
  const dir = tempDir();
  writeFixture(dir, "//- /a.ts\n");
  await expect(discoverRoots([path.join(dir, name)])).rejects.toThrow(message);
});
