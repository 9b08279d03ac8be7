import { redactSecrets } from "../base/redact";
import type { Chunk } from "../chunk/chunk";
import { summarize } from "../chunk/summary";
import type { Embedder } from "../embed/embedder";
import { packVector } from "../store/packVector";
import type { SourceFile } from "../workspace/sourceFile";
import { pathWords } from "./forms";

/** A content of a file: the same path and hash have the same outline. */
type FileContent = Pick<SourceFile, "path" | "hash">;

/**
 * One vector a file, of what it is about: the words of its path, every name it defines and every summary. On unseen
 * languages it ranks files better (nDCG@10 +.010) than the vector of the whole text (+.007) or of the path alone (0).
 */
export class Outlines {
  readonly #wanted = new Map<string, string>();

  /** @param packed those made before, by `outlineKey`, so that a branch visited again embeds nothing; new ones join. */
  constructor(
    private readonly embedder: Embedder,
    private readonly packed: Map<string, string>,
  ) {}

  /** Puts a file on the list of those to embed, unless its content is known. */
  want(file: SourceFile, chunks: readonly Chunk[]): void {
    if (chunks.length > 0 && !this.packed.has(outlineKey(file)))
      this.#wanted.set(outlineKey(file), textOf(file, chunks));
  }

  async embedWanted(signal?: AbortSignal): Promise<void> {
    if (this.#wanted.size === 0) return;
    const vectors = await this.embedder.embed([...this.#wanted.values()], "code", signal);
    [...this.#wanted.keys()].forEach((key, idx) => {
      this.packed.set(key, packVector(vectors[idx]!));
    });
    this.#wanted.clear();
  }

  /** As `packVector` writes it; "" for a file that was never wanted. */
  of(content: FileContent): string {
    return this.packed.get(outlineKey(content)) ?? "";
  }
}

export function outlineKey({ path, hash }: FileContent): string {
  return `${path}\0${hash}`;
}

function textOf(file: SourceFile, chunks: readonly Chunk[]): string {
  const names = chunks.flatMap((chunk) => chunk.definitions.map(({ name }) => name));
  const summaries = chunks.map((chunk) => summarize(chunk));
  return redactSecrets(`${pathWords(file.path)}\n${names.join(" ")}\n${summaries.join("\n")}`);
}
