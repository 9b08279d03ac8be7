import { EngineError } from "../base/errors";
import type { Hit } from "../search/hit";
import type { Answer, Sentence } from "./answer";
import { chainOf } from "./chain";
import { CITES_NOTHING, type DraftCitation, verifySentence } from "./citations";
import { extractiveAnswer } from "./extractive";
import type { AnswerModel, BlockCitation } from "./model";
import { NOT_IN_SOURCES, type Source, sourcesOf } from "./prompt";
import type { Idf } from "./questionTerms";
import { judgeRelevance, refuseIrrelevant, refuseUnproven, type SearchedScope } from "./refusal";
import type { Related } from "./related";
import { type CitedText, splitFinished, splitSentences } from "./sentences";

export interface Question {
  readonly question: string;
  /** Best first; all of one generation. */
  readonly hits: readonly Hit[];
  /** What belongs to the chain of the best hits. Asked for only where there is something to answer. */
  readonly related?: () => Promise<readonly Related[]>;
  readonly generation: number;
  /** Asked for only where the answer is a refusal, for it may cost a look at the disk. */
  readonly scope: SearchedScope | (() => Promise<SearchedScope>);
  readonly idf: Idf;
  /** Who writes the answer; null: nobody, it is made of the hits alone. */
  readonly model: AnswerModel | null;
  /** Takes whole snapshots while a model writes; they hold verified sentences only. The last is the return value's. */
  readonly onProgress?: (snapshot: Answer) => void;
  readonly signal: AbortSignal;
}

/**
 * Hits to a cited answer. Every sentence of it was verified; what could not be proven is left out and counted, and an
 * answer of which nothing is left is a refusal. Throws the model's `EngineError`, and then nothing of the answer
 * counts; throws the signal's reason on abort, which also ends the request to the model.
 */
export async function synthesize(ask: Question): Promise<Answer> {
  ask.signal.throwIfAborted();
  const { relevant, coverage, missing } = judgeRelevance(ask.question, ask.hits, ask.idf);
  // A model judges better than counted words whether the sources answer, and says so; only the hopeless is spared it.
  const refused = ask.model ? coverage < HOPELESS_COVERAGE : !relevant;
  if (refused) return refuseIrrelevant({ missing, hits: ask.hits }, await scopeOf(ask), ask.generation);
  const found = { hits: ask.hits, related: (await ask.related?.()) ?? [] };
  if (ask.model) return askModel(ask, ask.model, sourcesOf(ask.question, found, ask.idf));
  return extractiveAnswer(ask.question, chainOf(ask.question, found, ask.idf), ask);
}

async function scopeOf({ scope }: Question): Promise<SearchedScope> {
  return typeof scope === "function" ? scope() : scope;
}

/** Of the 610 development questions 1 is below, of those asked to foreign repositories 25 %. */
const HOPELESS_COVERAGE = 0.2;

async function askModel(ask: Question, model: AnswerModel, sources: readonly Source[]): Promise<Answer> {
  const checked = new CheckedSentences(sources);
  const cutShort = await takeAnswer({ ask, model, sources, checked }, null);
  // Who cites nothing (“Hope this helps!”) claims nothing: that is no reason to ask, and pay, again.
  if (checked.failed.some(({ reason }) => reason !== CITES_NOTHING) && !cutShort)
    await askAgain({ ask, model, sources, checked });
  if (checked.verified.length === 0) {
    return refuseUnproven(checked.nDropped, await scopeOf(ask), {
      generation: ask.generation,
      model: model.id,
    });
  }
  return { ...answerOf(ask, model, checked), reason: cutShort ? CUT_SHORT : null };
}

interface Asking {
  readonly ask: Question;
  readonly model: AnswerModel;
  readonly sources: readonly Source[];
  readonly checked: CheckedSentences;
}

/** @returns whether the answer met the model's length limit. */
async function takeAnswer({ ask, model, sources, checked }: Asking, failed: string | null): Promise<boolean> {
  let unsplit: readonly CitedText<BlockCitation>[] = [];
  let cutShort = false;
  const request = { question: ask.question, sources, ...(failed === null ? {} : { failed }) };
  for await (const event of model.answer(request, ask.signal)) {
    if (event.type === "end") {
      cutShort = event.cutShort;
      continue;
    }
    const { sentences, rest } = splitSentences([...unsplit, event]);
    unsplit = rest;
    checked.take(sentences);
    if (sentences.length > 0) ask.onProgress?.(answerOf(ask, model, checked));
  }
  // What a length limit cut off in mid-sentence is no sentence.
  if (!cutShort) checked.take(splitFinished(unsplit));
  return cutShort;
}

/** Once only, and only what failed. What is proven by now stands, also where the service fails at the second try. */
async function askAgain(asking: Asking): Promise<void> {
  const { checked, ask } = asking;
  const failed = checked.failed.splice(0);
  try {
    await takeAnswer(asking, sayFailed(failed));
  } catch (error) {
    ask.signal.throwIfAborted();
    if (!(error instanceof EngineError)) throw error;
    checked.failed.push(...failed);
  }
}

const CUT_SHORT = "The answer reached the model's length limit; ask for a part of it to read on.";

function answerOf(ask: Question, model: AnswerModel, checked: CheckedSentences): Answer {
  return {
    sentences: [...checked.verified],
    refused: false,
    reason: null,
    generation: ask.generation,
    model: model.id,
    nDropped: checked.nDropped,
  };
}

interface FailedSentence {
  readonly text: string;
  readonly reason: string;
}

function sayFailed(failed: readonly FailedSentence[]): string {
  const list = failed.map(({ text, reason }) => `- ${text} (left out: ${reason})`).join("\n");
  return `Your answer to this question had sentences that their citations do not prove:\n${list}\nWrite only these anew, each with a citation that proves it. Leave out what nothing in the results proves; where that is all of them, reply with exactly ${NOT_IN_SOURCES}.`;
}

/** Sentences of one answer as they come, each checked once, in order. */
class CheckedSentences {
  readonly verified: Sentence[] = [];
  readonly failed: FailedSentence[] = [];

  /** Sentences that are left out. */
  get nDropped(): number {
    return this.failed.length;
  }

  constructor(private readonly sources: readonly Source[]) {}

  take(sentences: readonly CitedText<BlockCitation>[]): void {
    for (const { text, citations } of sentences) {
      if (text.replace(/[.`*\s]/g, "") === NOT_IN_SOURCES) continue;
      const drafts = citations.map((citation) => draftOf(citation, this.sources));
      const verdict = verifySentence({ text, citations: drafts }, this.sources);
      if (verdict.state === "unsupported") this.failed.push({ text, reason: verdict.reason });
      else if (!this.verified.some((known) => known.text === text)) this.verified.push(verdict.sentence);
    }
  }
}

/** Blocks to lines. A block that was never sent becomes lines that no source has, and fails as such. */
function draftOf(citation: BlockCitation, sources: readonly Source[]): DraftCitation {
  const source = sources[citation.sourceIdx];
  const first = source?.blocks[citation.startBlock];
  const last = source?.blocks[citation.endBlock - 1];
  return {
    repo: source?.hit.repo ?? "",
    path: source?.hit.path ?? `source ${citation.sourceIdx}`,
    startLine: first?.startLine ?? 0,
    endLine: first && last ? last.endLine : 0,
    quote: citation.quote,
  };
}
