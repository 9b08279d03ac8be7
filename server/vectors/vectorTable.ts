import type { RecordBatch, Schema, Table } from "apache-arrow";
import { halfTable, toHalves } from "./halfFloat";
import type { VectorRow } from "./vectors";

// Rows as Arrow tables, the form LanceDB reads and writes: `chunk: Int32, vector: FixedSizeList<Float16, dim>`.

type Arrow = typeof import("apache-arrow");

export function vectorSchema(arrow: Arrow, dim: number): Schema {
  const item = new arrow.Field("item", new arrow.Float16(), true);
  return new arrow.Schema([
    new arrow.Field("chunk", new arrow.Int32(), false),
    new arrow.Field("vector", new arrow.FixedSizeList(dim, item), false),
  ]);
}

/** @throws Error where a vector is not `dim` long: a bug of the caller. */
export function toTable(arrow: Arrow, rows: readonly VectorRow[], dim: number): Table {
  const halves = new Uint16Array(rows.length * dim);
  for (const [idx, { vector }] of rows.entries()) {
    if (vector.length !== dim)
      throw new Error(`A vector of ${vector.length} dimensions in a table of ${dim}.`);
    toHalves(vector, halves, idx * dim);
  }
  const schema = vectorSchema(arrow, dim);
  const length = rows.length;
  const chunks = arrow.makeData({
    type: new arrow.Int32(),
    data: Int32Array.from(rows, ({ chunk }) => chunk),
  });
  const items = arrow.makeData({ type: new arrow.Float16(), data: halves, length: halves.length });
  const vectors = arrow.makeData({ type: schema.fields[1]!.type, length, nullCount: 0, child: items });
  const type = new arrow.Struct(schema.fields);
  const batch = arrow.makeData({ type, length, nullCount: 0, children: [chunks, vectors] });
  return new arrow.Table([new arrow.RecordBatch(schema, batch)]);
}

export function chunkColumn(table: Table): Int32Array {
  return table.getChild("chunk")?.toArray() ?? new Int32Array();
}

export function toRows(batch: RecordBatch, dim: number): VectorRow[] {
  const values = halfTable();
  const chunks: Int32Array = batch.getChild("chunk")?.toArray() ?? new Int32Array();
  const list = batch.getChild("vector")?.data[0];
  const halves: Uint16Array = list?.children[0]?.values ?? new Uint16Array();
  return Array.from(chunks, (chunk, row) => {
    const start = ((list?.offset ?? 0) + row) * dim;
    return { chunk, vector: Float32Array.from(halves.subarray(start, start + dim), (half) => values[half]!) };
  });
}
