import { execFile } from "node:child_process";

/**
 * Runs git in `cwd` and returns its standard output, or null where git fails or is not installed:
 * a folder without git is an ordinary folder. Output is NUL-separated (`-z`), so paths arrive unquoted.
 */
export function git(cwd: string, args: readonly string[], signal?: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 1 << 30, signal, env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" } };
    execFile("git", [...args], options, (error, stdout) => {
      if (signal?.aborted) reject(signal.reason);
      else resolve(error ? null : stdout);
    });
  });
}
