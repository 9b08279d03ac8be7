import { type ChunkKind, qualifiedName } from "../chunk/chunk";
import type { DocId, Lexical } from "../lexical/lexical";
import type { PostingBlock } from "../lexical/postingBlock";
import { type ChunkUses, unpackUses } from "./chunkUses";
import type { Transaction } from "./logReader";
import { hashOfName, type NameRole, NameTable, readNameLists } from "./nameTable";
import type { Overlay } from "./overlay";
import type { StoredPostings } from "./postingsFile";
import { type ChunkRecord, type FileRecord, type PlacedDefinition, unpackDefinitions } from "./records";
import type { RepoIndex, TransactionSink } from "./repoIndex";

/** A chunk of an open repository. Its number as a lexical document is its place in the catalog. */
export class IndexedChunk {
  readonly n: number; // Number in its own store: that of its vector rows.
  readonly symbol: string; // Qualified.
  readonly kind: ChunkKind;
  readonly signature: string;
  readonly summary: string;
  readonly textHash: string;
  readonly hasVectors: boolean;
  /** Where it is in the current generation; null once no file holds it. */
  place: Place | null = null;
  readonly #definitions: string;
  readonly #uses: string;

  constructor(
    readonly doc: DocId,
    readonly repo: RepoIndex,
    record: ChunkRecord,
  ) {
    this.n = record.n;
    this.symbol = qualifiedName(record);
    this.kind = record.kind;
    this.signature = record.signature;
    this.summary = record.summary;
    this.textHash = record.textHash;
    this.hasVectors = record.nVectors > 0;
    this.#definitions = record.definitions;
    this.#uses = record.uses;
  }

  /** Everything named in it. */
  get definitions(): readonly PlacedDefinition[] {
    return unpackDefinitions(this.#definitions);
  }

  /** What it uses; lines are of the file as it is now, or of the chunk where no file holds it. */
  get uses(): ChunkUses {
    return unpackUses(this.#uses, this.place?.startLine ?? 0);
  }
}

export interface Place {
  readonly file: FileRecord;
  readonly startLine: number;
  readonly endLine: number;
  /** The text these lines are in, where it is an editor's and not the file's. */
  readonly overlay?: Overlay;
}

/** What the catalog holds of one repository. */
interface RepoChunks {
  readonly byNumber: Map<number, IndexedChunk>;
  /** Document of each chunk record, in the order of the log. */
  readonly docs: DocId[];
  readonly names: NameTable;
  /** Posting blocks given to the lexical index, by the ordinal of their first chunk record. */
  readonly blocks: Map<number, PostingBlock>;
  /** Open editors by path: what is indexed of these files is hidden. */
  readonly overlays: Map<string, Shown>;
}

/** An overlay in search. */
interface Shown {
  readonly overlay: Overlay;
  readonly chunks: readonly IndexedChunk[];
  readonly names: NameTable;
}

/**
 * The live chunks of all open repositories, in memory: what search maps retrieved numbers to. It changes one
 * whole transaction at a time and never across an `await`, so synchronous readers always see one generation.
 */
export class Catalog implements TransactionSink {
  readonly #chunks: (IndexedChunk | undefined)[] = []; // By document number.
  readonly #repos = new Map<RepoIndex, RepoChunks>();
  /** Below 0, so that no stored chunk has it. */
  #nextOverlayChunk = -1;

  constructor(readonly lexical: Lexical) {}

  chunk(doc: DocId): IndexedChunk | undefined {
    return this.#chunks[doc];
  }

  chunkOf(repo: RepoIndex, n: number): IndexedChunk | undefined {
    return this.#repos.get(repo)?.byNumber.get(n);
  }

  /** Live chunks that define `name`, whatever its case. */
  defining(name: string): IndexedChunk[] {
    return this.#named("def", name.toLowerCase());
  }

  /** Live chunks that call `name`. */
  calling(name: string): IndexedChunk[] {
    return this.#named("call", name);
  }

  /** Live chunks that call, import or inherit `name`, each once. */
  referring(name: string): IndexedChunk[] {
    return [...new Set([...this.#named("call", name), ...this.#named("use", name)])];
  }

  *liveChunks(repo: RepoIndex): Generator<IndexedChunk> {
    for (const chunk of this.#repos.get(repo)?.byNumber.values() ?? []) if (chunk.place) yield chunk;
  }

  countLive(repo: RepoIndex): number {
    let nLive = 0;
    for (const _ of this.liveChunks(repo)) nLive++;
    return nLive;
  }

  apply(repo: RepoIndex, transaction: Transaction, postings: StoredPostings | null): void {
    const own = this.#chunksOf(repo);
    const first = own.docs.length;
    for (const record of transaction.records) if (record.t === "chunk") this.#addChunk(repo, own, record);
    if (postings) this.#addPostings(own, postings, first, own.docs.length);
    for (const record of transaction.records) {
      if (record.t === "chunk") continue;
      this.#hideChunksOf(repo, own, record.path);
      if (record.t === "file") this.#placeFile(repo, own, record);
      else repo.files.delete(record.path);
    }
  }

  merge(repo: RepoIndex, nChunks: number, postings: StoredPostings, nNamed: number): void {
    const own = this.#chunksOf(repo);
    for (const [first, block] of own.blocks) {
      if (first >= nChunks) continue;
      this.lexical.removeBlock(block);
      own.blocks.delete(first);
    }
    this.#addPostings(own, postings, 0, nChunks, nNamed);
  }

  overlayOf(repo: RepoIndex, path: string): Overlay | null {
    return this.#repos.get(repo)?.overlays.get(path)?.overlay ?? null;
  }

  /** Puts an editor's text in the place of what is indexed of its file. */
  show(repo: RepoIndex, overlay: Overlay): void {
    const own = this.#chunksOf(repo);
    this.#dropOverlay(repo, own, overlay.file.path);
    this.#hideChunksOf(repo, own, overlay.file.path);
    const names = new NameTable();
    const placed = overlay.file.chunks.map(
      ([idx, start, end]) => [this.#nextOverlayChunk - idx, start, end] as const,
    );
    this.#nextOverlayChunk -= placed.length;
    const file = { ...overlay.file, chunks: placed };
    const chunks = overlay.chunks.map(({ record, terms, names: hashes, vectors }, idx) => {
      const [n, startLine, endLine] = placed[idx]!;
      const chunk = new IndexedChunk(this.#chunks.length, repo, { ...record, n, nVectors: vectors.length });
      chunk.place = { file, startLine, endLine, overlay };
      this.#chunks.push(chunk);
      own.byNumber.set(n, chunk);
      repo.overlayVectors.set(n, vectors);
      this.lexical.add(chunk.doc, terms);
      for (const [low, high] of hashes) names.add(low, high, chunk.doc);
      return chunk;
    });
    own.overlays.set(overlay.file.path, { overlay, chunks, names });
  }

  /** What is indexed of the file is searched again. */
  unshow(repo: RepoIndex, path: string): void {
    const own = this.#repos.get(repo);
    if (!own?.overlays.has(path)) return;
    this.#dropOverlay(repo, own, path);
    const file = repo.files.get(path);
    if (file) this.#placeFile(repo, own, file);
  }

  #dropOverlay(repo: RepoIndex, own: RepoChunks, path: string): void {
    for (const chunk of own.overlays.get(path)?.chunks ?? []) {
      chunk.place = null;
      this.#chunks[chunk.doc] = undefined;
      own.byNumber.delete(chunk.n);
      repo.overlayVectors.delete(chunk.n);
      this.lexical.forget(chunk.doc);
    }
    own.overlays.delete(path);
  }

  forget(repo: RepoIndex): void {
    const own = this.#repos.get(repo);
    if (!own) return;
    for (const path of [...own.overlays.keys()]) this.#dropOverlay(repo, own, path);
    for (const block of own.blocks.values()) this.lexical.removeBlock(block);
    for (const doc of own.docs) {
      this.lexical.forget(doc);
      this.#chunks[doc]!.place = null;
      this.#chunks[doc] = undefined;
    }
    this.#repos.delete(repo);
  }

  #named(role: NameRole, name: string): IndexedChunk[] {
    const hash = hashOfName(role, name);
    const found: IndexedChunk[] = [];
    for (const { names, overlays } of this.#repos.values()) {
      for (const table of [names, ...[...overlays.values()].map((shown) => shown.names)]) {
        for (const doc of table.docs(hash)) {
          const chunk = this.#chunks[doc];
          if (chunk?.place) found.push(chunk);
        }
      }
    }
    return found;
  }

  #addChunk(repo: RepoIndex, own: RepoChunks, record: ChunkRecord): void {
    const chunk = new IndexedChunk(this.#chunks.length, repo, record);
    this.#chunks.push(chunk);
    own.byNumber.set(record.n, chunk);
    own.docs.push(chunk.doc);
    this.lexical.declare(chunk.doc);
  }

  /** Gives the lexical index the lists of chunk records `[first, end)`; names are known of the first `nNamed`. */
  #addPostings(own: RepoChunks, postings: StoredPostings, first: number, end: number, nNamed = 0): void {
    const docs = Uint32Array.from(own.docs.slice(first, end));
    this.lexical.addBlock(postings.lists, docs);
    own.blocks.set(first, postings.lists);
    readNameLists(postings.names, {
      name: (chunk, low, high) => {
        if (first + chunk >= nNamed) own.names.add(low, high, docs[chunk]!);
      },
    });
  }

  #placeFile(repo: RepoIndex, own: RepoChunks, file: FileRecord): void {
    repo.files.set(file.path, file);
    if (own.overlays.has(file.path)) return; // Shown once the editor's text is gone.
    for (const [n, startLine, endLine] of file.chunks) {
      const chunk = own.byNumber.get(n);
      if (!chunk) continue; // A damaged log: the file lacks this chunk, the check at the next update redoes it.
      chunk.place = { file, startLine, endLine };
      this.lexical.setLive(chunk.doc, "live");
    }
  }

  #hideChunksOf(repo: RepoIndex, own: RepoChunks, path: string): void {
    for (const [n] of repo.files.get(path)?.chunks ?? []) {
      const chunk = own.byNumber.get(n);
      if (!chunk) continue;
      chunk.place = null;
      this.lexical.setLive(chunk.doc, "hidden");
    }
  }

  #chunksOf(repo: RepoIndex): RepoChunks {
    const known = this.#repos.get(repo);
    if (known) return known;
    const own = {
      byNumber: new Map(),
      docs: [],
      names: new NameTable(),
      blocks: new Map(),
      overlays: new Map(),
    };
    this.#repos.set(repo, own);
    repo.isLive = (n) => own.byNumber.get(n)?.place != null;
    return own;
  }
}
