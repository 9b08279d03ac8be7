// Prints every edge of some folders, one JSON line each, without an index on disk: what graphJudge.mjs compares.
//   node graphEdges.cjs RESOURCES_DIR DIR…
import { CodeGraph } from "../server/graph/codeGraph";
import { indexForGraph } from "./graphIndex";

async function main([resources = ".", ...dirs]: readonly string[]): Promise<void> {
  const started = performance.now();
  const { catalog, repos } = await indexForGraph(dirs, resources);
  const indexed = performance.now();
  const graph = new CodeGraph(catalog, () => repos);
  await graph.refresh();
  let nEdges = 0;
  for (const repo of repos) {
    const lines: string[] = [];
    for (const { kind, confidence, from, to } of graph.edges(repo)) {
      nEdges++;
      const end = ({ repo: { root }, path, line, symbol }: typeof from) => ({
        repo: root.name,
        path,
        line,
        symbol,
      });
      lines.push(JSON.stringify({ kind, confidence, from: end(from), to: end(to) }));
    }
    process.stdout.write(`${lines.join("\n")}\n`);
  }
  const ms = (a: number, b: number) => Math.round(b - a);
  process.stderr.write(
    `index ${ms(started, indexed)} ms, ${nEdges} edges ${ms(indexed, performance.now())} ms\n`,
  );
}

void main(process.argv.slice(2));
