import { type Dirent, promises as fs } from "node:fs";
import path from "node:path";
import { alwaysSkipped, IgnoreRules } from "./ignore";

export interface Walked {
  /** Relative to the folder walked, `/`-separated; an ignored folder that was not descended ends in `/`. */
  readonly path: string;
  /** The ignore rule that leaves it out, with where it stands; null where none does. */
  readonly rule: string | null;
}

/**
 * Walks a folder outside git. Links are not followed; repositories inside are left to themselves.
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
    const own = await IgnoreRules.read(path.join(dir, folder.path), [".gitignore"], folder.path);
    const rules = [...folder.rules, own];
    for (const entry of await readFolder(path.join(dir, folder.path))) {
      const relative = folder.path ? `${folder.path}/${entry.name}` : entry.name;
      const rule = folder.rule ?? ruleOf(entry, relative, rules);
      if (entry.isFile()) found.push({ path: relative, rule });
      else if (entry.isDirectory() && entry.name !== ".git" && !(await hasGit(path.join(dir, relative)))) {
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

function ruleOf(entry: Dirent, relative: string, rules: readonly IgnoreRules[]): string | null {
  if (alwaysSkipped(entry.name)) return "never code";
  return IgnoreRules.decide(rules, relative, entry.isDirectory() ? "folder" : "file");
}

/** Repositories at most `depth` folders down. */
export async function nestedInPlain(dir: string, depth: number): Promise<string[]> {
  if (depth === 0) return [];
  const found: string[] = [];
  for (const entry of await readFolder(dir)) {
    if (!entry.isDirectory() || alwaysSkipped(entry.name)) continue;
    const child = path.join(dir, entry.name);
    if (await hasGit(child)) found.push(child);
    else found.push(...(await nestedInPlain(child, depth - 1)));
  }
  return found;
}

export async function hasGit(dir: string): Promise<boolean> {
  return fs.access(path.join(dir, ".git")).then(
    () => true,
    () => false,
  );
}

/** Entries of a folder; none where it cannot be read, so that one closed folder stops nothing. */
async function readFolder(dir: string): Promise<Dirent[]> {
  return fs.readdir(dir, { withFileTypes: true }).catch(() => []);
}
