import { Tokenizer } from "@huggingface/tokenizers";
import { EngineError } from "../base/errors";
import type { ModelFolder } from "./modelFolder";

// The only door to @huggingface/tokenizers.

export interface Encoded {
  readonly ids: readonly number[];
  readonly typeIds: readonly number[];
}

/** Text, or a pair of texts, to the ids a model was trained with; at most `maxTokens`, special ones included. */
export class ModelTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #maxTokens: number;
  /** Ids the model's template puts at the end, which a cut must not lose. */
  readonly #nTail: number;

  /** @throws EngineError "model-missing" for a tokenizer that cannot be used. */
  constructor({ tokenizer, tokenizerConfig, maxTokens, name }: ModelFolder) {
    this.#maxTokens = maxTokens;
    try {
      this.#tokenizer = new Tokenizer(tokenizer, tokenizerConfig);
      this.#nTail = trailing(this.#tokenizer);
    } catch (cause) {
      const message = `The tokenizer.json of the model ${name} is of a kind that is not known; choose another model.`;
      throw new EngineError("model-missing", message, { cause });
    }
  }

  encode(text: string, pair: string | null = null): Encoded {
    // A token has at least one character: what lies beyond can only be cut off again.
    const cut = (part: string) => part.slice(0, this.#maxTokens * MAX_TOKEN_CHARS);
    const { ids, token_type_ids: types } = this.#tokenizer.encode(cut(text), {
      text_pair: pair === null ? null : cut(pair),
      return_token_type_ids: true,
    });
    return { ids: this.#fit(ids), typeIds: this.#fit(types) };
  }

  #fit(ids: readonly number[]): number[] {
    if (ids.length <= this.#maxTokens) return [...ids];
    const head = ids.slice(0, this.#maxTokens - this.#nTail);
    return [...head, ...ids.slice(ids.length - this.#nTail)];
  }
}

/** No vocabulary in use has longer tokens on average; cutting here keeps a line of a megabyte from being tokenized. */
const MAX_TOKEN_CHARS = 12;

/** How many ids follow the text: `[SEP]` in BERT, `</s>` in RoBERTa, none in some. */
function trailing(tokenizer: Tokenizer): number {
  const plain = tokenizer.encode("a", { add_special_tokens: false }).ids;
  const { ids } = tokenizer.encode("a");
  const at = plain.length === 0 ? -1 : ids.lastIndexOf(plain.at(-1)!);
  return at === -1 ? 0 : ids.length - 1 - at;
}
