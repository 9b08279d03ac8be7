import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { citations, expectMarked, type Harbour, lineOf, startHarbour, themes } from "./harbour";
import { openFile, runCommand, screenshot, textOf, webview } from "./vscode";

let vscode: Harbour;
beforeAll(async () => {
  vscode = await startHarbour();
});
afterAll(() => vscode?.stop());

/** Hovers the call of assignBerth in arrivals.ts and returns the part of the hover that is Plumbline's. */
async function hoverCall() {
  const { page } = vscode;
  await openFile(page, "arrivals.ts");
  await page.mouse.move(10, 890); // A hover shows when the pointer comes from elsewhere.
  const call = page.locator(".view-line", { hasText: "return assignBerth(" });
  await call
    .locator("span", { hasText: /^assignBerth$/ })
    .last()
    .hover();
  const hover = page.locator(".monaco-hover:visible .hover-row", { hasText: "Explain with citations" });
  await hover.first().waitFor();
  return hover.first();
}

describe.each(themes)("in the %s theme", (theme) => {
  beforeAll(async () => {
    await vscode.setTheme(theme);
    await runCommand(vscode.page, "View: Close All Editors");
  });

  test("hovering a call shows signature, summary, definition and callers", async () => {
    const { page, workspace } = vscode;
    const hover = await hoverCall();
    await screenshot(page, `hover-${theme}`);
    const text = await textOf(hover);
    expect(text).toContain("assignBerth(ship: Ship, berths: readonly Berth[]): Berth | null");
    expect(text).toContain("Finds the shortest free berth that is long enough for the ship");
    const definition = lineOf(workspace, "src/berths.ts", "function assignBerth");
    expect(text).toContain(`defined in src/berths.ts:${definition}`);
    const call = lineOf(workspace, "src/arrivals.ts", "/** Lets a waiting ship in");
    expect(text).toContain(`src/arrivals.ts:${call}-${call + 4}`);
    await hover.getByText(/^src\/berths\.ts:/).click();
    await expectMarked(page, "berths.ts", [definition, definition]);
  });

  test("its link asks the panel for more", async () => {
    const { page } = vscode;
    const hover = await hoverCall();
    await hover.getByText("Explain with citations").click();
    const entry = webview(page).getByRole("article").filter({ hasText: "What does assignBerth do" }).last();
    await citations(entry, "berths.ts").first().waitFor();
    await screenshot(page, `hover-asked-${theme}`);
  });
});
