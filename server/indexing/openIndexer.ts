import { modelDir } from "../base/resources";
import { Chunker } from "../chunk/chunkFile";
import { openStaticEmbedder } from "../embed/onnxEmbedder";
import { Languages } from "../syntax/languages";
import { openLanceVectors } from "../vectors/lanceVectors";
import { Indexer } from "./indexer";

/** The indexer with all its real parts. @param resourcesDir holds `grammars/` and the embedding model. */
export async function openIndexer(storeDir: string, resourcesDir: string): Promise<Indexer> {
  const languages = Languages.open(resourcesDir);
  return new Indexer({
    storeDir,
    embedder: await openStaticEmbedder(modelDir(resourcesDir)),
    chunker: new Chunker(languages),
    languageOf: (file, text) => languages.languageOf(file, text),
    openVectors: openLanceVectors,
  });
}
