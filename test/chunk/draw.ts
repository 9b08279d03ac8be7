import type { Chunk } from "../../server/chunk/chunk";
import { qualifiedName } from "../../server/chunk/chunk";
import { Chunker } from "../../server/chunk/chunkFile";
import { Languages } from "../../server/syntax/languages";
import type { SourceFile } from "../../server/workspace/sourceFile";

export const languages = Languages.open(".");
export const chunker = new Chunker(languages);

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, language: languages.languageOf(path, text), hash: "" };
}

/** A file with its borders drawn in: `── method Foo.bar` stands before each chunk. */
export async function drawChunks(path: string, text: string): Promise<string> {
  const { chunks, problems } = await chunker.chunk(sourceFile(path, text));
  const drawn = chunks.map((chunk) => `${border(chunk)}\n${chunk.text.replace(/\n?$/, "")}`);
  return [...problems.map(({ reason }) => `!! ${reason}`), ...drawn].join("\n");
}

function border(chunk: Chunk): string {
  const others = chunk.definitions.filter(({ name }) => name !== chunk.symbol).map(({ name }) => name);
  const name = qualifiedName(chunk);
  return `── ${chunk.kind}${name && ` ${name}`}${others.length > 0 ? ` + ${others.join(", ")}` : ""}`;
}
