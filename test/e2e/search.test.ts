import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activeEditor, expectMarked, type Harbour, lineOf, startHarbour, themes } from "./harbour";
import { runCommand, screenshot } from "./vscode";

let vscode: Harbour;
beforeAll(async () => {
  vscode = await startHarbour();
});
afterAll(() => vscode?.stop());

/** Opens the search on a query and returns its rows. */
async function search(query: string) {
  const { page } = vscode;
  await runCommand(page, "Plumbline: Search Code");
  const input = page.locator('.quick-input-widget input[placeholder^="Describe what the code does"]');
  await input.fill(query);
  return page.locator(".quick-input-list .monaco-list-row");
}

describe.each(themes)("in the %s theme", (theme) => {
  beforeAll(async () => {
    await vscode.setTheme(theme);
    await runCommand(vscode.page, "View: Close All Editors");
  });

  test("the first hit is previewed while one types and opened on Enter", async () => {
    const { page, workspace } = vscode;
    const rows = await search("fee for a ship by length and nights");
    await rows.first().filter({ hasText: "harbour_fee" }).waitFor();
    await expect.poll(() => activeEditor(page), { timeout: 60_000 }).toBe("fees.py");
    await screenshot(page, `search-${theme}`);
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    const first = lineOf(workspace, "tools/fees.py", "def harbour_fee");
    await expectMarked(page, "fees.py", [first, lineOf(workspace, "tools/fees.py", "return fee")]);
  });

  test("Escape brings the editor back that was there before", async () => {
    const { page } = vscode;
    const before = await activeEditor(page);
    const rows = await search("tideHeight");
    await rows.first().filter({ hasText: "tideHeight" }).waitFor();
    await expect.poll(() => activeEditor(page), { timeout: 60_000 }).toBe("tides.ts");
    await page.keyboard.press("Escape");
    await expect.poll(() => activeEditor(page), { timeout: 60_000 }).toBe(before);
  });
});
