import { promises as fs } from "node:fs";
import path from "node:path";
import { EngineError } from "../base/errors";
import { git } from "./git";
import { listFiles, listNested } from "./walk";

/** A folder to index and the repository it belongs to. */
export interface Root {
  /** Unique among the open roots: the repository folder's name, with its parent's where two are alike. */
  readonly name: string;
  /** Real absolute path of the folder that is indexed. */
  readonly dir: string;
  /** Real absolute path of its repository; `dir` itself outside git. */
  readonly repoRoot: string;
  /** `dir` relative to `repoRoot`: "" or `packages/app/`. */
  readonly prefix: string;
  readonly kind: "git" | "plain";
  /** Globs of the user over repository paths: files they match are indexed against every rule that leaves files out. */
  readonly include: readonly string[];
}

/**
 * The repositories in `dirs`: each folder's own, and those nested in it (submodules, checkouts side by side),
 * which have their own HEAD and so their own index. A folder inside another that lists its files adds no root: each
 * file is searched once.
 *
 * @throws EngineError "bad-folder" for a folder that is missing, no folder, or unreadable.
 */
export async function discoverRoots(
  dirs: readonly string[],
  include: readonly string[] = [],
  signal?: AbortSignal,
): Promise<Root[]> {
  const found = new Map<string, UnnamedRoot>();
  const pending = [...new Set(await Promise.all(dirs.map(realFolder)))];
  for (let dir = pending.shift(); dir !== undefined; dir = pending.shift()) {
    if (found.has(dir)) continue;
    const root = { ...(await rootOf(dir, signal)), include };
    found.set(dir, root);
    pending.push(...(await listNested(root, signal)));
  }
  return withUniqueNames(await withoutCovered([...found.values()], signal));
}

type UnnamedRoot = Omit<Root, "name">;

async function withoutCovered(roots: readonly UnnamedRoot[], signal?: AbortSignal): Promise<UnnamedRoot[]> {
  const covered = await Promise.all(roots.map((inner) => isCovered(inner, roots, signal)));
  return roots.filter((_, idx) => !covered[idx]);
}

/** Whether another root lists files of this one: not where it ignores the folder, which was then asked for by name. */
async function isCovered(
  inner: UnnamedRoot,
  roots: readonly UnnamedRoot[],
  signal?: AbortSignal,
): Promise<boolean> {
  for (const outer of roots) {
    if (outer.kind !== inner.kind || !inner.dir.startsWith(path.join(outer.dir, path.sep))) continue;
    if (outer.kind === "git" && outer.repoRoot !== inner.repoRoot) continue;
    const below = `${path.relative(outer.repoRoot, inner.dir).split(path.sep).join("/")}/`;
    const listed = await listFiles(outer, signal);
    if (listed.some((file) => file.startsWith(below))) return true;
  }
  return false;
}

async function realFolder(dir: string): Promise<string> {
  try {
    const real = await fs.realpath(path.resolve(dir));
    await fs.readdir(real);
    return real;
  } catch (error) {
    throw new EngineError("bad-folder", sentenceFor(dir, (error as NodeJS.ErrnoException).code), {
      cause: error,
    });
  }
}

function sentenceFor(dir: string, code: string | undefined): string {
  if (code === "ENOENT") return `The folder ${dir} does not exist; check the path.`;
  if (code === "ENOTDIR") return `${dir} is not a folder; name the folder that holds the code.`;
  if (code === "EACCES" || code === "EPERM")
    return `The folder ${dir} cannot be read; check its permissions.`;
  return `The folder ${dir} cannot be opened (${code ?? "unknown error"}).`;
}

async function rootOf(dir: string, signal?: AbortSignal): Promise<Omit<UnnamedRoot, "include">> {
  const top = (await git(dir, ["rev-parse", "--show-toplevel"], signal))?.replace(/\r?\n$/, "");
  if (!top) return { dir, repoRoot: dir, prefix: "", kind: "plain" };
  const repoRoot = await fs.realpath(top);
  const relative = path.relative(repoRoot, dir).split(path.sep).join("/");
  // Git lists nothing of a folder that it ignores; who names it wants it searched nonetheless.
  const isIgnored = relative !== "" && (await git(dir, ["check-ignore", "-q", "."], signal)) !== null;
  if (isIgnored) return { dir, repoRoot: dir, prefix: "", kind: "plain" };
  return { dir, repoRoot, prefix: relative ? `${relative}/` : "", kind: "git" };
}

/** `app`, or `web/app` and `old/app` where two repositories are called `app`. */
function withUniqueNames(roots: readonly UnnamedRoot[]): Root[] {
  const depthOf = (depth: number) => (root: UnnamedRoot) =>
    root.repoRoot.split(path.sep).filter(Boolean).slice(-depth).join("/") || "root";
  const named = roots.map((root) => {
    for (let depth = 1; ; depth++) {
      const name = depthOf(depth)(root);
      const rivals = roots.filter(
        (other) => other.repoRoot !== root.repoRoot && depthOf(depth)(other) === name,
      );
      if (rivals.length === 0) return { name, ...root };
    }
  });
  // Two folders of one repository share its name and are told apart by the folder.
  return named.map((root) =>
    named.filter((other) => other.name === root.name).length > 1 && root.prefix
      ? { ...root, name: `${root.name}/${root.prefix.slice(0, -1)}` }
      : root,
  );
}
