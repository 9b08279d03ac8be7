import { createWriteStream } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { modelDir } from "../../../server/base/resources";
import type { Embedder } from "../../../server/embed/embedder";
import { openStaticEmbedder } from "../../../server/embed/onnxEmbedder";
import { openIndexer } from "../../../server/indexing/openIndexer";
import { Dense } from "../../../server/search/dense";
import { FactsOfFiles } from "../../../server/search/fileFacts";
import { compileFilter } from "../../../server/search/filter";
import { fuse } from "../../../server/search/fuse";
import { parseQuery } from "../../../server/search/query";
import { orderChunks, rankFiles } from "../../../server/search/rank";
import { retrieve } from "../../../server/search/retrieve";
import { byRepository, type LabelledQuery, readBench } from "../../bench";
import { type OpenTree, openTree } from "../../openTree";

// Writes what a scorer may look at: for each query of a benchmark its candidate files with their features.
//
//   node eval/run.mjs train/ranking/dump --bench DIR --trees DIR --store DIR --out FILE [--resources DIR]
//        [--no-update] [--only NAME,NAME]
//
// One line a query: {"id","repo","language","category","relevant","files":[{"path","features","shares"}]}, `shares`
// saying how far each of a file's chunks stands behind its best one.

/** More chunks of one file never reach the first ten. */
const MAX_SHARES = 4;

const { values } = parseArgs({
  options: {
    bench: { type: "string", default: "" },
    trees: { type: "string", default: "" },
    store: { type: "string", default: "" },
    out: { type: "string", default: "" },
    resources: { type: "string", default: "." },
    "no-update": { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});

async function main(): Promise<void> {
  const indexer = values["no-update"] ? null : await openIndexer(values.store, values.resources);
  const only = values.only ? values.only.split(",") : null;
  const embedder = await openStaticEmbedder(modelDir(values.resources));
  const out = createWriteStream(values.out);
  for (const [name, queries] of byRepository(readBench(values.bench))) {
    if (only && !only.includes(name)) continue;
    const tree = await openTree(path.join(values.trees, name), values.store, { embedder, indexer });
    const facts = new FactsOfFiles(tree.catalog);
    for (const query of queries) out.write(`${JSON.stringify(await lineOf(query, tree, facts, embedder))}\n`);
    tree.repo.close();
    console.log(name);
  }
  out.end();
  await embedder.dispose();
}

async function lineOf(
  { id, repo: name, language, category, query: text, relevant }: LabelledQuery,
  { repo, catalog }: OpenTree,
  facts: FactsOfFiles,
  embedder: Embedder,
) {
  const query = parseQuery(text);
  const { candidates, vector } = await retrieve(query, compileFilter({}, [repo]), {
    catalog,
    embedder,
    facts,
    dense: new Dense(catalog),
    nWanted: 10,
  });
  const idf = (term: string) => catalog.lexical.idf(term);
  const ranked = rankFiles(query, fuse(candidates, query.shape), {
    facts,
    idf,
    nFiles: repo.files.size,
    vector,
    nWanted: 10,
  });
  const files = ranked.map(({ candidate, features }) => ({
    path: candidate.file.path,
    features,
    shares: orderChunks(query, candidate)
      .slice(0, MAX_SHARES)
      .map(({ share }) => share),
  }));
  return { id, repo: name, language, category, relevant: relevant.map((target) => target.path), files };
}

void main();
