import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is gone when the test ends. */
export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "plumbline-test-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}
