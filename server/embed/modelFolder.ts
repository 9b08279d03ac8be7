import { promises as fs } from "node:fs";
import path from "node:path";
import { EngineError } from "../base/errors";
import { hashOf } from "../base/hash";

/**
 * A folder as sentence encoders and cross-encoders are published: a graph, `tokenizer.json`, and beside them what says
 * how to use it. `plumbline.json` is ours and optional; it wins over the others:
 *
 *   { "pooling": "mean" | "cls", "queryPrefix": "query: ", "documentPrefix": "passage: ", "dims": 256, "maxTokens": 512 }
 */
export interface ModelFolder {
  readonly name: string; // The folder's.
  readonly onnxFile: string;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
  readonly pooling: "mean" | "cls";
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Leading dimensions that are kept, for models trained so (Matryoshka); null: all. */
  readonly dims: number | null;
  readonly maxTokens: number;
  readonly padId: number;
  /** Hash of everything that shapes a vector: graph, tokenizer and settings. */
  readonly contentHash: string;
}

/** Where a graph is looked for, in this order. */
const ONNX_FILES = [
  "model.onnx",
  "onnx/model.onnx",
  "model_quantized.onnx",
  "onnx/model_quantized.onnx",
  "onnx/model_int8.onnx",
];
/** Most encoders take 512; longer input costs the square of its length. */
const MAX_TOKENS = 512;

/** @throws EngineError "model-missing" that names what is not there. */
export async function readModelFolder(dir: string): Promise<ModelFolder> {
  const onnxFile = await firstFile(dir, ONNX_FILES);
  if (!onnxFile)
    throw missing(`The model folder ${dir} holds no ${ONNX_FILES[0]} (nor onnx/ or model_quantized.onnx)`);
  const tokenizerText = await fs.readFile(path.join(dir, "tokenizer.json"), "utf8").catch(() => null);
  if (tokenizerText === null) throw missing(`The model folder ${dir} holds no tokenizer.json`);
  const [config, tokenizerConfig, pooling, own] = await Promise.all(
    ["config.json", "tokenizer_config.json", "1_Pooling/config.json", "plumbline.json"].map((file) =>
      readJson(path.join(dir, file)),
    ),
  );
  const settings = settingsOf({ config, tokenizerConfig, pooling, own });
  const tokenizer = parse(tokenizerText, path.join(dir, "tokenizer.json"));
  const graph = hashOf(await fs.readFile(onnxFile));
  return {
    name: path.basename(dir),
    onnxFile,
    tokenizer,
    tokenizerConfig: tokenizerConfig ?? {},
    ...settings,
    contentHash: hashOf([graph, hashOf(tokenizerText), JSON.stringify(settings)].join("\0")),
  };
}

type Json = Readonly<Record<string, unknown>> | undefined;

function settingsOf(files: { config: Json; tokenizerConfig: Json; pooling: Json; own: Json }) {
  const { config, tokenizerConfig, pooling, own } = files;
  const usual = pooling?.pooling_mode_cls_token === true ? "cls" : "mean";
  const maxTokens =
    number(own?.maxTokens) ??
    Math.min(
      number(tokenizerConfig?.model_max_length) ?? MAX_TOKENS,
      number(config?.max_position_embeddings) ?? MAX_TOKENS,
      MAX_TOKENS,
    );
  return {
    pooling: own?.pooling === "cls" || own?.pooling === "mean" ? own.pooling : usual,
    queryPrefix: text(own?.queryPrefix),
    documentPrefix: text(own?.documentPrefix),
    dims: number(own?.dims),
    maxTokens,
    padId: number(config?.pad_token_id, 0) ?? 0,
  } as const;
}

async function firstFile(dir: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const file = path.join(dir, name);
    const found = await fs.stat(file).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (found) return file;
  }
  return null;
}

async function readJson(file: string): Promise<Json> {
  const content = await fs.readFile(file, "utf8").catch(() => null);
  return content === null ? undefined : parse(content, file);
}

function parse(content: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new EngineError("model-missing", `${file} is no JSON; download the model again.`, { cause });
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown, least = 1): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= least ? value : null;
}

function missing(what: string): EngineError {
  return new EngineError(
    "model-missing",
    `${what}; choose another folder in the setting plumbline.embedding.model or plumbline.rerank.model.`,
  );
}
