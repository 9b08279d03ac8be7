import { promises as fs } from "node:fs";
import path from "node:path";
import { git } from "./git";
import { IgnoreRules, PRODUCT_IGNORE_FILE } from "./ignore";
import { includes } from "./include";
import { hasGit, nestedInPlain, type Walked, walkPlain } from "./walkPlain";

/** What listing needs to know of a root. */
export interface Listed {
  readonly dir: string;
  readonly repoRoot: string;
  readonly prefix: string;
  readonly kind: "git" | "plain";
  readonly include: readonly string[];
}

/**
 * The files of a root, as git lists them (tracked and untracked, not ignored); outside git by walking with the
 * rules of every `.gitignore` met. A `.plumblineignore` in the root's folder narrows both, and the user's `include`
 * patterns bring back what any of these leaves out.
 *
 * @param only files or folders to look at, relative to the root's folder; none: everything.
 * @returns paths relative to the repository root, `/`-separated, sorted; entries may be links or folders
 *   (submodules), which the reader of the file tells apart.
 */
export async function listFiles(
  root: Listed,
  signal?: AbortSignal,
  only: readonly string[] = [],
): Promise<string[]> {
  const all = await listAll(root, root.include.length > 0 ? "all" : "not ignored", signal, only);
  const narrowed = await IgnoreRules.read(root.dir, [PRODUCT_IGNORE_FILE]);
  const files = all.filter(({ path: file, rule }) => {
    if (file.endsWith("/")) return false;
    return (rule === null && !narrowed.ruleFor(file, "file")) || includes(root, root.prefix + file);
  });
  return [...new Set(files.map(({ path: file }) => root.prefix + file))].sort();
}

/** A file or folder that an ignore rule leaves out, and where the rule stands. */
export interface Ignored {
  readonly path: string; // Relative to the repository; a folder ends in `/` and stands for all below it.
  readonly rule: string; // `.gitignore:3: dist/`.
}

/** What ignore rules leave out, whole folders as one. */
export async function listIgnored(root: Listed, signal?: AbortSignal): Promise<Ignored[]> {
  const narrowed = await IgnoreRules.read(root.dir, [PRODUCT_IGNORE_FILE]);
  const byRule =
    root.kind === "git" ? await ignoredByGit(root, signal) : await walkPlain(root.dir, "stop", signal);
  const kept = await listAll(root, "not ignored", signal);
  const narrowedAway = kept.flatMap(({ path: file }) => {
    const rule = narrowed.ruleFor(file, "file");
    return rule ? [{ path: file, rule }] : [];
  });
  return [...byRule, ...narrowedAway].flatMap(({ path: file, rule }) =>
    rule !== null && !includes(root, root.prefix + file) ? [{ path: root.prefix + file, rule }] : [],
  );
}

/** Absolute real paths of repositories inside a root, each to be indexed as a repository of its own. */
export async function listNested(root: Listed, signal?: AbortSignal): Promise<string[]> {
  const inside =
    root.kind === "git" ? await nestedInGit(root, signal) : await nestedInPlain(root.dir, signal);
  return Promise.all(inside.sort().map((dir) => fs.realpath(dir)));
}

async function listAll(
  root: Listed,
  what: "all" | "not ignored",
  signal?: AbortSignal,
  only: readonly string[] = [],
): Promise<Walked[]> {
  const below = only.length > 0 ? ["--", ...only] : [];
  const listed = ["--cached", "--others", "--exclude-standard", ...below];
  const ofGit = root.kind === "git" ? await lsFiles(root, listed, signal) : null;
  if (ofGit === null) {
    const walked = await walkPlain(root.dir, what === "all" ? "descend" : "stop", signal);
    const isAsked = ({ path: file }: Walked) =>
      only.length === 0 || only.some((one) => file === one || file.startsWith(`${one}/`));
    return walked.filter((file) => (what === "all" || file.rule === null) && isAsked(file));
  }
  const files = ofGit.map((file): Walked => ({ path: file, rule: null }));
  if (what === "not ignored") return files;
  const ignored =
    (await lsFiles(root, ["--others", "--ignored", "--exclude-standard", ...below], signal)) ?? [];
  return [...files, ...ignored.map((file): Walked => ({ path: file, rule: "ignored by git" }))];
}

async function ignoredByGit(root: Listed, signal?: AbortSignal): Promise<Walked[]> {
  const args = ["--others", "--ignored", "--exclude-standard", "--directory"];
  const ignored = (await lsFiles(root, args, signal)) ?? [];
  // NUL-separated quadruples: file of the rule, its line, the pattern, the path asked for.
  const verbose = await git(root.dir, ["check-ignore", "-v", "-z", "--stdin"], signal, ignored.join("\0"));
  const fields = verbose?.split("\0") ?? [];
  const rules = new Map<string, string>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    rules.set(fields[at + 3]!, `${fields[at]}:${fields[at + 1]}: ${fields[at + 2]}`);
  }
  return ignored.map((file) => ({ path: file, rule: rules.get(file) ?? "ignored by git" }));
}

async function lsFiles(
  root: Listed,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string[] | null> {
  const output = await git(root.dir, ["--literal-pathspecs", "ls-files", "-z", ...args], signal);
  return output === null ? null : output.split("\0").filter(Boolean);
}

/** Submodules are tracked as mode 160000; an untracked repository is listed as a folder with a slash. */
async function nestedInGit(root: Listed, signal?: AbortSignal): Promise<string[]> {
  const staged = (await lsFiles(root, ["--stage"], signal)) ?? [];
  const others = (await lsFiles(root, ["--others", "--exclude-standard"], signal)) ?? [];
  const submodules = staged.filter((line) => line.startsWith("160000 "));
  const inside = [
    ...submodules.map((line) => line.slice(line.indexOf("\t") + 1)),
    ...others.filter((entry) => entry.endsWith("/")),
  ].map((entry) => path.join(root.dir, entry));
  const present = await Promise.all(inside.map(hasGit));
  return inside.filter((_, idx) => present[idx]);
}
