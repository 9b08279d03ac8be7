import path from "node:path";
import { Chunker } from "../server/chunk/chunkFile";
import { familyOf } from "../server/graph/family";
import { isManifest } from "../server/graph/manifests";
import { isPathsFile } from "../server/graph/pathAliases";
import { cutFile, formsOf } from "../server/indexing/indexFile";
import { PostingBlockBuilder } from "../server/lexical/buildBlock";
import { FlexLexical } from "../server/lexical/flexLexical";
import { PostingBlock } from "../server/lexical/postingBlock";
import { Catalog } from "../server/store/catalog";
import { NameLists } from "../server/store/nameTable";
import type { ChunkRecord, FileRecord } from "../server/store/records";
import { RepoIndex } from "../server/store/repoIndex";
import { Languages } from "../server/syntax/languages";
import { discoverRoots, type Root } from "../server/workspace/roots";
import { readSource } from "../server/workspace/sourceFile";
import { listFiles } from "../server/workspace/walk";

/** What the graph needs of an index, made in memory: no vectors, no words. */
export interface GraphIndex {
  readonly catalog: Catalog;
  readonly repos: readonly RepoIndex[];
}

/** @param resourcesDir holds `grammars/`. */
export async function indexForGraph(dirs: readonly string[], resourcesDir: string): Promise<GraphIndex> {
  const catalog = new Catalog(new FlexLexical());
  const languages = Languages.open(resourcesDir);
  const roots = await discoverRoots(dirs);
  const repos: RepoIndex[] = [];
  for (const root of roots) repos.push(await indexRoot(root, languages, catalog));
  return { catalog, repos };
}

async function indexRoot(root: Root, languages: Languages, catalog: Catalog): Promise<RepoIndex> {
  const repo = new RepoIndex(root, "", "", 0);
  const chunker = new Chunker(languages);
  const names = new NameLists();
  const chunks: ChunkRecord[] = [];
  const files: FileRecord[] = [];
  for (const file of await listFiles(root)) {
    // Prose and data have no edges; cutting them would take most of the time.
    const named = languages.languageOf(file);
    if (familyOf(named) === "other" && !isManifest(file) && !isPathsFile(file)) continue;
    const read = await readSource(path.join(root.repoRoot, file));
    if (read.kind !== "text") continue;
    const language = languages.languageOf(file, read.text);
    const source = { path: file, language, text: read.text, hash: read.hash };
    const cut = await cutFile(chunker, source);
    const placed = cut.chunks.map((keyed): FileRecord["chunks"][number] => {
      const forms = formsOf(source, keyed);
      const n = chunks.length;
      names.put(forms.names);
      chunks.push({ ...forms.record, n, nVectors: 0 });
      return [n, keyed.chunk.startLine, keyed.chunk.endLine];
    });
    files.push({
      ...({ t: "file", path: file, language, hash: read.hash, stamp: read.stamp, chunks: placed } as const),
      ...({ nLines: 0, outline: "", flags: cut.flags, exclusion: null, cut: cut.cut } as const),
      ...{ problem: cut.problem, forced: false },
    });
  }
  const lists = new PostingBlock(new PostingBlockBuilder().finish(chunks.length));
  const commit = {
    t: "commit",
    generation: 1,
    complete: true,
    nextChunk: chunks.length,
    postings: null,
    nRows: 0,
  } as const;
  catalog.apply(repo, { records: [...chunks, ...files], commit }, { lists, names: names.finish() });
  repo.generation = 1;
  return repo;
}
