import { execFile } from "node:child_process";

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
