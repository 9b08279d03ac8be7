import { type ChunkKind, importedName, qualifiedName } from "../chunk/chunk";
import type { DocId, Lexical } from "../lexical/lexical";
import type { Transaction } from "./logReader";
import { type ChunkRecord, type FileRecord, unpackTerms } from "./records";
import type { RepoIndex, TransactionSink } from "./repoIndex";

/** A chunk of an open repository. Its number as a lexical document is its place in the catalog. */
export interface IndexedChunk {
  readonly doc: DocId;
  readonly n: number; // Number in its own store: that of its vector rows.
  readonly repo: RepoIndex;
  readonly symbol: string; // Qualified.
  readonly kind: ChunkKind;
  readonly signature: string;
  readonly summary: string;
  readonly textHash: string;
  readonly definitions: ChunkRecord["definitions"];
  readonly hasVectors: boolean;
  /** Where it is in the current generation; null once no file holds it. */
  place: Place | null;
}

export interface Place {
  readonly file: FileRecord;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The live chunks of all open repositories, in memory: what search maps retrieved numbers to. It changes one
 * whole transaction at a time and never across an `await`, so synchronous readers always see one generation.
 */
export class Catalog implements TransactionSink {
  readonly #chunks: IndexedChunk[] = []; // By document number.
  readonly #byRepo = new Map<RepoIndex, Map<number, IndexedChunk>>();
  readonly #definedAs = new Map<string, IndexedChunk[]>(); // Lower-cased simple name -> chunks defining it.
  readonly #calling = new Map<string, IndexedChunk[]>(); // Name -> chunks that call it.
  readonly #otherwiseReferring = new Map<string, IndexedChunk[]>(); // Name -> chunks that import or inherit it.

  constructor(readonly lexical: Lexical) {}

  chunk(doc: DocId): IndexedChunk | undefined {
    return this.#chunks[doc];
  }

  chunkOf(repo: RepoIndex, n: number): IndexedChunk | undefined {
    return this.#byRepo.get(repo)?.get(n);
  }

  /** Live chunks that define `name`, whatever its case. */
  defining(name: string): IndexedChunk[] {
    return live(this.#definedAs.get(name.toLowerCase()));
  }

  /** Live chunks that call `name`. */
  calling(name: string): IndexedChunk[] {
    return live(this.#calling.get(name));
  }

  /** Live chunks that call, import or inherit `name`, each once. */
  referring(name: string): IndexedChunk[] {
    const otherwise = this.#otherwiseReferring.get(name);
    return otherwise ? [...new Set([...this.calling(name), ...live(otherwise)])] : this.calling(name);
  }

  *liveChunks(repo: RepoIndex): Generator<IndexedChunk> {
    for (const chunk of this.#byRepo.get(repo)?.values() ?? []) if (chunk.place) yield chunk;
  }

  countLive(repo: RepoIndex): number {
    let nLive = 0;
    for (const _ of this.liveChunks(repo)) nLive++;
    return nLive;
  }

  apply(repo: RepoIndex, transaction: Transaction): void {
    for (const record of transaction.records) {
      if (record.t === "chunk") this.#addChunk(repo, record);
      else {
        this.#hideChunksOf(repo, record.path);
        if (record.t === "file") this.#placeFile(repo, record);
        else repo.files.delete(record.path);
      }
    }
  }

  forget(repo: RepoIndex): void {
    for (const chunk of this.#byRepo.get(repo)?.values() ?? []) this.#hide(chunk);
    this.#byRepo.delete(repo);
  }

  #addChunk(repo: RepoIndex, record: ChunkRecord): void {
    const chunk: IndexedChunk = {
      doc: this.#chunks.length,
      n: record.n,
      repo,
      symbol: qualifiedName(record),
      kind: record.kind,
      signature: record.signature,
      summary: record.summary,
      textHash: record.textHash,
      definitions: record.definitions,
      hasVectors: record.nVectors > 0,
      place: null,
    };
    this.#chunks.push(chunk);
    this.#chunksOf(repo).set(record.n, chunk);
    const [symbol, summary, body, path] = record.terms;
    this.lexical.add(chunk.doc, {
      symbol: unpackTerms(symbol),
      summary: unpackTerms(summary),
      body: unpackTerms(body),
      path: unpackTerms(path),
    });
    this.lexical.setLive(chunk.doc, "hidden");
    for (const [name] of record.definitions) push(this.#definedAs, name.toLowerCase(), chunk);
    for (const [name] of record.calls) push(this.#calling, name, chunk);
    for (const [module, name, alias] of record.imports)
      push(this.#otherwiseReferring, importedName({ module, name, alias }), chunk);
    for (const [name] of [...record.extends, ...record.implements])
      push(this.#otherwiseReferring, name, chunk);
  }

  #placeFile(repo: RepoIndex, file: FileRecord): void {
    repo.files.set(file.path, file);
    for (const [n, startLine, endLine] of file.chunks) {
      const chunk = this.#chunksOf(repo).get(n);
      if (!chunk) continue; // A damaged log: the file lacks this chunk, the check at the next update redoes it.
      chunk.place = { file, startLine, endLine };
      this.lexical.setLive(chunk.doc, "live");
    }
  }

  #hideChunksOf(repo: RepoIndex, path: string): void {
    for (const [n] of repo.files.get(path)?.chunks ?? []) {
      const chunk = this.#chunksOf(repo).get(n);
      if (chunk) this.#hide(chunk);
    }
  }

  #hide(chunk: IndexedChunk): void {
    chunk.place = null;
    this.lexical.setLive(chunk.doc, "hidden");
  }

  #chunksOf(repo: RepoIndex): Map<number, IndexedChunk> {
    const known = this.#byRepo.get(repo);
    if (known) return known;
    const chunks = new Map<number, IndexedChunk>();
    this.#byRepo.set(repo, chunks);
    return chunks;
  }
}

function live(chunks: readonly IndexedChunk[] | undefined): IndexedChunk[] {
  return chunks?.filter((chunk) => chunk.place !== null) ?? [];
}

function push<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
