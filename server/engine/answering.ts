import type { Answer } from "../answer/answer";
import { chooseModel } from "../answer/chooseModel";
import { graphAnswer } from "../answer/graphAnswer";
import { graphQuestionIn } from "../answer/graphQuestion";
import { Ledger, type Outgoing, outgoingOf } from "../answer/ledger";
import type { AnswerModel } from "../answer/model";
import { sourcesOf } from "../answer/prompt";
import type { SearchedScope } from "../answer/refusal";
import { type Related, relatedTo } from "../answer/related";
import { interleave, retrievalQueries } from "../answer/subQueries";
import { synthesize } from "../answer/synthesize";
import type { CodeGraph } from "../graph/codeGraph";
import { acceptanceOf, compileFilter, type Filter, findChanged } from "../search/filter";
import type { Hit } from "../search/hit";
import type { SearchOptions, SearchOutcome } from "../search/searcher";
import type { Catalog } from "../store/catalog";
import type { RepoIndex } from "../store/repoIndex";
import type { AnswerConfig } from "./config";
import { contractOf, excludedWords } from "./contract";
import { coverageOf } from "./coverage";

export interface AskOptions {
  readonly filter?: Filter | undefined;
  /** Questions asked before in the same thread, oldest first: a follow-up may lean on them. */
  readonly earlier?: readonly string[] | undefined;
  /** Takes whole snapshots of verified sentences while a model writes. */
  readonly onProgress?: (snapshot: Answer) => void;
}

/** What answering needs of the engine. */
export interface AnsweringParts {
  readonly catalog: Catalog;
  readonly repos: () => readonly RepoIndex[];
  readonly search: (query: string, options: SearchOptions, signal: AbortSignal) => Promise<SearchOutcome>;
  readonly graph: (signal: AbortSignal) => Promise<CodeGraph>;
  /** What is searched beside the committed index, and what is not in it yet. */
  readonly live: () => { readonly nUnsaved: number; readonly nStillIndexing: number };
}

/** Hits an answer is made of. */
const ANSWER_HITS = 12;

interface FoundPlaces {
  readonly hits: readonly Hit[];
  readonly related: () => Promise<readonly Related[]>;
}

/** A question, end to end: retrieval, the model that may answer and what it costs, the answer and what it rests on. */
export class Answering {
  constructor(
    public config: AnswerConfig,
    private readonly storeDir: string,
    private readonly parts: AnsweringParts,
  ) {}

  /** @throws EngineError where the answering service refuses or cannot be reached; "bad-query" as `search`. */
  async ask(question: string, options: AskOptions, signal: AbortSignal): Promise<Answer> {
    const { filter, onProgress, earlier } = options;
    const known = await this.#fromGraph(question, options, signal);
    if (known) return { ...known, contract: await this.#contract(filter, signal) };
    const { hits, generation } = await this.#hitsFor(question, { filter, earlier }, signal);
    const related = once(() => this.#relatedTo(hits, signal));
    const { chosen, blocked } = await this.#modelFor(question, { hits, related });
    const answer = await synthesize({
      question,
      hits,
      related,
      generation,
      scope: () => this.#scope(filter, signal),
      idf: (term) => this.parts.catalog.lexical.idf(term),
      model: chosen?.model ?? null,
      ...(onProgress ? { onProgress } : {}),
      signal,
    });
    const contract = await this.#contract(filter, signal);
    return { ...answer, contract, reason: answer.reason ?? blocked };
  }

  /** What `ask` would send to the answering service, without sending it; null where no model is set up. */
  async preview(question: string, options: AskOptions, signal: AbortSignal): Promise<Outgoing | null> {
    if (await this.#fromGraph(question, options, signal)) return null; // Nothing is sent.
    const { hits } = await this.#hitsFor(question, options, signal);
    const chosen = chooseModel(this.config);
    return chosen && this.#outgoing(question, { hits, related: () => this.#relatedTo(hits, signal) }, chosen);
  }

  /** Who calls, imports or inherits what is known, not found: no model is asked. */
  async #fromGraph(
    question: string,
    { filter = {}, earlier }: AskOptions,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const asked = graphQuestionIn(question, earlier);
    if (!asked) return null;
    const open = this.parts.repos();
    const changed = filter.changedSince ? await findChanged(filter.changedSince, open, signal) : undefined;
    const accepts = acceptanceOf(compileFilter(filter, open, changed));
    const graph = await this.parts.graph(signal);
    return graphAnswer(asked, {
      graph,
      accepts,
      generation: open.reduce((sum, repo) => sum + repo.generation, 0),
    });
  }

  #contract(filter: Filter | undefined, signal: AbortSignal) {
    return contractOf(this.#searched(filter), this.parts.live(), signal);
  }

  async #hitsFor(
    question: string,
    { filter, earlier }: Pick<AskOptions, "filter" | "earlier">,
    signal: AbortSignal,
  ) {
    const options = { limit: ANSWER_HITS, ...(filter ? { filter } : {}) };
    const queries = retrievalQueries(question, earlier);
    const found = await Promise.all(queries.map((query) => this.parts.search(query, options, signal)));
    const hits = interleave(
      found.map((one) => one.hits),
      ({ repo, path, startLine }) => `${repo}\0${path}\0${startLine}`,
      ANSWER_HITS,
    );
    return { hits, generation: found[0]?.generation ?? 0 };
  }

  /** Who answers; `blocked` says why nobody does where somebody could. What is sent is written down first. */
  async #modelFor(question: string, found: FoundPlaces) {
    const chosen = chooseModel(this.config);
    if (!chosen) return { chosen: null, blocked: null };
    const outgoing = await this.#outgoing(question, found, chosen);
    const at = new Date().toISOString();
    const cap = this.config.monthlyTokens ?? null;
    const ledger = new Ledger(this.storeDir);
    if (cap !== null && (await ledger.tokensIn(at.slice(0, 7))) + outgoing.tokens > cap)
      return {
        chosen: null,
        blocked: `This month's cap of ${cap.toLocaleString("en-US")} tokens is reached: answered from the index alone.`,
      };
    await ledger.add({ at, ...outgoing });
    return { chosen, blocked: null };
  }

  async #outgoing(
    question: string,
    { hits, related }: FoundPlaces,
    { model, host }: { model: AnswerModel; host: string },
  ): Promise<Outgoing> {
    const idf = (term: string) => this.parts.catalog.lexical.idf(term);
    const sources = sourcesOf(question, { hits, related: await related() }, idf);
    return outgoingOf(question, sources, { host, model: model.id });
  }

  async #relatedTo(hits: readonly Hit[], signal: AbortSignal): Promise<readonly Related[]> {
    return relatedTo(hits, { catalog: this.parts.catalog, graph: await this.parts.graph(signal) });
  }

  #searched(filter: Filter | undefined): readonly RepoIndex[] {
    const { repos } = this.parts;
    return repos().filter((repo) => !filter?.repos?.length || filter.repos.includes(repo.root.name));
  }

  async #scope(filter: Filter | undefined, signal: AbortSignal): Promise<SearchedScope> {
    const searched = this.#searched(filter);
    return {
      repos: searched.map((repo) => repo.root.name),
      nFiles: searched.reduce((total, repo) => total + repo.files.size, 0),
      nChunks: searched.reduce((total, repo) => total + this.parts.catalog.countLive(repo), 0),
      excluded: excludedWords(await Promise.all(searched.map((repo) => coverageOf(repo, signal)))),
    };
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
