import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files of one fixture text: path (without the leading `/`) -> content, in the order of the text. */
export function parseFixture(text: string): Map<string, string> {
  const [preamble = "", ...sections] = text.split(/^\/\/- \//m);
  if (preamble.trim() !== "")
    throw new Error(`A fixture starts with "//- /path", not with: ${preamble.trim()}`);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return end < 0 ? [section.trim(), ""] : [section.slice(0, end).trim(), section.slice(end + 1)];
    }),
  );
}

/** Writes the files of a fixture text below `dir`, which is made where missing. */
export function writeFixture(dir: string, text: string): void {
  mkdirSync(dir, { recursive: true });
  for (const [path, content] of parseFixture(text)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
}

/** Makes `dir` a git repository where it is none, and commits all that is in it. */
export function commitAll(dir: string, message = "Fixture"): void {
  const who = ["-c", "user.name=Fixture", "-c", "user.email=fixture@example.invalid"];
  const git = (...args: string[]) => execFileSync("git", ["-C", dir, ...who, ...args], { stdio: "pipe" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "commit.gpgsign=false", "commit", "--quiet", "--allow-empty", "--message", message);
}
