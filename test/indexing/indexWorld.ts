import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { Chunker } from "../../server/chunk/chunkFile";
import { HashEmbedder } from "../../server/embed/hashEmbedder";
import { Indexer, type UpdateOptions } from "../../server/indexing/indexer";
import type { UpdateReport } from "../../server/indexing/report";
import { FlexLexical } from "../../server/lexical/flexLexical";
import { Searcher } from "../../server/search/searcher";
import { Catalog } from "../../server/store/catalog";
import { fingerprintOf } from "../../server/store/formatVersion";
import { RepoIndex } from "../../server/store/repoIndex";
import { Languages } from "../../server/syntax/languages";
import { type MemoryRows, MemoryVectors } from "../../server/vectors/memoryVectors";
import { discoverRoots, type Root } from "../../server/workspace/roots";
import { tempDir } from "../tempDir";

const RESOURCES = path.resolve(import.meta.dirname, "../..");
const languages = Languages.open(RESOURCES);
const chunker = new Chunker(languages);

/** A reader and the writer of one folder's index: all real but for the model and the vectors, which are in memory. */
export class IndexWorld {
  readonly #embedder = new HashEmbedder(64);
  readonly #rows = new Map<string, MemoryRows>();
  readonly #indexer: Indexer;
  readonly #catalog = new Catalog(new FlexLexical());
  readonly repo: RepoIndex;
  readonly #searcher: Searcher;

  private constructor(
    readonly root: Root,
    readonly storeDir: string,
  ) {
    const openVectors = async (dir: string) => new MemoryVectors(this.#rowsOf(dir));
    this.#indexer = new Indexer({
      storeDir,
      embedder: this.#embedder,
      chunker,
      languageOf: (file, text) => languages.languageOf(file, text),
      openVectors,
    });
    onTestFinished(() => this.#indexer.rest());
    this.repo = new RepoIndex(root, storeDir, fingerprintOf(this.#embedder.modelId), this.#embedder.dim);
    this.#searcher = new Searcher(this.#catalog, this.#embedder, () => [this.repo]);
  }

  static async open(dir: string, storeDir = path.join(tempDir(), "store")): Promise<IndexWorld> {
    const [root] = await discoverRoots([dir]);
    return new IndexWorld(root!, storeDir);
  }

  /** Another writer and reader of the same store, as after a restart. */
  async reopened(): Promise<IndexWorld> {
    const other = new IndexWorld(this.root, this.storeDir);
    for (const [dir, rows] of this.#rows) other.#rows.set(dir, rows);
    await other.repo.refresh(other.#catalog);
    return other;
  }

  async update(options: UpdateOptions = {}): Promise<UpdateReport> {
    const report = await this.#indexer.update(this.root, options);
    await this.repo.refresh(this.#catalog);
    return report;
  }

  async upkeep(): Promise<void> {
    await this.#indexer.upkeep(this.root);
    await this.repo.refresh(this.#catalog);
  }

  /** Places and scores of the hits, each sorted: which of two equal chunks comes first depends on which came first. */
  async found(query: string): Promise<{ readonly places: string[]; readonly scores: string[] }> {
    const { hits } = await this.#searcher.search(query, { limit: 300 });
    return {
      places: hits.map((hit) => `${hit.path}:${hit.startLine}-${hit.endLine}`).sort(),
      scores: hits.map((hit) => hit.score.toFixed(4)).sort(),
    };
  }

  /** Vectors stored, dead ones too. */
  get nVectorChunks(): number {
    return [...this.#rows.values()].reduce((total, rows) => total + rows.size, 0);
  }

  get bytes(): number {
    const entries = readdirSync(this.storeDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.reduce((total, file) => total + statSync(path.join(file.parentPath, file.name)).size, 0);
  }

  #rowsOf(dir: string): MemoryRows {
    const known = this.#rows.get(dir) ?? new Map();
    this.#rows.set(dir, known);
    return known;
  }
}
