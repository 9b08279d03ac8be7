import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harbour, startHarbour, statusItem, themes, untilStatus } from "./harbour";
import { screenshot, textOf } from "./vscode";

let vscode: Harbour;
beforeAll(async () => {
  vscode = await startHarbour();
});
afterAll(() => vscode?.stop());

async function nChunks(): Promise<number> {
  const text = await textOf(statusItem(vscode.page));
  return Number(/(\d+) chunks/.exec(text)?.[1]);
}

describe.each(themes)("in the %s theme", (theme) => {
  beforeAll(() => vscode.setTheme(theme));

  test("the item tells what is indexed, and a click opens the menu", async () => {
    const { page } = vscode;
    await statusItem(page).hover();
    const tooltip = page.locator(".monaco-hover:visible", { hasText: "harbour: " });
    await tooltip.waitFor();
    expect(await textOf(tooltip)).toMatch(/harbour: 5 files, \d+ chunks/);
    await screenshot(page, `status-${theme}`);
    await statusItem(page).click();
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: "Rebuild Index" }).waitFor();
    await screenshot(page, `status-menu-${theme}`);
    await page.keyboard.press("Escape");
  });

  test("it follows files that come and go, and says when it is off", async () => {
    const { page, workspace } = vscode;
    const before = await nChunks();
    const added = join(workspace, "src/pilots.ts");
    writeFileSync(
      added,
      "/** Calls a pilot. */\nexport function callPilot(name: string) {\n  return name;\n}\n",
    );
    await expect.poll(nChunks, { timeout: 60_000 }).toBeGreaterThan(before);
    rmSync(added);
    await expect.poll(nChunks, { timeout: 60_000 }).toBe(before);
    vscode.setSettings({ "plumbline.enabled": false });
    await untilStatus(page, /Plumbline: off/);
    await screenshot(page, `status-off-${theme}`);
    vscode.setSettings({ "plumbline.enabled": true });
    await untilStatus(page, /Plumbline: \d+ chunks/);
  });
});
