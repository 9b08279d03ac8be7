import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** The settings, read once; a change makes a new one. Key and folders of the workspace are no settings. */
export interface Config {
  readonly enabled: boolean;
  /** Absolute paths of further local folders. */
  readonly folders: readonly string[];
  /** Globs of files to index against the rules that leave files out. */
  readonly include: readonly string[];
  readonly answerProvider: "claude" | "openai";
  readonly answerModel: string;
  /** null: no cap. */
  readonly answerMonthlyTokens: number | null;
  /** null: the provider's own address. */
  readonly answerBaseUrl: string | null;
}

/** What `vscode.workspace.getConfiguration("plumbline")` offers; a plain object in tests. */
export interface SettingsSection {
  get(key: string): unknown;
}

const DEFAULT_MODEL = "claude-sonnet-5-5";

/**
 * Reads what people really write into settings: a value of the wrong type counts as not set.
 * @param baseDir where a relative folder starts: the first workspace folder, null where none is open.
 */
export function readConfig(section: SettingsSection, baseDir: string | null): Config {
  const baseUrl = textOf(section.get("answer.baseUrl"));
  const cap = section.get("answer.monthlyTokens");
  return Object.freeze({
    enabled: section.get("enabled") !== false,
    folders: Object.freeze(foldersOf(section.get("folders"), baseDir)),
    include: Object.freeze(textsOf(section.get("include"))),
    answerProvider: section.get("answer.provider") === "openai" ? "openai" : "claude",
    answerMonthlyTokens: typeof cap === "number" && cap > 0 ? cap : null,
    answerModel: textOf(section.get("answer.model")) || DEFAULT_MODEL,
    answerBaseUrl: baseUrl || null,
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text !== "") : [];
}

function foldersOf(value: unknown, baseDir: string | null): string[] {
  return textsOf(value).flatMap((folder) => {
    if (folder === "~" || folder.startsWith("~/")) return [join(homedir(), folder.slice(1))];
    if (isAbsolute(folder)) return [resolve(folder)];
    return baseDir ? [resolve(baseDir, folder)] : [];
  });
}
