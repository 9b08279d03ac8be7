// A real VS Code on a real browser, driven through the screen. One at a time per test file: about 2 GB of memory.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type FrameLocator, type Locator, type Page } from "playwright-core";
import { type CodeServer, ensureExtension, startCodeServer } from "../../.ci/codeServer.mjs";
import { chromiumPath, ensureChromium, root } from "../../.ci/setup.mjs";

export type Theme = "light" | "dark";

export interface VsCodeOptions {
  readonly workspace: string; // A folder or a .code-workspace file.
  readonly theme?: Theme;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Without the extension where false. */
  readonly withExtension?: boolean;
}

export interface VsCode {
  readonly page: Page;
  readonly base: string;
  readonly userData: string;
  /** What the extension hosts and output channels logged so far; for messages of failed tests. */
  logs(): string;
  stop(): Promise<void>;
}

export const themeNames: Record<Theme, string> = {
  light: "Default Light Modern",
  dark: "Default Dark Modern",
};

/** Packages the extension where needed, starts VS Code on the workspace and waits for its window. */
export async function startVsCode(options: VsCodeOptions): Promise<VsCode> {
  const { workspace, theme = "dark", settings = {}, env = {}, withExtension = true } = options;
  ensureChromium();
  const extensionsDir = withExtension ? ensureExtension() : null;
  const themed = { "workbench.colorTheme": themeNames[theme], ...settings };
  const server = await startCodeServer({ workspace, extensionsDir, settings: themed, env });
  try {
    const browser = await openBrowser();
    const key = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
    await browser.page.goto(`${server.base}/?${key}=${encodeURIComponent(workspace)}`);
    await untilWorkbench(browser.page);
    return { ...pick(server), page: browser.page, stop: () => browser.close().finally(server.stop) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The window is drawn and takes keys. */
export async function untilWorkbench(page: Page): Promise<void> {
  await page.locator(".monaco-workbench .statusbar-item").first().waitFor({ timeout: 120_000 });
}

function pick({ base, userData }: CodeServer) {
  return { base, userData, logs: () => readLogs(join(userData, "logs")) };
}

function readLogs(dir: string): string {
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" });
  const telling = files.filter((file) => /exthost.*\.log$/.test(file));
  return telling.map((file) => `--- ${file}\n${readFileSync(join(dir, file), "utf8")}`).join("\n");
}

async function openBrowser(): Promise<{ page: Page; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "plumbline-chromium-"));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    viewport: { width: 1400, height: 900 },
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    ],
  });
  context.setDefaultTimeout(60_000); // Twice the usual: VS Code on a busy machine takes its time.
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Opens the command palette on `text` and returns the rows it offers. */
export async function openPalette(page: Page, text: string) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input[type=text]:visible").first().fill(text);
  return page.locator(".quick-input-list .monaco-list-row");
}

/** Runs a command by its title from the palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const rows = await openPalette(page, `>${title}`);
  await rows.filter({ hasText: title }).first().click();
}

/** Opens a file of the workspace by name through quick open. */
export async function openFile(page: Page, name: string): Promise<void> {
  const rows = await openPalette(page, name);
  await rows.filter({ hasText: name }).first().click();
  await page.locator(".tabs-container .tab.active", { hasText: name }).waitFor();
}

/** The text a person sees, spaces made plain. */
export async function textOf(locator: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count, and lines matter.
  return (await locator.innerText()).replaceAll("\u00a0", " ").trim();
}

/** The inside of the one visible webview. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
}

/** Writes what is on the screen to test/e2e/out/NAME.png, which git ignores, for a person to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const dir = join(root, "test/e2e/out");
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.png`), animations: "disabled" });
}
