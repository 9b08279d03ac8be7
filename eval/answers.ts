// Answers without a model, measured on a benchmark's labelled questions: refused or not, gold among the cited lines;
// and refused or not for questions asked to a repository of another language.
//
//   node eval/run.mjs answers --bench DIR --trees DIR --store DIR [--only NAME,NAME] [--dump FILE]
//       [--show STEP]   prints the answer to every STEPth own question, to be read
import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Answer } from "../server/answer/answer";
import { isNamed, questionWords } from "../server/answer/questionTerms";
import { judgeRelevance } from "../server/answer/refusal";
import { relatedTo } from "../server/answer/related";
import { synthesize } from "../server/answer/synthesize";
import { modelDir } from "../server/base/resources";
import { openStaticEmbedder } from "../server/embed/onnxEmbedder";
import { CodeGraph } from "../server/graph/codeGraph";
import { openIndexer } from "../server/indexing/openIndexer";
import { termsOf } from "../server/lexical/terms";
import { Searcher } from "../server/search/searcher";
import { byRepository, type LabelledQuery, readBench } from "./bench";
import { openTree } from "./openTree";

const FOREIGN_EACH = 20;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      bench: { type: "string" },
      trees: { type: "string" },
      store: { type: "string" },
      only: { type: "string" },
      dump: { type: "string" },
      show: { type: "string" },
    },
  });
  if (!values.bench || !values.trees || !values.store)
    throw new Error("--bench, --trees and --store are needed");
  const queries = readBench(values.bench);
  const groups = byRepository(queries);
  const names = values.only?.split(",") ?? [...groups.keys()];
  const embedder = await openStaticEmbedder(modelDir("."));
  const indexer = await openIndexer(values.store, ".");
  const total = { own: 0, refused: 0, answered: 0, gold: 0, foreign: 0, foreignRefused: 0 };
  if (values.dump) writeFileSync(values.dump, "");
  for (const name of names) {
    const own = groups.get(name) ?? [];
    const { repo, catalog } = await openTree(path.join(values.trees, name), values.store, {
      embedder,
      indexer,
    });
    const graph = new CodeGraph(catalog, () => [repo]);
    await graph.refresh();
    const searcher = new Searcher(catalog, embedder, () => [repo]);
    const idf = (term: string) => catalog.lexical.idf(term);
    const others = queries.filter(
      (query) => query.language !== own[0]?.language && query.category !== "symbol",
    );
    const foreign = others.filter(
      (_, idx) => idx % Math.ceil(others.length / FOREIGN_EACH) === names.indexOf(name) % 5,
    );
    for (const query of [...own, ...foreign]) {
      const isOwn = query.repo === name;
      const { hits, generation } = await searcher.search(query.query, { limit: 12 });
      const answer = await synthesize({
        question: query.query,
        hits,
        related: () => relatedTo(hits, { catalog, graph }),
        generation,
        scope: { repos: [name], nFiles: 0, nChunks: 0 },
        idf,
        model: null,
        signal: new AbortController().signal,
      });
      if (isOwn && values.show && total.own % Number(values.show) === 0) console.log(shown(query, answer));
      if (isOwn) {
        total.own++;
        if (answer.refused) total.refused++;
        if (answer.sentences.some(({ citations }) => citations.some((cited) => isGold(query, cited))))
          total.gold++;
      } else {
        total.foreign++;
        if (answer.refused) total.foreignRefused++;
      }
      if (values.dump) {
        const words = questionWords(query.query, idf);
        const row = {
          repo: name,
          own: isOwn,
          query: query.query,
          category: query.category,
          coverage: judgeRelevance(query.query, hits, idf).coverage,
          words: words.map(({ word, weight, terms }) => ({ word, weight, idf: Math.max(...terms.map(idf)) })),
          hits: hits.map((hit) => {
            const named = new Set(termsOf(`${hit.path} ${hit.symbol} ${hit.text}`).keys());
            return {
              at: `${hit.path}:${hit.startLine}`,
              n: hit.endLine - hit.startLine,
              score: hit.score,
              parts: hit.parts,
              ranks: hit.ranks,
              named: words.map((word) => (isNamed(word, named) ? 1 : 0)),
            };
          }),
        };
        appendFileSync(values.dump, `${JSON.stringify(row)}\n`);
      }
    }
    console.log(name, JSON.stringify(total));
    await repo.close();
  }
  const share = (n: number, of: number) => `${((100 * n) / Math.max(1, of)).toFixed(1)} %`;
  console.log(
    `gold cited ${share(total.gold, total.own)}, false refusals ${share(total.refused, total.own)}, foreign refused ${share(total.foreignRefused, total.foreign)}`,
  );
}

function shown(query: LabelledQuery, { refused, reason, sentences }: Answer): string {
  const lines = sentences.map(({ text, state, citations }) => {
    const places = citations.map((cited) => {
      const gold = isGold(query, cited) ? "*" : "";
      return `${gold}${cited.path}:${cited.startLine + 1}-${cited.endLine}`;
    });
    return `   ${state === "weak" ? "(weak) " : ""}${text} [${places.join(", ")}]`;
  });
  return [`? ${query.query} (${query.category})`, ...(refused ? [`   ${reason}`] : lines)].join("\n");
}

/** A file-level target is met by a citation of the file, one with lines by an overlap. */
function isGold(query: LabelledQuery, cited: { path: string; startLine: number; endLine: number }): boolean {
  return query.relevant.some(({ path: file, start, end }) => {
    if (cited.path !== file && !cited.path.endsWith(`/${file}`) && !file.endsWith(`/${cited.path}`))
      return false;
    return start === undefined || end === undefined || (cited.startLine < end && start <= cited.endLine);
  });
}

void main();
