import { hashOf } from "../base/hash";
import { redactSecrets } from "../base/redact";
import { type Chunk, importedName } from "../chunk/chunk";
import type { Chunker } from "../chunk/chunkFile";
import { summarize } from "../chunk/summary";
import type { FieldTerms } from "../lexical/lexical";
import { packUses } from "../store/chunkUses";
import { hashOfName, type NameHash, type NameRole } from "../store/nameTable";
import { type ChunkRecord, packDefinitions } from "../store/records";
import { type FileFlag, flagsOf } from "../workspace/fileRules";
import type { SourceFile } from "../workspace/sourceFile";
import { embeddingTexts, fieldTerms } from "./forms";

/** A file cut into chunks, each with its identity; the costly forms are made only of chunks that are new. */
export interface CutFile {
  readonly chunks: readonly KeyedChunk[];
  readonly cut: "syntax" | "lines";
  readonly flags: readonly FileFlag[];
  /** Why it was not cut as it should be; null where all is well. */
  readonly problem: string | null;
}

export interface KeyedChunk {
  readonly key: string;
  readonly chunk: Chunk;
}

/** Never fails: broken source still yields chunks, and a problem that says what is missing. */
export async function cutFile(chunker: Chunker, file: SourceFile, signal?: AbortSignal): Promise<CutFile> {
  const { chunks, problems } = await chunker.chunk(file, signal);
  const seen = new Map<string, number>();
  const keyed = chunks.map((chunk) => {
    const content = hashOf(
      [file.path, file.language, chunk.kind, ...chunk.container, chunk.symbol, chunk.text].join("\0"),
    );
    const nth = seen.get(content) ?? 0; // Equal chunks of one file are told apart by their order.
    seen.set(content, nth + 1);
    return { key: nth === 0 ? content : hashOf(`${content} ${nth}`), chunk };
  });
  return {
    chunks: keyed,
    cut: problems.length === 0 && chunker.parses(file.language) ? "syntax" : "lines",
    flags: flagsOf(file.text),
    problem: problems[0]?.reason ?? null,
  };
}

/** Keys and passwords are neither embedded nor stored; the lines stay where they are. */
function withoutSecrets(chunk: Chunk): Chunk {
  const text = redactSecrets(chunk.text);
  if (text === chunk.text) return chunk;
  return { ...chunk, text, doc: redactSecrets(chunk.doc), signature: redactSecrets(chunk.signature) };
}

/** What is stored of a chunk but for its number, and the texts whose vectors go with it. */
export interface ChunkForms {
  readonly record: Omit<ChunkRecord, "n" | "nVectors">;
  readonly terms: FieldTerms;
  readonly names: readonly NameHash[];
  readonly texts: readonly string[];
}

export function formsOf(file: SourceFile, keyed: KeyedChunk): ChunkForms {
  const { key } = keyed;
  const chunk = withoutSecrets(keyed.chunk);
  const summary = summarize(chunk);
  return {
    texts: embeddingTexts(file.path, chunk),
    terms: fieldTerms(file.path, chunk, summary),
    names: namesOf(chunk),
    record: {
      t: "chunk",
      key,
      textHash: hashOf(keyed.chunk.text),
      kind: chunk.kind,
      symbol: chunk.symbol,
      container: chunk.container,
      signature: chunk.signature,
      summary,
      definitions: packDefinitions(
        chunk.definitions.map((d) => [d.name, d.kind, d.line - chunk.startLine, d.container]),
      ),
      uses: packUses(chunk, chunk.startLine),
    },
  };
}

/** What the chunk is found by when a name is asked for. */
function namesOf(chunk: Chunk): NameHash[] {
  const calls = chunk.calls.map(({ name }) => name);
  const heirs = [...chunk.extends, ...chunk.implements].map(({ name }) => name);
  return [
    ...hashesOf(
      "def",
      chunk.definitions.map(({ name }) => name.toLowerCase()),
    ),
    ...hashesOf("call", calls),
    ...hashesOf("use", [...chunk.imports.map(importedName), ...heirs]),
  ];
}

function hashesOf(role: NameRole, names: readonly string[]): NameHash[] {
  return [...new Set(names)].map((name) => hashOfName(role, name));
}
