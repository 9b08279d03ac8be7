import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { tempDir } from "../tempDir";
import { type NodeSpec, onnxModel, type TensorSpec } from "./onnxWriter";

// Real models of a few kilobytes: an encoder that gives each known word a row of a table, and a cross-encoder that counts
// the words a question and a text share. Their tokenizer is a real WordPiece one.

const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];
export const WORDS = [
  ...["retry", "backoff", "quota", "lock", "config", "parse", "token", "limit", "wait", "file"],
  ...["read", "write", "order", "ship", "price", "query", "passage", "##s", "a", ":"],
];
const VOCABULARY = [...SPECIAL, ...WORDS];

export interface TinyEncoder {
  readonly weights?: "float" | "int8";
  readonly typeIds?: "wanted" | "unwanted";
  readonly pooling?: "mean" | "cls";
  /** Another seed is another model of the same size. */
  readonly seed?: number;
  readonly dim?: number;
  readonly settings?: object; // plumbline.json
  readonly file?: string;
}

/** A row of the encoder's table, as the graph has it. */
export function rowOf(word: string, { seed = 1, dim = 8 }: TinyEncoder = {}): number[] {
  return Array.from({ length: dim }, (_, idx) => tableValue(VOCABULARY.indexOf(word), idx, seed));
}

function tableValue(word: number, idx: number, seed: number): number {
  return ((Math.imul(word * 31 + idx * 17 + seed * 101 + 7, 0x9e3779b1) >>> 16) % 255) - 127;
}

/** @returns the folder, laid out as models are published. */
export function writeEncoder(options: TinyEncoder = {}, dir = path.join(tempDir(), "tiny-encoder")): string {
  const { weights = "float", typeIds = "unwanted", pooling = "mean", seed = 1, dim = 8 } = options;
  const values = VOCABULARY.flatMap((_, word) =>
    Array.from({ length: dim }, (_, idx) => tableValue(word, idx, seed)),
  );
  const table: TensorSpec = { name: "stored", type: weights, dims: [VOCABULARY.length, dim], values };
  const scale: TensorSpec = { name: "scale", type: "float", dims: [], values: [1] };
  const dequantize: NodeSpec =
    weights === "int8"
      ? { op: "DequantizeLinear", inputs: ["stored", "scale"], output: "table" }
      : { op: "Identity", inputs: ["stored"], output: "table" };
  const inputs = ["input_ids", "attention_mask", ...(typeIds === "wanted" ? ["token_type_ids"] : [])];
  const gather: NodeSpec = { op: "Gather", inputs: ["table", "input_ids"], output: "last_hidden_state" };
  const model = onnxModel({
    inputs,
    output: { name: "last_hidden_state", rank: 3 },
    tensors: [table, scale],
    nodes: [dequantize, gather],
  });
  write(dir, options.file ?? "model.onnx", model);
  write(dir, "1_Pooling/config.json", JSON.stringify({ pooling_mode_cls_token: pooling === "cls" }));
  if (options.settings) write(dir, "plumbline.json", JSON.stringify(options.settings));
  writeTokenizer(dir);
  return dir;
}

/** logit = words of the question that the text has - 1; from one row a pair, `token_type_ids` telling the sides apart. */
export function writeCrossEncoder(dir = path.join(tempDir(), "tiny-reranker")): string {
  const size = VOCABULARY.length;
  const oneHot = VOCABULARY.flatMap((_, row) =>
    VOCABULARY.map((_, column) => Number(row === column && row >= SPECIAL.length)),
  );
  const model = onnxModel({
    inputs: ["input_ids", "attention_mask", "token_type_ids"],
    output: { name: "logits", rank: 2 },
    tensors: [
      { name: "table", type: "float", dims: [size, size], values: oneHot },
      { name: "last", type: "int64", dims: [1], values: [2] },
      { name: "tokens", type: "int64", dims: [1], values: [1] },
      { name: "one", type: "float", dims: [1], values: [1] },
    ],
    nodes: [
      { op: "Gather", inputs: ["table", "input_ids"], output: "rows" },
      { op: "Cast", inputs: ["token_type_ids"], output: "isText", attributes: { to: 1 } },
      { op: "Unsqueeze", inputs: ["isText", "last"], output: "textMask" },
      { op: "Mul", inputs: ["rows", "textMask"], output: "textRows" },
      { op: "Sub", inputs: ["rows", "textRows"], output: "questionRows" },
      {
        op: "ReduceSum",
        inputs: ["textRows", "tokens"],
        output: "textWords",
        attributes: { keepdims: 0 },
      },
      {
        op: "ReduceSum",
        inputs: ["questionRows", "tokens"],
        output: "questionWords",
        attributes: { keepdims: 0 },
      },
      { op: "Mul", inputs: ["textWords", "questionWords"], output: "shared" },
      { op: "ReduceSum", inputs: ["shared", "tokens"], output: "count", attributes: { keepdims: 1 } },
      { op: "Sub", inputs: ["count", "one"], output: "logits" },
    ],
  });
  write(dir, "model.onnx", model);
  writeTokenizer(dir);
  return dir;
}

function writeTokenizer(dir: string): void {
  const vocab = Object.fromEntries(VOCABULARY.map((word, id) => [word, id]));
  const special = (content: string) => ({ id: content, ids: [vocab[content]], tokens: [content] });
  const part = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  const mark = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const tokenizer = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [mark("[CLS]", 0), part("A", 0), mark("[SEP]", 0)],
      pair: [mark("[CLS]", 0), part("A", 0), mark("[SEP]", 0), part("B", 1), mark("[SEP]", 1)],
      special_tokens: { "[CLS]": special("[CLS]"), "[SEP]": special("[SEP]") },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab,
    },
  };
  write(dir, "tokenizer.json", JSON.stringify(tokenizer));
  write(dir, "config.json", JSON.stringify({ model_type: "bert", pad_token_id: 0 }));
}

function write(dir: string, file: string, content: string | Buffer): void {
  const full = path.join(dir, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
}
