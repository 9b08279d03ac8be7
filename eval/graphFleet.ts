// How many imports that name another repository of a fleet lead there, and what questions cost on all of it.
//   node graphFleet.cjs RESOURCES_DIR DIR…     (one folder a repository)
// The truth is read from the text of import lines alone: the package named is one another folder ships.
import { readFileSync } from "node:fs";
import path from "node:path";
import { CodeGraph } from "../server/graph/codeGraph";
import type { RepoIndex } from "../server/store/repoIndex";
import { indexForGraph } from "./graphIndex";

const PYTHON = /^\s*(?:from|import)\s+([A-Za-z_]\w*)(?=[\s.,]|$)/;
const JAVA = /^import\s+(?:static\s+)?(software\.amazon\.smithy\.[\w.]+)/;
const GO = /^\s*(?:import\s+)?(?:[\w.]+\s+)?"(github\.com\/aws\/smithy-go[^"]*)"/;
const SCRIPT = /(?:from|require\()\s*["'](@(?:smithy|aws-smithy)\/[\w-]+)/;

interface Named {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** Import lines of a repository that name a package another one ships. */
function namedElsewhere(repo: RepoIndex, ships: ReadonlyMap<string, string>): Named[] {
  const found: Named[] = [];
  for (const { path: file } of repo.files.values()) {
    const pattern = /\.pyi?$/.test(file)
      ? PYTHON
      : /\.(?:java|kt)$/.test(file)
        ? JAVA
        : /\.go$/.test(file)
          ? GO
          : /\.[cm]?[jt]sx?$/.test(file)
            ? SCRIPT
            : null;
    if (!pattern) continue;
    const lines = readFileSync(path.join(repo.root.repoRoot, file), "utf8").split(/\r\n|\n|\r/);
    lines.forEach((text, line) => {
      const name = pattern.exec(text)?.[1];
      const owner = name && ownerOf(name, ships);
      if (owner && owner !== repo.root.name) found.push({ file, line, name });
    });
  }
  return found;
}

/** The repository that ships a name, or the longest package around it. */
function ownerOf(name: string, ships: ReadonlyMap<string, string>): string | null {
  for (let at = name; at; at = at.slice(0, Math.max(0, at.search(/[./](?=[^./]*$)/)))) {
    const owner = ships.get(at);
    if (owner) return owner;
  }
  return null;
}

/** Package -> repository: Python packages at a root, Java packages that one repository alone has, manifests' names. */
function shippedBy(repos: readonly RepoIndex[]): Map<string, string> {
  const owners = new Map<string, Set<string>>();
  const add = (name: string, repo: RepoIndex) =>
    owners.set(name, (owners.get(name) ?? new Set()).add(repo.root.name));
  for (const repo of repos) {
    const text = (file: string) => readFileSync(path.join(repo.root.repoRoot, file), "utf8");
    for (const { path: file } of repo.files.values()) {
      const python = /^(?:src\/|localstack-core\/)?([a-z]\w+)\/__init__\.py$/.exec(file)?.[1];
      if (python && !/^(?:tests?|scripts|docs|examples|utils)$/.test(python)) add(python, repo);
      if (/\.(?:java|kt)$/.test(file) && file.includes("/main/")) {
        const name = /^package\s+([\w.]+)/m.exec(text(file))?.[1];
        if (name) add(name, repo);
      }
      if (file.endsWith("go.mod")) add(/^module\s+(\S+)/m.exec(text(file))?.[1] ?? "", repo);
      if (file.endsWith("package.json")) add(/"name":\s*"(@[^"]+)"/.exec(text(file))?.[1] ?? "", repo);
    }
  }
  return new Map(
    [...owners].flatMap(([name, all]) => (all.size === 1 && name ? [[name, [...all][0]!] as const] : [])),
  );
}

async function main([resources = ".", ...dirs]: readonly string[]): Promise<void> {
  const started = performance.now();
  const { catalog, repos } = await indexForGraph(dirs, resources);
  process.stderr.write(`indexed in ${Math.round(performance.now() - started)} ms\n`);
  global.gc?.();
  const before = process.memoryUsage().heapUsed;
  const graph = new CodeGraph(catalog, () => repos);
  const opened = performance.now();
  await graph.refresh();
  process.stdout.write(`refresh ${Math.round(performance.now() - opened)} ms\n`);
  const ships = shippedBy(repos);
  let [nAll, nFound] = [0, 0];
  for (const repo of repos) {
    const crossing = new Set<string>();
    for (const { from, to } of graph.edges(repo, ["imports"]))
      if (to.repo !== repo) crossing.add(`${from.path}:${from.line}`);
    const named = namedElsewhere(repo, ships);
    // The edge of a statement over several lines begins where its name stands.
    const found = named.filter(({ file, line }) =>
      [...Array(30).keys()].some((down) => crossing.has(`${file}:${line + down}`)),
    );
    nAll += named.length;
    nFound += found.length;
    const missed = named.filter((one) => !found.includes(one)).slice(0, 5);
    process.stdout.write(`${repo.root.name}: ${found.length} of ${named.length}\n`);
    for (const { file, line, name } of missed)
      process.stdout.write(`   missed ${file}:${line + 1} ${name}\n`);
  }
  process.stdout.write(`all: ${nFound} of ${nAll} = ${(nFound / nAll).toFixed(4)}\n`);
  measureCallers(graph, repos);
  global.gc?.();
  process.stdout.write(
    `graph's memory ${((process.memoryUsage().heapUsed - before) / 2 ** 20).toFixed(0)} MB\n`,
  );
}

/** Callers of five hundred functions picked evenly from all. */
function measureCallers(graph: CodeGraph, repos: readonly RepoIndex[]): void {
  const names = [
    ...new Set(
      repos.flatMap((repo) =>
        [...graph.edges(repo, ["calls"])].filter((_, idx) => idx % 997 === 0).map((edge) => edge.to),
      ),
    ),
  ];
  const ms = names.slice(0, 500).flatMap((end) => {
    const [symbol] = graph.symbols(end.symbol, end.path);
    if (!symbol) return [];
    const started = performance.now();
    graph.callers(symbol);
    return [performance.now() - started];
  });
  ms.sort((a, b) => a - b);
  const at = (share: number) => ms[Math.floor(ms.length * share)]?.toFixed(1);
  process.stdout.write(
    `callers of ${ms.length} symbols, ms: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(0.999)}\n`,
  );
}

void main(process.argv.slice(2));
