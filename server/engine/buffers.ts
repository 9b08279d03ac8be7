import path from "node:path";
import { hashOf } from "../base/hash";
import { Chunker } from "../chunk/chunkFile";
import type { Embedder } from "../embed/embedder";
import { cutFile, formsOf } from "../indexing/indexFile";
import type { Catalog } from "../store/catalog";
import type { Overlay, OverlayChunk } from "../store/overlay";
import type { FileRecord } from "../store/records";
import type { RepoIndex } from "../store/repoIndex";
import { Languages } from "../syntax/languages";
import { readSource } from "../workspace/sourceFile";
import { listFiles } from "../workspace/walk";

interface BufferParts {
  readonly resourcesDir: string;
  readonly repos: () => readonly RepoIndex[];
}

interface Place {
  readonly repo: RepoIndex;
  readonly path: string; // Relative to the repository.
}

/**
 * The text of open editors, the uppermost of the three layers: cut and embedded here as the index worker would, it
 * stands in search for what is indexed of its file, until both are the same again.
 */
export class Buffers {
  /** Newest text of each open editor, by absolute path. */
  readonly #texts = new Map<string, string>();
  /** Work under way by file; what comes meanwhile is done after it, the newest only. */
  readonly #working = new Map<string, Promise<void>>();
  #chunker: Chunker | null = null;
  #languages: Languages | null = null;

  constructor(
    private readonly catalog: Catalog,
    private readonly embedder: Embedder,
    private readonly parts: BufferParts,
  ) {}

  /** The text of an editor that differs from the file; null where the file counts. */
  textOf(file: string): string | null {
    const place = this.#placeOf(file);
    return (place && this.catalog.overlayOf(place.repo, place.path)?.text) ?? null;
  }

  /** Editors whose text stands for their file. */
  get nUnsaved(): number {
    return [...this.#texts.keys()].filter((file) => this.textOf(file) !== null).length;
  }

  set(file: string, text: string): Promise<void> {
    this.#texts.set(file, text);
    return this.#work(file);
  }

  drop(file: string): Promise<void> {
    this.#texts.delete(file);
    return this.#work(file);
  }

  /** The index has caught up with a repository: overlays that say the same as it are not needed. */
  settle(repo: RepoIndex): void {
    for (const file of this.#texts.keys()) {
      const place = this.#placeOf(file);
      if (place?.repo !== repo) continue;
      const overlay = this.catalog.overlayOf(repo, place.path);
      if (overlay && isIndexed(repo, overlay)) this.catalog.unshow(repo, place.path);
    }
  }

  async #work(file: string): Promise<void> {
    const before = this.#working.get(file);
    if (before) {
      await before;
      if (this.#working.has(file)) return this.#working.get(file); // Another waiter does the newest for all.
    }
    const work = this.#lay(file).finally(() => this.#working.delete(file));
    this.#working.set(file, work);
    return work;
  }

  async #lay(file: string): Promise<void> {
    const place = this.#placeOf(file);
    if (!place) return;
    const { repo, path: relative } = place;
    const text = this.#texts.get(file);
    if (text === undefined) return this.catalog.unshow(repo, relative);
    const onDisk = await readSource(file, "forced");
    const unsaved = onDisk.kind !== "text" || onDisk.text !== text;
    const shown = this.catalog.overlayOf(repo, relative);
    if (!unsaved && !shown) return; // The index follows the file by itself.
    if (!(await isSearched(place))) return;
    const overlay = await this.#cut(place, text, unsaved);
    if (!unsaved && isIndexed(repo, overlay)) this.catalog.unshow(repo, relative);
    else this.catalog.show(repo, overlay);
  }

  async #cut({ repo, path: relative }: Place, text: string, unsaved: boolean): Promise<Overlay> {
    this.#languages ??= Languages.open(this.parts.resourcesDir);
    this.#chunker ??= new Chunker(this.#languages);
    const language = this.#languages.languageOf(relative, text);
    const source = { path: relative, language, text, hash: hashOf(text) };
    const cut = await cutFile(this.#chunker, source);
    const forms = cut.chunks.map((keyed) => formsOf(source, keyed));
    const embedded = await this.embedder.embed(
      forms.flatMap(({ texts }) => texts),
      "code",
    );
    let at = 0;
    const chunks = forms.map(({ record, terms, names, texts }): OverlayChunk => {
      const vectors = embedded.slice(at, at + texts.length).filter((vector) => vector.some((x) => x !== 0));
      at += texts.length;
      return { record, terms, names, vectors };
    });
    const file: FileRecord = {
      t: "file",
      path: relative,
      language,
      hash: source.hash,
      stamp: [text.length, 0, 0, 0],
      nLines: cut.chunks.at(-1)?.chunk.endLine ?? 0,
      chunks: cut.chunks.map(({ chunk }, idx) => [idx, chunk.startLine, chunk.endLine] as const),
      outline: repo.files.get(relative)?.outline ?? "",
      flags: cut.flags,
      exclusion: null,
      cut: cut.cut,
      problem: cut.problem,
      forced: false,
    };
    return { text, unsaved, file, chunks };
  }

  #placeOf(file: string): Place | null {
    const above = this.parts.repos().filter(({ root }) => file.startsWith(root.dir + path.sep));
    const repo = above.sort((a, b) => b.root.dir.length - a.root.dir.length)[0];
    if (!repo) return null;
    return { repo, path: path.relative(repo.root.repoRoot, file).split(path.sep).join("/") };
  }
}

/** Whether the file is one the index holds, or will hold once it is saved. */
async function isSearched({ repo, path: relative }: Place): Promise<boolean> {
  const known = repo.files.get(relative);
  if (known) return known.exclusion === null;
  return (await listFiles(repo.root, undefined, [relative.slice(repo.root.prefix.length)])).length > 0;
}

/** Whether what is indexed of the file is the overlay, chunk by chunk. */
function isIndexed(repo: RepoIndex, { file }: Overlay): boolean {
  const known = repo.files.get(file.path);
  return known !== undefined && known.hash === file.hash;
}
