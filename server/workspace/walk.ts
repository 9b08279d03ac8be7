import { type Dirent, promises as fs } from "node:fs";
import path from "node:path";
import { git } from "./git";
import { alwaysSkipped, IgnoreRules, PRODUCT_IGNORE_FILE } from "./ignore";

/** What listing needs to know of a root. */
interface Listed {
  readonly dir: string;
  readonly repoRoot: string;
  readonly prefix: string;
  readonly kind: "git" | "plain";
}

/**
 * The files of a root, as git lists them (tracked and untracked, not ignored); outside git by walking with the
 * rules of every `.gitignore` met. A `.plumblineignore` in the root's folder narrows both.
 *
 * @returns paths relative to the repository root, `/`-separated, sorted; entries may be links or folders
 *   (submodules), which the reader of the file tells apart.
 */
export async function listFiles(root: Listed, signal?: AbortSignal): Promise<string[]> {
  const listed = root.kind === "git" ? await listGit(root, signal) : await listPlain(root, signal);
  const narrowed = await IgnoreRules.read(root.dir, [PRODUCT_IGNORE_FILE]);
  const files = listed.filter((file) => !file.endsWith("/") && !narrowed.ignores(file, "file"));
  return [...new Set(files)].map((file) => root.prefix + file).sort();
}

/** Absolute real paths of repositories inside a root, each to be indexed as a repository of its own. */
export async function listNested(root: Listed, signal?: AbortSignal): Promise<string[]> {
  const inside = root.kind === "git" ? await nestedInGit(root, signal) : await nestedInPlain(root.dir, 2);
  return Promise.all(inside.map((dir) => fs.realpath(dir)));
}

async function listGit(root: Listed, signal?: AbortSignal): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const output = await git(root.dir, args, signal);
  return output === null ? listPlain(root, signal) : output.split("\0").filter(Boolean);
}

/** Submodules are tracked as mode 160000; an untracked repository is listed as a folder with a slash. */
async function nestedInGit(root: Listed, signal?: AbortSignal): Promise<string[]> {
  const staged = (await git(root.dir, ["ls-files", "-z", "--stage"], signal)) ?? "";
  const others = (await git(root.dir, ["ls-files", "-z", "--others", "--exclude-standard"], signal)) ?? "";
  const submodules = staged.split("\0").filter((line) => line.startsWith("160000 "));
  const inside = [
    ...submodules.map((line) => line.slice(line.indexOf("\t") + 1)),
    ...others.split("\0").filter((entry) => entry.endsWith("/")),
  ].map((entry) => path.join(root.dir, entry));
  const present = await Promise.all(inside.map(hasGit));
  return inside.filter((_, idx) => present[idx]);
}

async function nestedInPlain(dir: string, depth: number): Promise<string[]> {
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

async function hasGit(dir: string): Promise<boolean> {
  return fs.access(path.join(dir, ".git")).then(
    () => true,
    () => false,
  );
}

async function listPlain(root: Listed, signal?: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  const pending: { folder: string; rules: readonly IgnoreRules[] }[] = [{ folder: "", rules: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    signal?.throwIfAborted();
    const absolute = path.join(root.dir, next.folder);
    const rules = [...next.rules, await IgnoreRules.read(absolute, [".gitignore"], next.folder)];
    for (const entry of await readFolder(absolute)) {
      const relative = next.folder ? `${next.folder}/${entry.name}` : entry.name;
      if (alwaysSkipped(entry.name)) continue;
      if (entry.isDirectory()) {
        const skip =
          IgnoreRules.anyIgnores(rules, relative, "folder") || (await hasGit(path.join(root.dir, relative)));
        if (!skip) pending.push({ folder: relative, rules });
      } else if (entry.isFile() && !IgnoreRules.anyIgnores(rules, relative, "file")) files.push(relative);
    }
  }
  return files;
}

/** Entries of a folder; none where it cannot be read, so that one closed folder stops nothing. */
async function readFolder(dir: string): Promise<Dirent[]> {
  return fs.readdir(dir, { withFileTypes: true }).catch(() => []);
}
