import { homedir } from "node:os";
import { expect, test } from "vitest";
import { readConfig } from "../../extension/config";

function checkConfig(settings: Record<string, unknown>, baseDir: string | null, expected: object): void {
  expect(readConfig({ get: (key) => settings[key] }, baseDir)).toEqual(expected);
}

const DEFAULTS = {
  enabled: true,
  folders: [],
  include: [],
  answerProvider: "claude",
  answerModel: "claude-sonnet-5-5",
  answerMonthlyTokens: null,
  answerBaseUrl: null,
};

test("nothing set gives the defaults", () => checkConfig({}, null, DEFAULTS));

test("values of the wrong type count as not set", () =>
  checkConfig(
    { enabled: "no", folders: "src", include: 1, "answer.model": 3, "answer.baseUrl": ["x"] },
    null,
    DEFAULTS,
  ));

test("folders become absolute; a relative one needs an open folder", () => {
  const folders = ["~/lib", "~", " /opt/code/ ", "../shared", ""];
  const home = homedir();
  checkConfig({ folders }, "/repo/app", {
    ...DEFAULTS,
    folders: [`${home}/lib`, home, "/opt/code", "/repo/shared"],
  });
  checkConfig({ folders: ["../shared"] }, null, DEFAULTS);
});

test("text is trimmed, and empty text is not set", () =>
  checkConfig({ enabled: false, "answer.model": " claude-opus-5-5 ", "answer.baseUrl": "  " }, null, {
    ...DEFAULTS,
    enabled: false,
    answerModel: "claude-opus-5-5",
  }));

test("another provider and a cap", () =>
  checkConfig({ "answer.provider": "openai", "answer.monthlyTokens": 50_000 }, null, {
    ...DEFAULTS,
    answerProvider: "openai",
    answerMonthlyTokens: 50_000,
  }));

test("a config cannot be changed", () => {
  const config = readConfig({ get: () => undefined }, null);
  expect(Object.isFrozen(config) && Object.isFrozen(config.folders)).toBe(true);
});
