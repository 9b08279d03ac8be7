import { type Dirent, promises as fs } from "node:fs";
import path from "node:path";
import { EngineError } from "../base/errors";
import { alwaysSkipped, IgnoreRules } from "./ignore";

export interface Walked {
  /** Relative to the folder walked, `/`-separated; a folder that was not descended (ignored, closed, a repository) ends in `/`. */
  readonly path: string;
  /** The ignore rule that leaves it out, with where it stands; null where none does. */
  readonly rule: string | null;
}

/**
 * Walks a folder outside git. Links are not followed; a repository inside is one entry, however deep it lies.
 *
 * @param atIgnored whether an ignored folder is one entry, or walked with all below it ignored.
 */
export async function walkPlain(
  dir: string,
  atIgnored: "stop" | "descend",
  signal?: AbortSignal,
): Promise<Walked[]> {
  const found: Walked[] = [];
  const pending: Folder[] = [{ path: "", rules: [], rule: null }];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    signal?.throwIfAborted();
    const entries = folder.path === "" ? await readTop(dir) : await readFolder(path.join(dir, folder.path));
    if (entries === "closed") {
      found.push({ path: `${folder.path}/`, rule: "no permission to read it" });
      continue;
    }
    if (folder.path !== "" && has(entries, ".git")) {
      found.push({ path: `${folder.path}/`, rule: folder.rule });
      continue;
    }
    const rules = [...folder.rules];
    if (has(entries, ".gitignore")) {
      rules.push(await IgnoreRules.read(path.join(dir, folder.path), [".gitignore"], folder.path));
    }
    for (const entry of entries) {
      const relative = folder.path ? `${folder.path}/${entry.name}` : entry.name;
      const rule = folder.rule ?? ruleOf(entry, relative, rules);
      if (entry.isFile()) found.push({ path: relative, rule });
      else if (entry.isDirectory() && entry.name !== ".git") {
        if (rule === null || atIgnored === "descend") pending.push({ path: relative, rules, rule });
        else found.push({ path: `${relative}/`, rule });
      }
    }
  }
  return found;
}

interface Folder {
  readonly path: string;
  readonly rules: readonly IgnoreRules[]; // Outermost first.
  readonly rule: string | null; // That leaves the whole folder out.
}

function has(entries: readonly Dirent[], name: string): boolean {
  return entries.some((entry) => entry.name === name);
}

function ruleOf(entry: Dirent, relative: string, rules: readonly IgnoreRules[]): string | null {
  if (alwaysSkipped(entry.name)) return "never code";
  return IgnoreRules.decide(rules, relative, entry.isDirectory() ? "folder" : "file");
}

/** Absolute paths of the repositories inside a folder outside git, those it ignores left out. */
export async function nestedInPlain(dir: string, signal?: AbortSignal): Promise<string[]> {
  const walked = await walkPlain(dir, "stop", signal);
  return walked.filter(isRepository).map((folder) => path.join(dir, folder.path));
}

function isRepository({ path: file, rule }: Walked): boolean {
  return rule === null && file.endsWith("/");
}

export async function hasGit(dir: string): Promise<boolean> {
  return fs.access(path.join(dir, ".git")).then(
    () => true,
    () => false,
  );
}

/** The folder itself must be there: one that is gone (a disk taken away) must not look like one that was emptied. */
async function readTop(dir: string): Promise<Dirent[]> {
  return fs.readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
    const message = `The folder ${dir} can no longer be read; its index is kept as it was.`;
    throw new EngineError("bad-folder", message, { cause: error });
  });
}

/** Entries of a folder; none where it has gone meanwhile. One closed folder stops nothing. */
async function readFolder(dir: string): Promise<Dirent[] | "closed"> {
  return fs.readdir(dir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    return error.code === "EACCES" || error.code === "EPERM" ? "closed" : [];
  });
}
