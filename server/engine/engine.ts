import { isDeepStrictEqual } from "node:util";
import type { Answer } from "../answer/answer";
import type { Outgoing } from "../answer/ledger";
import { DisposableStore } from "../base/disposable";
import { findLines, type LineRange } from "../base/findLines";
import { modelDir } from "../base/resources";
import type { Embedder } from "../embed/embedder";
import { openStaticEmbedder } from "../embed/onnxEmbedder";
import { CodeGraph } from "../graph/codeGraph";
import type { IndexService } from "../indexing/indexService";
import { openIndexer } from "../indexing/openIndexer";
import type { UpdateReport } from "../indexing/report";
import { WorkerIndexService } from "../indexing/workerIndexService";
import { FlexLexical } from "../lexical/flexLexical";
import { typedIn } from "../search/inlineFilters";
import { Searcher, type SearchOptions, type SearchOutcome } from "../search/searcher";
import { Catalog } from "../store/catalog";
import { fingerprintOf } from "../store/formatVersion";
import { RepoIndex } from "../store/repoIndex";
import { discoverRoots, type Root } from "../workspace/roots";
import { readSource } from "../workspace/sourceFile";
import type { Activity } from "./activity";
import { Answering, type AskOptions } from "./answering";
import { Buffers } from "./buffers";
import type { AnswerConfig, Config } from "./config";
import { coverageOf, type RepoCoverage } from "./coverage";
import { detailsOf, type IndexDetails } from "./details";
import { type Explained, explainSymbol, type SymbolAt } from "./explain";
import { FolderWatch } from "./folderWatch";
import { type EngineStatus, statusOf } from "./status";
import { type Scope, UpdateLoop } from "./updateLoop";

export interface FolderOptions {
  /** Globs over repository paths: files they match are indexed against every rule that leaves files out. */
  readonly include?: readonly string[];
}

/**
 * The product without any editor: folders in, ranked spans and cited answers out. It owns the lifetimes of all
 * parts; language server, terminal and agents are doors over it.
 */
export class Engine {
  readonly #owned = new DisposableStore();
  readonly #catalog: Catalog;
  readonly #graph: CodeGraph;
  readonly #searcher: Searcher;
  readonly #updates: UpdateLoop<RepoIndex>;
  readonly #watch: FolderWatch;
  readonly #buffers: Buffers;
  readonly #answering: Answering;
  readonly #listeners = new Set<() => void>();
  #repos: readonly RepoIndex[] = [];

  private constructor(
    private readonly config: Config,
    private readonly embedder: Embedder,
    indexing: IndexService,
  ) {
    this.#catalog = new Catalog(new FlexLexical());
    this.#buffers = new Buffers(this.#catalog, embedder, {
      resourcesDir: config.resourcesDir,
      repos: () => this.#repos,
    });
    this.#graph = new CodeGraph(this.#catalog, () => this.#repos);
    this.#searcher = new Searcher(this.#catalog, embedder, () => this.#repos);
    this.#answering = new Answering(config.answer, config.storeDir, {
      catalog: this.#catalog,
      repos: () => this.#repos,
      search: (query, options, signal) => this.search(query, options, signal),
      graph: (signal) => this.graph(signal),
      live: () => this.#live(),
    });
    this.#owned.add({ dispose: () => embedder.dispose() });
    this.#owned.add({ dispose: () => this.#repos.forEach((repo) => void repo.close()) });
    this.#owned.add(indexing);
    this.#updates = this.#owned.add(
      new UpdateLoop<RepoIndex>(indexing, {
        refresh: (repo) => this.#refresh(repo),
        onActivity: () => this.#changed(),
      }),
    );
    this.#watch = this.#owned.add(
      new FolderWatch(
        (root, scope) => this.#updateRoot(root, scope),
        (notice) => this.#noticed(notice),
      ),
    );
  }

  /** @throws EngineError "model-missing" where the embedding model cannot be loaded. */
  static async open(config: Config): Promise<Engine> {
    const { storeDir, resourcesDir, worker } = config;
    const embedder = await openStaticEmbedder(modelDir(resourcesDir));
    const indexing: IndexService = worker
      ? new WorkerIndexService(worker.program, {
          storeDir,
          resourcesDir,
          idleMs: worker.idleMs,
          priority: worker.priority,
          upkeep: worker.upkeep ?? "when idle",
        })
      : await openIndexer(storeDir, resourcesDir);
    return new Engine(config, embedder, indexing);
  }

  get roots(): readonly Root[] {
    return this.#repos.map((repo) => repo.root);
  }

  /**
   * Opens exactly these folders and the repositories nested in them; those open already stay as they are. What was
   * indexed before is searchable when this settles, without any update.
   *
   * @throws EngineError "bad-folder".
   */
  async openFolders(
    dirs: readonly string[],
    { include = [] }: FolderOptions = {},
    signal?: AbortSignal,
  ): Promise<void> {
    const roots = await discoverRoots(dirs, include, signal);
    const kept = new Map(this.#repos.map((repo) => [repo.root.dir, repo]));
    const repos = roots.map((root) => {
      const known = kept.get(root.dir);
      if (!known || !isDeepStrictEqual(known.root, root)) return this.#newRepo(root);
      kept.delete(root.dir);
      return known;
    });
    for (const closed of kept.values()) {
      this.#catalog.forget(closed);
      closed.close();
    }
    this.#repos = repos;
    await this.#refreshAll(signal);
    this.#changed();
  }

  /** Brings every open repository up to date. */
  update(signal?: AbortSignal): Promise<UpdateReport[]> {
    return Promise.all(this.#repos.map((repo) => this.#updates.update(repo, signal)));
  }

  /** Throws the stored index of every open repository away and builds it anew. */
  rebuild(signal?: AbortSignal): Promise<UpdateReport[]> {
    this.#updates.resume();
    return Promise.all(this.#repos.map((repo) => this.#updates.rebuild(repo, signal)));
  }

  /** Stops indexing, keeping what was done; changes wait for `resume`. Settles when no index process is left. */
  pause(): Promise<void> {
    return this.#updates.pause();
  }

  /** Goes on, with everything that changed meanwhile. */
  resume(signal?: AbortSignal): Promise<UpdateReport[]> {
    this.#updates.resume();
    return this.update(signal);
  }

  /** Deletes the stored index of every open repository, and pauses: nothing is indexed until `resume` or `rebuild`. */
  async clear(): Promise<void> {
    await this.#updates.pause();
    await Promise.all(this.#repos.map((repo) => this.#updates.clear(repo)));
    await this.#updates.pause(); // The process that deleted it leaves too.
  }

  /** From now on changes on disk are followed by themselves. */
  watch(): Promise<void> {
    return this.#watch.follow(this.roots);
  }

  /** The editor saved files: their repositories are updated without waiting for the watcher. */
  filesSaved(files: readonly string[]): void {
    this.#watch.changed(files);
  }

  /** Looks for changes that no watcher told of, behind what else is going on. */
  catchUp(): void {
    for (const root of this.roots) this.#updateRoot(root, "all");
  }

  /** An editor's text stands for its file until `dropBuffer`. Settles when it is searchable. */
  setBuffer(file: string, text: string): Promise<void> {
    return this.#buffers.set(file, text);
  }

  /** The editor was closed: what is on disk counts. */
  dropBuffer(file: string): Promise<void> {
    return this.#buffers.drop(file);
  }

  async search(query: string, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
    const typed = typedIn(query, options);
    await this.#refreshAll(signal);
    return this.#searcher.search(typed.text, typed.options, signal);
  }

  /** @throws EngineError where the answering service refuses or cannot be reached; "bad-query" as `search`. */
  ask(question: string, options: AskOptions, signal: AbortSignal): Promise<Answer> {
    const typed = typedIn(question, options);
    return this.#answering.ask(typed.text, typed.options, signal);
  }

  /** What `ask` would send to the answering service, without sending it; null where no model is set up. */
  preview(question: string, options: AskOptions, signal: AbortSignal): Promise<Outgoing | null> {
    const typed = typedIn(question, options);
    return this.#answering.preview(typed.text, typed.options, signal);
  }

  /** What the index alone knows of a symbol; null where it knows nothing. */
  async explain(at: SymbolAt): Promise<Explained | null> {
    return explainSymbol(this.#catalog, await this.graph(), at);
  }

  /** Callers, callees, implementers and importers; its answers are of one generation until the next `await`. */
  async graph(signal?: AbortSignal): Promise<CodeGraph> {
    await this.#refreshAll(signal);
    await this.#graph.refresh();
    return this.#graph;
  }

  /** Where lines with this content are in the file as it is now. */
  async locate(
    file: string,
    was: LineRange,
    textHash: string,
  ): Promise<LineRange & { state: "same" | "moved" | "gone" }> {
    const unsaved = this.#buffers.textOf(file);
    const read = unsaved === null ? await readSource(file, "forced") : null;
    const text = unsaved ?? (read?.kind === "text" ? read.text : null);
    const found = text === null ? null : findLines(text, was, textHash);
    return found ?? { ...was, state: "gone" };
  }

  /** What is not searched, or only by lines, and why. */
  coverage(signal?: AbortSignal): Promise<RepoCoverage[]> {
    return Promise.all(this.#repos.map((repo) => coverageOf(repo, signal)));
  }

  /** What the index costs and rests on. */
  details(signal?: AbortSignal): Promise<IndexDetails> {
    const { storeDir } = this.config;
    return detailsOf(this.#repos, { storeDir, modelId: this.embedder.modelId }, signal);
  }

  status(): Promise<EngineStatus> {
    return statusOf(this.#repos, this.#catalog, this.#updates.activity);
  }

  /** What is under way, without reading anything. */
  get activity(): Activity {
    return this.#updates.activity;
  }

  /** Called whenever `status` may have something new to say. @returns the way to stop it. */
  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setAnswer(answer: AnswerConfig): void {
    this.#answering.config = answer;
  }

  /** Settles when no update is under way. */
  idle(): Promise<void> {
    return this.#updates.idle();
  }

  dispose(): Promise<void> {
    return this.#owned.dispose();
  }

  #live() {
    const nStillIndexing = this.activity.progress.reduce((sum, { total, done }) => sum + total - done, 0);
    return { nUnsaved: this.#buffers.nUnsaved, nStillIndexing };
  }

  #newRepo(root: Root): RepoIndex {
    const { modelId, dim } = this.embedder;
    return new RepoIndex(root, this.config.storeDir, fingerprintOf(modelId), dim);
  }

  async #refreshAll(signal?: AbortSignal): Promise<void> {
    // One after another: ten logs read side by side at the start would hold ten times the garbage.
    for (const repo of this.#repos) await this.#refresh(repo, signal);
  }

  async #refresh(repo: RepoIndex, signal?: AbortSignal): Promise<void> {
    const { generation } = repo;
    await repo.refresh(this.#catalog, signal);
    if (repo.generation !== generation) this.#buffers.settle(repo);
  }

  #updateRoot(root: Root, scope: Scope): void {
    const repo = this.#repos.find((open) => open.root.dir === root.dir);
    if (!repo || this.#updates.activity.isPaused) return; // Resuming looks at everything.
    // A failed update is kept in the status; nobody waits for this one.
    this.#updates.update(repo, undefined, scope).catch(() => {});
  }

  #noticed(notice: string): void {
    this.#updates.notice = notice;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
