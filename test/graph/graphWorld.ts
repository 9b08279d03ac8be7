import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Chunker } from "../../server/chunk/chunkFile";
import { CodeGraph } from "../../server/graph/codeGraph";
import type { Edge } from "../../server/graph/graph";
import { cutFile, formsOf } from "../../server/indexing/indexFile";
import { PostingBlockBuilder } from "../../server/lexical/buildBlock";
import { FlexLexical } from "../../server/lexical/flexLexical";
import { PostingBlock } from "../../server/lexical/postingBlock";
import { Catalog } from "../../server/store/catalog";
import { NameLists } from "../../server/store/nameTable";
import type { ChunkRecord, FileRecord, GoneRecord } from "../../server/store/records";
import { RepoIndex } from "../../server/store/repoIndex";
import { Languages } from "../../server/syntax/languages";
import { parseFixture } from "../fixture";
import { tempDir } from "../tempDir";

const languages = Languages.open(path.resolve(import.meta.dirname, "../.."));

/** Repositories in memory, their files on disk too; changed one file at a time as the indexer would. */
export class GraphWorld {
  readonly catalog = new Catalog(new FlexLexical());
  readonly repos: RepoIndex[] = [];
  readonly graph = new CodeGraph(this.catalog, () => this.repos);
  readonly #chunker = new Chunker(languages);
  readonly #numbers = new Map<string, number>();
  readonly #dir = tempDir();
  #nChunks = 0;

  /** @param fixture its first folders are the repositories where `repos` is "folders". */
  static async open(fixture: string, repos: "one" | "folders" = "one"): Promise<GraphWorld> {
    const world = new GraphWorld();
    for (const [file, text] of parseFixture(fixture)) {
      const [repo = "", ...rest] = repos === "one" ? ["shop", ...file.split("/")] : file.split("/");
      await world.put(repo, rest.join("/"), text);
    }
    await world.graph.refresh();
    return world;
  }

  /** Writes a file, or removes it where `text` is null. */
  async put(repoName: string, file: string, text: string | null): Promise<void> {
    const repo = this.#repo(repoName);
    const onDisk = path.join(repo.root.dir, file);
    if (text === null) {
      rmSync(onDisk, { force: true });
      this.#apply(repo, [], { t: "gone", path: file }, new NameLists());
      return;
    }
    mkdirSync(path.dirname(onDisk), { recursive: true });
    writeFileSync(onDisk, text);
    const language = languages.languageOf(file, text);
    const source = { path: file, language, text, hash: text };
    const cut = await cutFile(this.#chunker, source);
    const [fresh, names]: [ChunkRecord[], NameLists] = [[], new NameLists()];
    const chunks = cut.chunks.map((keyed): FileRecord["chunks"][number] => {
      const key = `${repoName} ${keyed.key}`;
      const known = this.#numbers.get(key);
      const n = known ?? this.#nChunks++;
      if (known === undefined) {
        const forms = formsOf(source, keyed);
        this.#numbers.set(key, n);
        names.put(forms.names);
        fresh.push({ ...forms.record, n, nVectors: 0 });
      }
      return [n, keyed.chunk.startLine, keyed.chunk.endLine];
    });
    const rest = { stamp: [0, 0, 0, 0], nLines: 0, outline: "", flags: [], exclusion: null } as const;
    const how = { cut: cut.cut, problem: null, forced: false };
    this.#apply(repo, fresh, { t: "file", path: file, language, hash: text, chunks, ...rest, ...how }, names);
  }

  /** All edges, sorted: `calls resolved main.ts:3 -> math.ts:0 add`. */
  async edges(): Promise<string[]> {
    await this.graph.refresh();
    return this.repos.flatMap((repo) => [...this.graph.edges(repo)].map(describe)).sort();
  }

  #apply(repo: RepoIndex, chunks: ChunkRecord[], record: FileRecord | GoneRecord, names: NameLists): void {
    const lists = new PostingBlock(new PostingBlockBuilder().finish(chunks.length));
    const commit = {
      t: "commit",
      complete: true,
      nextChunk: this.#nChunks,
      postings: null,
      nRows: 0,
    } as const;
    repo.generation++;
    const transaction = { records: [...chunks, record], commit: { ...commit, generation: repo.generation } };
    this.catalog.apply(repo, transaction, chunks.length > 0 ? { lists, names: names.finish() } : null);
  }

  #repo(name: string): RepoIndex {
    const known = this.repos.find(({ root }) => root.name === name);
    if (known) return known;
    const dir = path.join(this.#dir, name);
    const root = { name, dir, repoRoot: dir, prefix: "", kind: "plain", include: [] } as const;
    const repo = new RepoIndex(root, "", "", 0);
    this.repos.push(repo);
    return repo;
  }
}

export function describe({ kind, confidence, from, to }: Edge): string {
  return `${kind} ${confidence} ${from.path}:${from.line} -> ${to.path}:${to.line} ${to.symbol}`;
}
