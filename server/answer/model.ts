import type { Source } from "./prompt";

/** A model that answers from sources. What it says is not believed: `citations.ts` checks each sentence. */
export interface AnswerModel {
  readonly id: string;
  /**
   * Streams an answer. Throws `EngineError` where the service refuses, is overloaded or cannot be reached; an abort of
   * `signal` stops the request itself and throws the signal's reason.
   */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export interface AnswerRequest {
  readonly question: string;
  readonly sources: readonly Source[];
  /** On asking again: which sentences could not be proven, and why; absent the first time. */
  readonly failed?: string;
}

export type ModelEvent =
  /** A run of text that is complete, with what it rests on. Runs in order make the answer; a sentence may span runs. */
  | { readonly type: "text"; readonly text: string; readonly citations: readonly BlockCitation[] }
  /** The last event of an answer that came to its end; `cutShort`: at the model's length limit. */
  | { readonly type: "end"; readonly cutShort: boolean };

/** Blocks `[startBlock, endBlock)` of a source, by index into the request's sources. */
export interface BlockCitation {
  readonly sourceIdx: number;
  readonly startBlock: number;
  readonly endBlock: number;
  /** The cited text as the model gives it; null where a model gives none. */
  readonly quote: string | null;
}
