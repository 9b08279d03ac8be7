import path from "node:path";
import { onTestFinished } from "vitest";
import { Chunker } from "../../server/chunk/chunkFile";
import { HashEmbedder } from "../../server/embed/hashEmbedder";
import { Indexer } from "../../server/indexing/indexer";
import { FlexLexical } from "../../server/lexical/flexLexical";
import { Searcher, type SearchOptions } from "../../server/search/searcher";
import { Catalog } from "../../server/store/catalog";
import { fingerprintOf } from "../../server/store/formatVersion";
import { RepoIndex } from "../../server/store/repoIndex";
import { Languages } from "../../server/syntax/languages";
import { MemoryVectors } from "../../server/vectors/memoryVectors";
import { discoverRoots } from "../../server/workspace/roots";
import { writeFixture } from "../fixture";
import { tempDir } from "../tempDir";

const RESOURCES = path.resolve(import.meta.dirname, "../..");

export interface SearchWorld {
  readonly dir: string;
  readonly searcher: Searcher;
  readonly repo: RepoIndex;
  readonly catalog: Catalog;
  readonly embedder: HashEmbedder;
  /** Indexes what changed on disk. */
  readonly update: () => Promise<void>;
}

/** A searcher over the fixture's files: the real indexer, catalog and rules; hashed words in memory for a model. */
export async function searchWorld(fixture: string): Promise<SearchWorld> {
  const dir = path.join(tempDir(), "harbour");
  const storeDir = path.join(tempDir(), "store");
  writeFixture(dir, fixture);
  const languages = Languages.open(RESOURCES);
  const embedder = new HashEmbedder(256);
  const vectors = new MemoryVectors();
  const indexer = new Indexer({
    storeDir,
    embedder,
    chunker: new Chunker(languages),
    languageOf: (file, text) => languages.languageOf(file, text),
    openVectors: async () => vectors,
  });
  const [root] = await discoverRoots([dir]);
  const catalog = new Catalog(new FlexLexical());
  const repo = new RepoIndex(root!, storeDir, fingerprintOf(embedder.modelId), embedder.dim);
  onTestFinished(async () => {
    repo.close();
    await indexer.dispose();
  });
  const update = async () => {
    await indexer.update(root!);
    await repo.refresh(catalog);
  };
  await update();
  return { dir, searcher: new Searcher(catalog, embedder, () => [repo]), repo, catalog, embedder, update };
}

/** Paths of the hits, best first, each file once. */
export async function filesFor(
  { searcher }: SearchWorld,
  query: string,
  options: Partial<SearchOptions> = {},
): Promise<string[]> {
  const { hits } = await searcher.search(query, { limit: 10, ...options });
  return [...new Set(hits.map((hit) => hit.path))];
}
