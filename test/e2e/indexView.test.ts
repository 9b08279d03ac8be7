import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harbour, startHarbour, themes, untilStatus } from "./harbour";
import { runCommand, screenshot, textOf } from "./vscode";

let vscode: Harbour;
beforeAll(async () => {
  vscode = await startHarbour();
});
afterAll(() => vscode?.stop());

/** A row of the index tree. */
function row(page: Page, label: string): Locator {
  return page.locator(".pane-body .monaco-list-row", { hasText: label }).first();
}

async function openIndex(page: Page): Promise<void> {
  await runCommand(page, "Plumbline: Focus on Index View");
  await row(page, "harbour").waitFor();
  // Rows below the edge of the view are not drawn: it gets the room of the panel above.
  const ask = page.locator(".pane-header.expanded", { hasText: "Ask" });
  if (await ask.isVisible()) await ask.click();
}

describe.each(themes)("in the %s theme", (theme) => {
  beforeAll(() => vscode.setTheme(theme));

  test("the index view shows what is indexed, at which commit, and what it costs", async () => {
    const { page } = vscode;
    await openIndex(page);
    await expect.poll(() => textOf(row(page, "harbour"))).toMatch(/\d+ chunks/);
    await expect.poll(() => textOf(row(page, "Commit"))).toMatch(/Commit\s*[0-9a-f]{10}/);
    await expect.poll(() => textOf(row(page, "On disk"))).toMatch(/\d+ KB|MB/);
    await expect.poll(() => textOf(row(page, "Answers by"))).toMatch(/index alone/);
    await screenshot(page, `index-${theme}`);
  });
});

test("one click brings in a file that a rule leaves out", async () => {
  const { page, workspace } = vscode;
  mkdirSync(join(workspace, "data"), { recursive: true });
  writeFileSync(join(workspace, "data/prices.json"), `{"zebraPrice": "${"x".repeat(70_000)}"}\n`);
  await runCommand(page, "Plumbline: Rebuild Index");
  await untilStatus(page, /Plumbline: \d+ chunks/);
  await openIndex(page);
  await row(page, "Not searched").waitFor();
  await row(page, "Not searched").click();
  const group = row(page, "data file larger than 64 KiB");
  await group.waitFor();
  await group.hover();
  await screenshot(page, "index-excluded");
  await group.getByRole("button", { name: "Index These Files Anyway" }).click();
  const settings = () => readFileSync(join(workspace, ".vscode/settings.json"), "utf8");
  await expect.poll(settings).toContain("data/prices.json");
  await group.waitFor({ state: "detached", timeout: 60_000 });
});

test("indexing is paused and resumed from the view", async () => {
  const { page } = vscode;
  await openIndex(page);
  await runCommand(page, "Plumbline: Pause Indexing");
  await untilStatus(page, /paused/);
  await runCommand(page, "Plumbline: Resume Indexing");
  await untilStatus(page, /Plumbline: \d+ chunks/);
});
