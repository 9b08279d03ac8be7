import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { modelDir } from "../server/base/resources";
import type { Embedder } from "../server/embed/embedder";
import { openStaticEmbedder } from "../server/embed/onnxEmbedder";
import { openIndexer } from "../server/indexing/openIndexer";
import { Dense } from "../server/search/dense";
import { FactsOfFiles } from "../server/search/fileFacts";
import { compileFilter } from "../server/search/filter";
import { fuse } from "../server/search/fuse";
import { parseQuery } from "../server/search/query";
import { type Candidate, retrieve } from "../server/search/retrieve";
import { Searcher } from "../server/search/searcher";
import {
  byRepository,
  groupsOf,
  type LabelledQuery,
  ndcg,
  overall,
  readBench,
  type Scored,
  type ShownLines,
} from "./bench";
import { type OpenTree, openTree } from "./openTree";

// Scores the search and its parts on labelled queries and writes the tables of `eval/golden/devBench.md`.
//
//   node eval/run.mjs devTables --bench DIR --store DIR --trees NAME=DIR [--trees NAME=DIR …] [--out FILE]
//        [--resources DIR] [--no-update] [--only NAME,NAME]

const { values } = parseArgs({
  options: {
    bench: { type: "string", default: "" },
    store: { type: "string", default: "" },
    trees: { type: "string", multiple: true, default: [] },
    out: { type: "string" },
    resources: { type: "string", default: "." },
    update: { type: "boolean", default: true },
    only: { type: "string" },
  },
  allowNegative: true,
});

const DEPTH = 10;
/** Each step adds to the one before; the last is what the product answers. */
const STEPS = ["words (BM25F)", "meaning (vectors)", "both, blended", "ranked by file"] as const;
type Step = (typeof STEPS)[number];

interface Corpus {
  readonly name: string;
  readonly scored: Readonly<Record<Step, Scored[]>>;
  readonly lines: number[]; // Of every hit shown.
}

async function main(): Promise<void> {
  const embedder = await openStaticEmbedder(modelDir(values.resources));
  const indexer = values.update ? await openIndexer(values.store, values.resources) : null;
  const queries = readBench(values.bench).filter(
    ({ repo }) => !values.only || values.only.split(",").includes(repo),
  );
  const corpora: Corpus[] = [];
  for (const pair of values.trees) {
    const [name = "", trees = ""] = pair.split("=");
    const scored = Object.fromEntries(STEPS.map((step) => [step, []])) as unknown as Corpus["scored"];
    const corpus: Corpus = { name, scored, lines: [] };
    for (const [repo, own] of byRepository(queries)) {
      const tree = await openTree(path.join(trees, repo), values.store, { embedder, indexer });
      const parts = {
        ...tree,
        embedder,
        facts: new FactsOfFiles(tree.catalog),
        dense: new Dense(tree.catalog),
        searcher: new Searcher(tree.catalog, embedder, () => [tree.repo]),
      };
      for (const query of own) await score(query, parts, corpus);
      tree.repo.close();
    }
    corpora.push(corpus);
  }
  const text = tables(corpora, queries.length);
  console.log(text);
  if (values.out) writeFileSync(values.out, text);
  await embedder.dispose();
}

interface SearchParts extends OpenTree {
  readonly embedder: Embedder;
  readonly facts: FactsOfFiles;
  readonly dense: Dense;
  readonly searcher: Searcher;
}

async function score(labelled: LabelledQuery, parts: SearchParts, corpus: Corpus): Promise<void> {
  const query = parseQuery(labelled.query);
  const context = { ...parts, nWanted: DEPTH };
  const { candidates } = await retrieve(query, compileFilter({}, [parts.repo]), context);
  const { hits } = await parts.searcher.search(labelled.query, { limit: DEPTH });
  corpus.lines.push(...hits.map((hit) => hit.endLine - hit.startLine));
  const shown: Record<Step, ShownLines[]> = {
    "words (BM25F)": best(candidates, ({ lexical }) => lexical),
    "meaning (vectors)": best(candidates, ({ dense }) => dense),
    "both, blended": fuse(candidates, query.shape).map(linesOf).slice(0, DEPTH),
    "ranked by file": hits.map((hit) => ({ path: hit.path, start: hit.startLine + 1, end: hit.endLine })),
  };
  const { repo: name, language, category, relevant } = labelled;
  for (const step of STEPS) {
    corpus.scored[step].push({ repo: name, language, category, score: ndcg(shown[step], relevant) });
  }
}

function best(candidates: readonly Candidate[], scoreOf: (candidate: Candidate) => number): ShownLines[] {
  return [...candidates]
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, DEPTH)
    .map(linesOf);
}

function linesOf({ chunk: { place } }: Candidate): ShownLines {
  return { path: place?.file.path ?? "", start: (place?.startLine ?? 0) + 1, end: place?.endLine ?? 0 };
}

function tables(corpora: readonly Corpus[], nQueries: number): string {
  const head = (first: string) => row([first, ...corpora.map(({ name }) => name)]);
  const final = (corpus: Corpus) => corpus.scored["ranked by file"];
  const grouped = (key: (one: Scored) => string) =>
    groupsOf(final(corpora[0]!), key).map(([group]) =>
      row([
        group,
        ...corpora.map((corpus) => number(overall(final(corpus).filter((one) => key(one) === group)))),
      ]),
    );
  return [
    "# Development benchmark",
    "",
    `nDCG@10 over ${nQueries} labelled queries, mean of languages; written by \`node eval/run.mjs devTables\`.`,
    "",
    ...[head("step"), rule(corpora.length)],
    ...STEPS.map((step) => row([step, ...corpora.map((corpus) => number(overall(corpus.scored[step])))])),
    ...["", head("category"), rule(corpora.length), ...grouped((one) => one.category)],
    ...["", head("language"), rule(corpora.length), ...grouped((one) => one.language)],
    ...["", head("lines of a hit"), rule(corpora.length)],
    row(["median", ...corpora.map(({ lines }) => String(quantile(lines, 0.5)))]),
    row(["p90", ...corpora.map(({ lines }) => String(quantile(lines, 0.9)))]),
    "",
  ].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function rule(nCorpora: number): string {
  return row(["---", ...new Array<string>(nCorpora).fill("---:")]);
}

function number(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

function quantile(numbers: readonly number[], share: number): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(share * numbers.length)] ?? 0;
}

void main();
