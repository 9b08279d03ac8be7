// The workspace the screen tests work in, and what a person does with Plumbline in it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { commitAll, writeFixture } from "../fixture";
import {
  runCommand,
  startVsCode,
  type Theme,
  textOf,
  themeNames,
  type VsCode,
  type VsCodeOptions,
  webview,
} from "./vscode";

export const themes: readonly Theme[] = ["light", "dark"];

export const harbour = `
//- /README.md
# Harbour
Berths, tides and fees of a small port.
//- /src/berths.ts
export interface Ship {
  readonly name: string;
  readonly lengthM: number;
}

export interface Berth {
  readonly id: number;
  readonly lengthM: number;
  occupant: Ship | null;
}

/** Finds the shortest free berth that is long enough for the ship; null when the harbour is full. */
export function assignBerth(ship: Ship, berths: readonly Berth[]): Berth | null {
  const free = berths.filter((berth) => berth.occupant === null);
  const fitting = free.filter((berth) => berth.lengthM >= ship.lengthM);
  fitting.sort((a, b) => a.lengthM - b.lengthM);
  const berth = fitting[0] ?? null;
  if (berth !== null) berth.occupant = ship;
  return berth;
}

/** Clears the berth when its ship has left. */
export function releaseBerth(berth: Berth): void {
  berth.occupant = null;
}
//- /src/tides.ts
/** Height of the tide in metres at an hour of the day, from mean level and amplitude of the port. */
export function tideHeight(hour: number, meanM: number, amplitudeM: number): number {
  const periodHours = 12.42;
  return meanM + amplitudeM * Math.cos((2 * Math.PI * hour) / periodHours);
}
//- /src/arrivals.ts
import { assignBerth, type Berth, type Ship } from "./berths";
import { tideHeight } from "./tides";

/** Lets a waiting ship in when the tide is high enough for its draught. */
export function dockShip(ship: Ship, draughtM: number, hour: number, berths: Berth[]): Berth | null {
  if (tideHeight(hour, 4, 2) < draughtM) return null;
  return assignBerth(ship, berths);
}
//- /tools/fees.py
def harbour_fee(length_m: float, nights: int) -> float:
    """Fee in euros: by length of the ship and nights in the berth, with a discount after a week."""
    fee = length_m * nights * 1.5
    if nights > 7:
        fee *= 0.9
    return fee
`.trimStart();

export interface Harbour extends VsCode {
  readonly workspace: string;
  setSettings(changes: Readonly<Record<string, unknown>>): void;
  setTheme(theme: Theme): Promise<void>;
}

/** VS Code on a fresh harbour repository, its index ready. */
export async function startHarbour(options: Omit<VsCodeOptions, "workspace"> = {}): Promise<Harbour> {
  const tmp = mkdtempSync(join(tmpdir(), "plumbline-e2e-"));
  const workspace = join(tmp, "harbour");
  writeFixture(workspace, harbour);
  commitAll(workspace);
  writeFileSync(join(workspace, ".git/info/exclude"), ".vscode/\n");
  const remove = () => rmSync(tmp, { recursive: true, force: true });
  const vscode = await startVsCode({ workspace, ...options }).catch((error: unknown) => {
    remove();
    throw error;
  });
  const settingsFile = join(workspace, ".vscode/settings.json");
  const changed: Record<string, unknown> = {};
  // Workspace settings: VS Code does not notice from outside that the person's own have changed.
  const setSettings = (changes: Readonly<Record<string, unknown>>) => {
    mkdirSync(dirname(settingsFile), { recursive: true });
    writeFileSync(settingsFile, JSON.stringify(Object.assign(changed, changes), null, 2));
  };
  const stop = () => vscode.stop().finally(remove);
  try {
    await untilStatus(vscode.page, /Plumbline: \d+ chunks/);
  } catch (error) {
    const logs = vscode.logs();
    await stop();
    throw new Error(`${error}\n${logs}`);
  }
  return {
    ...vscode,
    workspace,
    setSettings,
    async setTheme(theme) {
      setSettings({ "workbench.colorTheme": themeNames[theme] });
      await vscode.page
        .locator(theme === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs")
        .waitFor();
    },
    stop,
  };
}

export function statusItem(page: Page) {
  return page.locator(".statusbar-item", { hasText: "Plumbline" });
}

export async function untilStatus(page: Page, text: RegExp): Promise<void> {
  await statusItem(page).filter({ hasText: text }).waitFor({ timeout: 120_000 });
}

/** Brings up the panel and asks; returns the entry of this question, its answer maybe still on the way. */
export async function ask(page: Page, question: string) {
  await runCommand(page, "Plumbline: Ask a Question");
  const panel = webview(page);
  const box = panel.getByRole("textbox");
  await box.fill(question);
  await box.press("Enter");
  return panel.getByRole("article").filter({ hasText: question }).last();
}

/** The buttons of an entry that lead to lines of this file, in the order of the answer. */
export function citations(entry: Locator, file: string) {
  return entry.getByRole("button", { name: `${file}, line` });
}

/** 1-based number of the line the cursor is in. */
export async function cursorLine(page: Page): Promise<number> {
  const text = await textOf(page.locator(".statusbar-item", { hasText: /Ln \d+, Col \d+/ }));
  return Number(/Ln (\d+)/.exec(text)?.[1]);
}

/** File name of the editor in front; "" where none is open. */
export async function activeEditor(page: Page): Promise<string> {
  const tab = page.locator(".editor-group-container.active .tabs-container .tab.active");
  return (await tab.getAttribute("data-resource-name", { timeout: 1_000 }).catch(() => null)) ?? "";
}

/** 1-based numbers of the lines an extension has marked in the visible editor, as far as they are on the screen. */
export async function markedLines(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top);
    const marks = document.querySelectorAll('.view-overlays [class*="TextEditorDecorationType"]');
    const tops = new Set([...marks].map(topOf));
    const numbers = [...document.querySelectorAll(".margin-view-overlays .line-numbers")];
    const marked = numbers
      .filter((number) => tops.has(topOf(number)))
      .map((number) => Number(number.textContent));
    return [...new Set(marked)].sort((a, b) => a - b);
  });
}

/** The editor in front is this file, the cursor in the first of these lines, and exactly these lines are marked. */
export async function expectMarked(page: Page, file: string, lines: readonly [first: number, last: number]) {
  const [first, last] = lines;
  const wanted = Array.from({ length: last - first + 1 }, (_, idx) => first + idx);
  // Looked at together: the mark fades after some seconds.
  const seen = async () => ({ file: await activeEditor(page), marked: await markedLines(page) });
  await expect.poll(seen, { timeout: 60_000, interval: 100 }).toEqual({ file, marked: wanted });
  await expect.poll(() => cursorLine(page)).toBe(first);
}

/** 1-based line of the first line of a workspace file that holds `text`. */
export function lineOf(workspace: string, path: string, text: string): number {
  const idx = readFileSync(join(workspace, path), "utf8")
    .split("\n")
    .findIndex((line) => line.includes(text));
  if (idx < 0) throw new Error(`${path} has no line with ${text}`);
  return idx + 1;
}
