import path from "node:path";
import type { Embedder } from "../server/embed/embedder";
import type { Indexer } from "../server/indexing/indexer";
import { FlexLexical } from "../server/lexical/flexLexical";
import { Catalog } from "../server/store/catalog";
import { fingerprintOf } from "../server/store/formatVersion";
import { RepoIndex } from "../server/store/repoIndex";
import { discoverRoots } from "../server/workspace/roots";

/** One repository's index, opened without the engine around it, so that each part of a search can be measured. */
export interface OpenTree {
  readonly repo: RepoIndex;
  readonly catalog: Catalog;
}

/** @param indexer brings the index up to date first; null takes it as it is. */
export async function openTree(
  dir: string,
  storeDir: string,
  parts: { readonly embedder: Embedder; readonly indexer: Indexer | null },
): Promise<OpenTree> {
  const [root] = await discoverRoots([path.resolve(dir)]);
  if (!root) throw new Error(`${dir} is no folder.`);
  await parts.indexer?.update(root);
  const catalog = new Catalog(new FlexLexical());
  const { modelId, dim } = parts.embedder;
  const repo = new RepoIndex(root, storeDir, fingerprintOf(modelId), dim);
  await repo.refresh(catalog);
  if (repo.files.size === 0) throw new Error(`${dir} has no index in ${storeDir}.`);
  return { repo, catalog };
}
