import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClaudeServer, startClaudeServer } from "../answer/claudeServer";
import { ask, citations, type Harbour, startHarbour, themes } from "./harbour";
import { runCommand, screenshot, textOf } from "./vscode";

let claude: ClaudeServer;
let vscode: Harbour;
beforeAll(async () => {
  claude = await startClaudeServer();
  vscode = await startHarbour({ settings: { "plumbline.answer.baseUrl": claude.url } });
});
afterAll(async () => {
  await vscode?.stop();
  await claude?.close();
});

async function setKey(key: string) {
  const { page } = vscode;
  await runCommand(page, "Plumbline: Set API Key");
  const input = page.locator('.quick-input-widget input[type="password"]');
  await input.fill(key);
  await input.press("Enter");
  await page
    .locator(".notification-list-item-message", { hasText: "The API key is saved" })
    .first()
    .waitFor();
  await runCommand(page, "Notifications: Clear All Notifications");
}

describe.each(themes)("in the %s theme", (theme) => {
  beforeAll(() => vscode.setTheme(theme));

  test("with a key the model answers, and each sentence is cited", async () => {
    const { page, userData } = vscode;
    await setKey("sk-ant-good-key");
    const entry = await ask(page, `how is a berth assigned to a ship (${theme})?`);
    await expect.poll(() => textOf(entry), { timeout: 60_000 }).toContain("The answer is in berths.ts");
    await citations(entry, "berths.ts").first().waitFor();
    await screenshot(page, `key-${theme}`);
    expect(claude.requests.at(-1)?.headers.authorization).toBe("Bearer sk-ant-good-key");
    expect(readFileSync(join(userData, "User/settings.json"), "utf8")).not.toContain("sk-ant-good-key");
  });

  test("a wrong key is told in one sentence", async () => {
    const { page } = vscode;
    await setKey("wrong-key");
    const entry = await ask(page, `how high is the tide (${theme})?`);
    await expect.poll(() => textOf(entry), { timeout: 60_000 }).toMatch(/\bkey\b/i);
    await screenshot(page, `key-wrong-${theme}`);
  });
});
