import type { Tensor } from "onnxruntime-node";
import { EngineError } from "../base/errors";
import type { ModelFolder } from "./modelFolder";
import { type Encoded, ModelTokenizer } from "./modelTokenizer";
import { type OnnxOptions, type OpenedModel, openOnnx, type Tensors } from "./onnxRuntime";

/** Rows of one run of a transformer. */
export interface Run {
  readonly outputs: Tensors;
  /** 1 where a token is, 0 where a shorter row is padded; `[rows][width]`. */
  readonly mask: Uint8Array;
  readonly width: number;
}

/** Texts a run at most: a run of eight is as fast per text as one of 64 and blocks for less. */
export const MAX_ROWS = 8;

/** A transformer graph with its tokenizer: what sentence encoders and cross-encoders have in common. */
export class Encoder {
  private constructor(
    readonly folder: ModelFolder,
    private readonly opened: OpenedModel,
    private readonly tokenizer: ModelTokenizer,
  ) {}

  /** @throws EngineError "model-missing". */
  static async open(folder: ModelFolder, options: OnnxOptions = {}): Promise<Encoder> {
    const remedy = `${folder.onnxFile} does not fit this version of ONNX Runtime; choose another model`;
    const opened = await openOnnx(folder.onnxFile, remedy, options);
    return new Encoder(folder, opened, new ModelTokenizer(folder));
  }

  encode(text: string, pair?: string): Encoded {
    return this.tokenizer.encode(text, pair);
  }

  /** Runs some rows, each padded to the longest. Graphs differ in whether they want `token_type_ids`. */
  async run(rows: readonly Encoded[]): Promise<Run> {
    const { Tensor } = this.opened.runtime;
    const width = Math.max(1, ...rows.map(({ ids }) => ids.length));
    const dims = [rows.length, width];
    const mask = new Uint8Array(rows.length * width);
    const ids = new BigInt64Array(rows.length * width).fill(BigInt(this.folder.padId));
    const types = new BigInt64Array(rows.length * width);
    rows.forEach((row, rowIdx) => {
      row.ids.forEach((id, column) => {
        const at = rowIdx * width + column;
        ids[at] = BigInt(id);
        types[at] = BigInt(row.typeIds[column] ?? 0);
        mask[at] = 1;
      });
    });
    const inputs: Readonly<Record<string, Tensor>> = {
      input_ids: new Tensor("int64", ids, dims),
      attention_mask: new Tensor("int64", BigInt64Array.from(mask, BigInt), dims),
      token_type_ids: new Tensor("int64", types, dims),
      position_ids: new Tensor("int64", positions(rows.length, width), dims),
    };
    const feeds = Object.fromEntries(
      this.opened.session.inputNames.map((name) => [name, inputs[name] ?? this.#unknown(name)]),
    );
    return { outputs: await this.opened.session.run(feeds), mask, width };
  }

  async dispose(): Promise<void> {
    await this.opened.session.release();
  }

  #unknown(name: string): never {
    const message = `The model ${this.folder.name} wants an input "${name}" that is not known; choose another model.`;
    throw new EngineError("model-missing", message);
  }
}

/** Half and full precision come out alike. */
export function floatsOf(tensor: Tensor): Float32Array {
  if (tensor.data instanceof Float32Array) return tensor.data;
  return Float32Array.from(tensor.data as ArrayLike<number>);
}

function positions(nRows: number, width: number): BigInt64Array {
  return BigInt64Array.from({ length: nRows * width }, (_, idx) => BigInt(idx % width));
}
