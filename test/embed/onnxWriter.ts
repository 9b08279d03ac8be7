// Writes small ONNX graphs: the protocol buffer fields of onnx.proto that a graph of a few operators needs.

export interface TensorSpec {
  readonly name: string;
  readonly type: "float" | "int8" | "int64";
  readonly dims: readonly number[];
  readonly values: readonly number[];
}
export interface NodeSpec {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number>>;
}
export interface GraphSpec {
  readonly inputs: readonly string[]; // Each int64 [batch, length].
  readonly output: { readonly name: string; readonly rank: 2 | 3 };
  readonly tensors: readonly TensorSpec[];
  readonly nodes: readonly NodeSpec[];
}

const ELEMENT = { float: 1, int8: 3, int64: 7 } as const;

export function onnxModel({ inputs, output, tensors, nodes }: GraphSpec): Buffer {
  const axes = ["batch", "length", "width"];
  const graph = [
    ...nodes.map((node) => field(1, encodeNode(node))),
    field(2, Buffer.from("tiny")),
    ...tensors.map((tensor) => field(5, encodeTensor(tensor))),
    ...inputs.map((name) => field(11, valueInfo(name, "int64", axes.slice(0, 2)))),
    field(12, valueInfo(output.name, "float", axes.slice(0, output.rank))),
  ];
  const opset = Buffer.concat([field(1, Buffer.alloc(0)), number(2, 13)]);
  return Buffer.concat([number(1, 8), field(7, Buffer.concat(graph)), field(8, opset)]);
}

function encodeNode({ op, inputs, output, attributes = {} }: NodeSpec): Buffer {
  const encoded = Object.entries(attributes).map(([name, value]) =>
    field(5, Buffer.concat([field(1, Buffer.from(name)), number(3, value), number(20, 2)])),
  );
  const names = inputs.map((name) => field(1, Buffer.from(name)));
  return Buffer.concat([...names, field(2, Buffer.from(output)), field(4, Buffer.from(op)), ...encoded]);
}

function encodeTensor({ name, type, dims, values }: TensorSpec): Buffer {
  const typed = {
    float: () => Float32Array.from(values),
    int8: () => Int8Array.from(values),
    int64: () => BigInt64Array.from(values, BigInt),
  }[type]();
  const shape = dims.map((size) => number(1, size));
  const raw = field(9, Buffer.from(typed.buffer));
  return Buffer.concat([...shape, number(2, ELEMENT[type]), field(8, Buffer.from(name)), raw]);
}

function valueInfo(name: string, type: keyof typeof ELEMENT, axes: readonly string[]): Buffer {
  const shape = Buffer.concat(axes.map((axis) => field(1, field(2, Buffer.from(axis)))));
  const tensorType = Buffer.concat([number(1, ELEMENT[type]), field(2, shape)]);
  return Buffer.concat([field(1, Buffer.from(name)), field(2, field(1, tensorType))]);
}

function field(id: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((id << 3) | 2), varint(bytes.length), bytes]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id << 3), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest < 0x80n) return Buffer.from([...bytes, low]);
    bytes.push(low | 0x80);
  }
}
