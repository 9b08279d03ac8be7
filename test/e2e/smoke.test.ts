import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeFixture } from "../fixture";
import { openFile, openPalette, screenshot, startVsCode, type VsCode } from "./vscode";

const tmp = mkdtempSync(join(tmpdir(), "plumbline-smoke-"));
const workspace = join(tmp, "harbour");
let vscode: VsCode;

beforeAll(async () => {
  writeFixture(workspace, "//- /pier.ts\nexport const nBerths = 12;\n");
  vscode = await startVsCode({ workspace, withExtension: false });
});
afterAll(async () => {
  await vscode?.stop();
  rmSync(tmp, { recursive: true, force: true });
});

test("VS Code opens the folder, its files and the command palette", async () => {
  const { page } = vscode;
  await page.locator(".explorer-folders-view", { hasText: "pier.ts" }).waitFor();
  await expect.poll(() => page.title()).toContain("harbour");
  await openFile(page, "pier.ts");
  await page.locator(".view-line", { hasText: "nBerths" }).waitFor();
  const rows = await openPalette(page, ">Toggle Word Wrap");
  await rows.filter({ hasText: "Toggle Word Wrap" }).first().waitFor();
  await screenshot(page, "smoke");
});
