import os from "node:os";
import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { Filter } from "../search/filter";

/** Options as commander hands them over. */
export interface CommonOptions {
  readonly store: string;
  readonly json?: boolean;
}

/** Which folders, and how they are indexed. */
export interface FolderFlags extends CommonOptions {
  readonly dir: readonly string[];
  readonly include: readonly string[];
  readonly update: boolean; // --no-update
}

export interface SearchFlags extends FolderFlags {
  readonly topK: number;
  readonly repo: readonly string[];
  readonly language: readonly string[];
  readonly kind: readonly string[];
  readonly path: readonly string[];
  readonly changedSince?: string;
}

/** `$PLUMBLINE_STORE`, else a folder in the user's cache. */
export function defaultStore(): string {
  const { XDG_CACHE_HOME: given = "" } = process.env;
  // By its specification a relative one is to be ignored; an empty HOME would make ours relative too.
  const cache = path.isAbsolute(given) ? given : path.join(os.homedir() || os.tmpdir(), ".cache");
  return process.env.PLUMBLINE_STORE || path.join(cache, "plumbline");
}

export const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

export function withStore(command: Command): Command {
  return command
    .option("--store <dir>", "where the index is kept", defaultStore())
    .option("--json", "print JSON and nothing else on standard output");
}

export function withInclude(command: Command): Command {
  return command.option(
    "--include <glob>",
    "index files matching this glob even where a rule leaves them out; may be repeated",
    collect,
    [],
  );
}

/** For what answers until it is told to end. */
export function withServiceFlags(command: Command): Command {
  return withDir(withInclude(withStore(command))).option(
    "--no-model",
    "answer from the index alone, even where ANTHROPIC_API_KEY is set",
  );
}

function withDir(command: Command): Command {
  return command.option(
    "--dir <dir>",
    "folder to search; may be given several times (default: the current folder)",
    collect,
    [],
  );
}

export function withFolderFlags(command: Command): Command {
  return withDir(withInclude(withStore(command)))
    .option("--changed-since <ref>", "only files that differ from this commit: main, HEAD~3, v1.2")
    .option("--no-update", "take the index as it is, without bringing it up to date first");
}

/** The flags that search, ask and batch share. */
export function withSearchFlags(command: Command): Command {
  return withFolderFlags(command)
    .option("--top-k <n>", "how many results", positive, 10)
    .option("--repo <name>", "only this repository; may be repeated", collect, [])
    .option("--language <name>", "only this language; may be repeated", collect, [])
    .option("--kind <kind>", "only this kind of symbol; may be repeated", collect, [])
    .option(
      "--path <glob>",
      "only files matching this glob or below this folder; may be repeated",
      collect,
      [],
    );
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

export function filterOf(flags: SearchFlags): Filter {
  const { repo: repos, language: languages, kind: kinds, path: paths, changedSince } = flags;
  return { repos, languages, kinds, paths, ...(changedSince ? { changedSince } : {}) };
}
