import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  citations,
  expectMarked,
  type Harbour,
  lineOf,
  startHarbour,
  themes,
  untilStatus,
} from "./harbour";
import { runCommand, screenshot, textOf, untilWorkbench, webview } from "./vscode";

let vscode: Harbour;
beforeAll(async () => {
  vscode = await startHarbour();
});
afterAll(() => vscode?.stop());

describe.each(themes)("in the %s theme", (theme) => {
  beforeAll(async () => {
    await vscode.setTheme(theme);
    await runCommand(vscode.page, "View: Close All Editors");
  });

  test("a question in the panel brings an answer whose citation opens the cited lines, marked", async () => {
    const { page, workspace } = vscode;
    const entry = await ask(page, "how is a berth assigned to a ship?");
    const citation = citations(entry, "berths.ts").first();
    await citation.waitFor();
    await screenshot(page, `ask-${theme}`);
    const label = await textOf(citation);
    const [, first, last] = /berths\.ts:(\d+)(?:-(\d+))?/.exec(label) ?? [];
    const lines = [Number(first), Number(last ?? first)] as const;
    const definition = lineOf(workspace, "src/berths.ts", "function assignBerth");
    expect(lines[0]).toBeLessThanOrEqual(definition);
    expect(lines[1]).toBeGreaterThanOrEqual(definition);
    await citation.click();
    await expectMarked(page, "berths.ts", lines);
    await screenshot(page, `ask-opened-${theme}`);
  });

  test("a question about nothing in this code is refused in words", async () => {
    const { page } = vscode;
    const entry = await ask(page, "which zebra paints quantum violins?");
    await expect.poll(() => textOf(entry), { timeout: 60_000 }).toMatch(/\b(searched|found|nothing)\b/i);
    expect(await entry.getByRole("button", { name: /, line/ }).count()).toBe(0);
    // Pixels: right below the title of the view, not somewhere below the earlier answers.
    await expect.poll(async () => (await entry.boundingBox())?.y).toBeLessThan(100);
    await screenshot(page, `ask-refused-${theme}`);
  });
});

test("questions and answers are still there after the window is reloaded", async () => {
  const { page } = vscode;
  const before = await webview(page).getByRole("article").count();
  expect(before).toBeGreaterThan(0);
  await page.reload();
  await untilWorkbench(page);
  await untilStatus(page, /Plumbline: \d+ chunks/);
  await runCommand(page, "Plumbline: Ask a Question");
  await expect.poll(() => webview(page).getByRole("article").count(), { timeout: 60_000 }).toBe(before);
}, 240_000);
