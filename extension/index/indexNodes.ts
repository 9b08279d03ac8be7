import type { IndexDetails, IndexStatus, RepoCoverage, RepositoryStatus } from "../../server/protocol/wire";

// The view of the index as plain nodes: what each says, without anything of the editor. Nothing here is state of ours:
// all of it was read back by the server.

export interface IndexNode {
  /** Unique among all, and the same each time the same thing is drawn: the tree stays open where it was. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon?: string; // A codicon.
  /** Which actions it offers: `repo`, `excluded`, `excludedFile`, `file`. */
  readonly context?: string;
  readonly children?: readonly IndexNode[];
  /** The file or folder it stands for, absolute. */
  readonly file?: string;
  /** Globs that override the rule which leaves its files out. */
  readonly include?: readonly string[];
}

export interface IndexRead {
  readonly status: IndexStatus;
  /** null while it has not been read yet. */
  readonly details: IndexDetails | null;
  readonly coverage: readonly RepoCoverage[];
  /** Who writes answers; null where they come from the index alone. */
  readonly answerModel: string | null;
}

export function indexNodes({ status, details, coverage, answerModel }: IndexRead): IndexNode[] {
  const repos = status.repositories.map((repo) => repoNode(repo, details, coverage));
  return [...repos, ...machineNodes(status, details, answerModel)];
}

function repoNode(
  repo: RepositoryStatus,
  details: IndexDetails | null,
  coverage: readonly RepoCoverage[],
): IndexNode {
  const detail = details?.repositories.find((one) => one.repo === repo.repo);
  const covered = coverage.find((one) => one.repo === repo.repo);
  return {
    id: `repo:${repo.dir}`,
    label: repo.repo,
    description: repoWords(repo),
    tooltip: repo.dir,
    icon: repo.progress ? "sync~spin" : "repo",
    context: "repo",
    children: [
      ...(detail ? detailNodes(repo, detail) : []),
      ...(repo.problems.length > 0 ? [problemsNode(repo)] : []),
      ...(covered ? coverageNodes(repo, covered) : []),
    ],
  };
}

/** `1,204 of 5,310 files, about 2 min left`, or `12,345 chunks`, or `12,345 chunks, vectors 60 %`. */
export function repoWords({ progress, nChunks, nVectorChunks }: RepositoryStatus): string {
  if (progress && progress.total > 0) {
    const left = progress.secondsLeft === null ? "" : `, ${timeLeft(progress.secondsLeft)} left`;
    return `${count(progress.done)} of ${count(progress.total)} files${left}`;
  }
  const vectors = nVectorChunks < nChunks ? `, vectors ${Math.floor((100 * nVectorChunks) / nChunks)} %` : "";
  return `${count(nChunks)} ${nChunks === 1 ? "chunk" : "chunks"}${vectors}`;
}

function detailNodes(repo: RepositoryStatus, detail: IndexDetails["repositories"][number]): IndexNode[] {
  const changed = detail.nChanged > 0 ? `${files(detail.nChanged)} changed since` : "";
  const commit = detail.commit === null ? [] : [fact(repo, "Commit", detail.commit, "git-commit", changed)];
  return [
    ...commit,
    fact(repo, "Files", count(repo.nFiles), "files"),
    fact(repo, "On disk", size(detail.diskBytes), "database"),
  ];
}

function fact(repo: RepositoryStatus, name: string, value: string, icon: string, more = ""): IndexNode {
  const description = more ? `${value}, ${more}` : value;
  return { id: `fact:${repo.dir}:${name}`, label: name, description, icon };
}

function problemsNode({ repo, dir, problems }: RepositoryStatus): IndexNode {
  return {
    id: `problems:${dir}`,
    label: "Problems",
    description: count(problems.length),
    icon: "warning",
    children: problems.map(({ path, reason }) => ({
      ...fileNode(`problem:${repo}:${path}`, dir, path),
      description: reason,
    })),
  };
}

function coverageNodes({ dir }: RepositoryStatus, { repo, byLines, excluded }: RepoCoverage): IndexNode[] {
  const lines: IndexNode = {
    id: `lines:${dir}`,
    label: "Only by lines",
    description: files(byLines.length),
    tooltip: "Searched, but not cut at their syntax",
    icon: "list-flat",
    children: byLines.map(({ path, reason }) => ({
      ...fileNode(`line:${repo}:${path}`, dir, path),
      description: reason,
    })),
  };
  const left: IndexNode = {
    id: `excluded:${dir}`,
    label: "Not searched",
    description: places(excluded.length),
    icon: "eye-closed",
    children: byRule(excluded).map(([rule, found]) => ruleNode(dir, rule, found)),
  };
  return [...(byLines.length > 0 ? [lines] : []), ...(excluded.length > 0 ? [left] : [])];
}

type Excluded = RepoCoverage["excluded"][number];

/** The rules with the files each leaves out, the one that leaves out most first. */
function byRule(excluded: readonly Excluded[]): [rule: string, found: Excluded[]][] {
  const groups = new Map<string, Excluded[]>();
  for (const one of excluded) groups.set(ruleOf(one), [...(groups.get(ruleOf(one)) ?? []), one]);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

/** Ignored files have a pattern each for a reason; as a group they are one. */
function ruleOf({ rule, reason }: Excluded): string {
  return rule === "ignored" ? "ignored" : reason;
}

/** No pattern can bring these in: there is no text, or nobody should want it. */
const FINAL_RULES: readonly string[] = ["secret", "binary", "unreadable"];

function ruleNode(dir: string, reason: string, found: readonly Excluded[]): IndexNode {
  const canOverride = found.every(({ rule }) => !FINAL_RULES.includes(rule));
  const globs = (list: readonly Excluded[]) =>
    canOverride ? { include: list.map(({ path }) => path.replace(/\/$/, "/**")) } : {};
  return {
    id: `rule:${dir}:${reason}`,
    label: reason,
    description: places(found.length),
    ...(canOverride ? { context: "excluded" } : {}),
    ...globs(found),
    children: found.map((one) => ({
      ...fileNode(`excludedFile:${dir}:${one.path}`, dir, one.path),
      description: one.reason,
      context: canOverride ? "excludedFile" : "file",
      ...globs([one]),
    })),
  };
}

function fileNode(id: string, dir: string, path: string): IndexNode {
  const isFolder = path.endsWith("/");
  return {
    id,
    label: path,
    icon: isFolder ? "folder" : "file",
    file: `${dir}/${path.replace(/\/$/, "")}`,
    ...(isFolder ? {} : { context: "file" }),
  };
}

function machineNodes(
  { repositories }: IndexStatus,
  details: IndexDetails | null,
  answerModel: string | null,
): IndexNode[] {
  if (!details || repositories.length === 0) return [];
  const disk = details.repositories.reduce((total, { diskBytes }) => total + diskBytes, 0);
  return [
    { id: "memory", label: "Memory", description: size(details.memoryBytes), icon: "pulse" },
    ...(details.repositories.length > 1
      ? [{ id: "disk", label: "Disk, all together", description: size(disk), icon: "database" }]
      : []),
    { id: "model", label: "Meaning by", description: details.modelId, icon: "symbol-misc" },
    {
      id: "answers",
      label: "Answers by",
      description: answerModel ?? "the index alone, nothing is sent",
      icon: "comment-discussion",
    },
  ];
}

/** `340 KB`, `12.3 MB`. */
export function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;
}

export function timeLeft(seconds: number): string {
  return seconds < 60 ? `about ${Math.max(1, seconds)} s` : `about ${Math.round(seconds / 60)} min`;
}

function files(n: number): string {
  return `${count(n)} ${n === 1 ? "file" : "files"}`;
}

function places(n: number): string {
  return `${count(n)} ${n === 1 ? "file or folder" : "files or folders"}`;
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
