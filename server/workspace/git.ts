import { execFile } from "node:child_process";
import { promises as fs } from "node:fs";

/**
 * Runs git in `cwd` and returns its standard output, or null where git fails or is not installed:
 * a folder without git is an ordinary folder. Ask for NUL-separated output (`-z`), so that paths arrive unquoted.
 *
 * @param input for git's standard input.
 */
export function git(
  cwd: string,
  args: readonly string[],
  signal?: AbortSignal,
  input?: string,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 1 << 30, signal, env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" } };
    const child = execFile("git", [...args], options, (error, stdout) => {
      if (signal?.aborted) reject(signal.reason);
      else resolve(error ? null : stdout);
    });
    child.stdin?.on("error", () => {}); // Git ended early; its exit code says so.
    child.stdin?.end(input ?? "");
  });
}

/** Real absolute path of the folder that holds HEAD and index: a linked worktree has its own; null outside git. */
export async function gitDirOf(dir: string): Promise<string | null> {
  const gitDir = (await git(dir, ["rev-parse", "--absolute-git-dir"]))?.replace(/\r?\n$/, "");
  return gitDir ? fs.realpath(gitDir).catch(() => null) : null;
}
