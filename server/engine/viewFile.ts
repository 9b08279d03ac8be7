import path from "node:path";
import type { Chunk } from "../chunk/chunk";
import { Chunker } from "../chunk/chunkFile";
import { summarize } from "../chunk/summary";
import { rolesOf } from "../search/pathRules";
import { Languages } from "../syntax/languages";
import { flagsOf } from "../workspace/fileRules";
import { discoverRoots } from "../workspace/roots";
import { readSource } from "../workspace/sourceFile";

/** How one file is cut, for people and tests to look at. */
export interface CutFileView {
  readonly path: string; // Relative to its repository.
  readonly chunks: readonly {
    readonly chunk: Chunk;
    readonly flags: readonly string[];
    readonly summary: string;
  }[];
  /** Why it is not cut; null where it is. */
  readonly reason: string | null;
}

/** @throws EngineError "bad-folder" where the file's folder cannot be read. */
export async function viewFile(resourcesDir: string, file: string): Promise<CutFileView> {
  const [root] = await discoverRoots([path.dirname(file)]);
  const relative = `${root!.prefix}${path.basename(file)}`;
  const read = await readSource(file);
  if (read.kind !== "text") {
    return {
      path: relative,
      chunks: [],
      reason: read.kind === "missing" ? "there is no such file" : read.exclusion.reason,
    };
  }
  const languages = Languages.open(resourcesDir);
  const language = languages.languageOf(relative, read.text);
  const source = { path: relative, language, text: read.text, hash: read.hash };
  const { chunks } = await new Chunker(languages).chunk(source);
  const flags = [...new Set([...rolesOf(relative), ...flagsOf(read.text)])];
  return {
    path: relative,
    reason: null,
    chunks: chunks.map((chunk) => ({ chunk, flags, summary: summarize(chunk) })),
  };
}
