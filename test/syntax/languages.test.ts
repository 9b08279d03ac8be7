import { expect, test } from "vitest";
import { Languages } from "../../server/syntax/languages";

const languages = Languages.open(".");

function checkLanguage(path: string, firstLine: string, language: string): void {
  expect(languages.languageOf(path, firstLine)).toBe(language);
}

test("a language by file name, extension, then interpreter", () => {
  checkLanguage("src/a.TS", "", "typescript");
  checkLanguage("a.d.ts", "", "typescript");
  checkLanguage("Makefile", "", "make");
  checkLanguage("bin/run", "#!/usr/bin/env python3.11", "python");
  checkLanguage("bin/run", "#!/bin/bash -e", "bash");
  checkLanguage("bin/run", "#!/usr/bin/env -S node --flag", "javascript");
  checkLanguage("a.unknown", "", "unknown");
  checkLanguage("noextension", "plain", "text");
});

test("callers at the same time share one load", async () => {
  const [a, b] = await Promise.all([languages.grammar("json"), languages.grammar("lua")]);
  expect(a).toBeNull();
  expect(await languages.grammar("lua")).toBe(b);
  expect(await languages.grammar("no such language")).toBeNull();
});
