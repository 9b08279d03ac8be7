import { access, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Connection, VectorQuery as LanceQuery, Query as LanceScan, Table } from "@lancedb/lancedb";
import { batches } from "../base/batches";
import { EngineError } from "../base/errors";
import { bestPerChunk, isZero } from "./bestPerChunk";
import type { VectorMatch, VectorQuery, VectorRow, Vectors } from "./vectors";
import { chunkColumn, scoreRows, toMatches, toTable, vectorSchema } from "./vectorTable";

// The only door to @lancedb/lancedb: one table `vectors` in a folder, made by the first add. Up to 20,000 rows a search
// scans them all, exactly; beyond, `optimize` builds an IVF_RQ index of one partition, whose candidates are scored again
// with the stored vectors. Rows added since are scanned beside it.

type Lance = typeof import("@lancedb/lancedb");

const TABLE = "vectors";
/** Where LanceDB lists the tables of a folder. */
const CATALOG = "__manifest";
/** Below, a scan (some 4 microseconds a row) answers in 80 ms and is exact. */
const MIN_ROWS_TO_INDEX = 20_000;
/** A share of new rows, or a number of writes, that makes it worth building the index again: some 30 microseconds of processor a row. */
const MAX_UNINDEXED_SHARE = 0.05;
const MAX_VERSIONS = 32;
/** Bits a dimension in the index. Recall at 10 on random vectors, the hardest: 1 bit .58, 2 bits .95, 4 bits .99. */
const INDEX_BITS = 2;
/** First guess of rows a chunk; a search that finds too few distinct chunks asks again for more. */
const ROWS_PER_CHUNK = 2;
/** Candidates scored exactly for each row asked for: ten times the chunks wanted. */
const REFINE_FACTOR = 5;
/** `chunk IN (…)` takes 45 ms with 1,000 numbers and 440 ms with 10,000; reading everything depends on the rows only. */
const MAX_IN_LIST = 1000;

/**
 * Opens the vectors in `dir` for reading and writing. A folder that is not there yet reads as empty and is created by
 * the first add, not before.
 *
 * @throws EngineError `index-unreadable` where a table is there and cannot be opened or has another dimension.
 */
export async function openLanceVectors(dir: string, dim: number): Promise<Vectors> {
  const vectors = new LanceVectors(await loadLance(), dir, dim);
  await vectors.open();
  return vectors;
}

/** Whether `dir` holds vectors that can be read: opens the table and reads its whole chunk column and one vector. */
export async function probeLanceVectors(
  dir: string,
  dim: number,
): Promise<"absent" | "readable" | "unreadable"> {
  if (!(await exists(dir))) return "absent";
  try {
    const vectors = await openLanceVectors(dir, dim);
    await vectors.countChunks();
    await vectors.search({ vector: new Float32Array(dim).fill(1 / Math.sqrt(dim)), limit: 1 });
    vectors.close();
    return "readable";
  } catch (error) {
    if (error instanceof EngineError) return "unreadable";
    throw error;
  }
}

/** Removes the table in `dir`, readable or not: what a rebuild starts with. */
export async function removeLanceVectors(dir: string): Promise<void> {
  for (const path of [tablePath(dir), join(dir, CATALOG)]) await rm(path, { recursive: true, force: true });
}

class LanceVectors implements Vectors {
  #connection: Connection | null = null;
  #table: Table | null = null;
  /** Writes follow one another: LanceDB refuses an optimize that meets an index being built. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly lance: Lance,
    private readonly dir: string,
    private readonly dim: number,
  ) {}

  /** @returns the table, null while there is none. Another process may make it at any time. */
  async open(): Promise<Table | null> {
    if (this.#table) return this.#table;
    if (!(await exists(this.dir))) return null;
    try {
      const table = await (await this.#connect()).openTable(TABLE);
      await this.#checkSchema(table);
      this.#table = table;
      return table;
    } catch (cause) {
      throw this.#unreadable(cause);
    }
  }

  add(rows: readonly VectorRow[]): Promise<void> {
    return this.#write(async () => {
      if (rows.length === 0) return;
      const arrow = loadArrow();
      const data = toTable(arrow, rows, this.dim);
      const table = (await this.open()) ?? (await this.#create(vectorSchema(arrow, this.dim)));
      await table.add(data);
    });
  }

  delete(chunks: readonly number[]): Promise<void> {
    return this.#write(async () => {
      const table = await this.open();
      if (!table) return;
      for (const batch of batches(chunks, MAX_IN_LIST)) await table.delete(isIn(batch));
    });
  }

  async search({ vector, limit, within }: VectorQuery): Promise<VectorMatch[]> {
    if (limit <= 0 || within?.length === 0 || isZero(vector)) return [];
    const best = await this.#read((table) => {
      if (!within) return nearest(approximate(table, vector), limit);
      const some = within.length <= MAX_IN_LIST ? table.query().where(isIn(within)) : table.query();
      return scoreAll(some, vector, new Set(within));
    });
    return (best ?? []).slice(0, limit);
  }

  async listChunks(): Promise<Set<number>> {
    const column = await this.#read(async (table) =>
      chunkColumn(await table.query().select(["chunk"]).toArrow()),
    );
    return new Set(column ?? []);
  }

  async countChunks(): Promise<number> {
    return (await this.listChunks()).size;
  }

  optimize(): Promise<void> {
    return this.#write(async () => {
      const table = await this.open();
      if (table && (await isWorthOptimizing(table))) await this.#optimize(table);
    });
  }

  close(): void {
    this.#table?.close();
    this.#table = null;
    this.#connection?.close();
    this.#connection = null;
  }

  /**
   * LanceDB 0.31's own upkeep of an IVF_RQ index spoils it: recall at 10 falls from .96 to .53. So the index is dropped
   * first and built anew on the compacted rows; searches in between scan.
   */
  async #optimize(table: Table): Promise<void> {
    for (const { name } of await table.listIndices()) await table.dropIndex(name);
    await table.optimize({ cleanupOlderThan: new Date() });
    if ((await table.countRows()) < MIN_ROWS_TO_INDEX) return;
    const config = this.lance.Index.ivfRq({ numPartitions: 1, distanceType: "dot", numBits: INDEX_BITS });
    await table.createIndex("vector", { config });
  }

  async #create(schema: ReturnType<typeof vectorSchema>): Promise<Table> {
    this.#table = await (await this.#connect()).createEmptyTable(TABLE, schema);
    return this.#table;
  }

  async #connect(): Promise<Connection> {
    // Interval 0: every read looks for a newer version first, which costs a listing of the folder (1 ms).
    this.#connection ??= await this.lance.connect(this.dir, { readConsistencyInterval: 0 });
    return this.#connection;
  }

  /**
   * Reads once more from a table opened anew where the first try fails: the writer may have removed files of the version
   * being read, or the whole table.
   */
  async #read<T>(read: (table: Table) => Promise<T>): Promise<T | null> {
    const table = await this.open();
    if (!table) return null;
    try {
      return await read(table);
    } catch {
      this.close();
    }
    const reopened = await this.open();
    try {
      return reopened && (await read(reopened));
    } catch (cause) {
      throw this.#unreadable(cause);
    }
  }

  #write<T>(write: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(write);
    this.#writing = done.catch(() => {}); // The caller of this write is told; the next one starts anew.
    return done;
  }

  async #checkSchema(table: Table): Promise<void> {
    const type = (await table.schema()).fields.find(({ name }) => name === "vector")?.type;
    if (type?.listSize !== this.dim) throw new Error(`The table holds ${type}, not ${this.dim} dimensions.`);
  }

  #unreadable(cause: unknown): EngineError {
    const message = `The vectors in ${this.dir} cannot be read: rebuild the index.`;
    return cause instanceof EngineError ? cause : new EngineError("index-unreadable", message, { cause });
  }
}

function approximate(table: Table, vector: Float32Array): LanceQuery {
  return table.query().nearestTo(vector).distanceType("dot").nprobes(1).refineFactor(REFINE_FACTOR);
}

/** Asks for more and more rows until they belong to `limit` chunks or there are no more. */
async function nearest(query: LanceQuery, limit: number): Promise<VectorMatch[]> {
  const columns = query.select(["chunk", "_distance"]);
  for (let nRows = limit * ROWS_PER_CHUNK; ; nRows *= 4) {
    const rows = toMatches(await columns.limit(nRows).toArrow());
    const best = bestPerChunk(rows);
    if (best.length >= limit || rows.length < nRows) return best;
  }
}

/**
 * Scores the rows read one by one. A nearest-neighbour query restricted by `where` reads every vector of the table: 40
 * chunks of 44,000 took 200 ms of processor that way, 6 ms this way.
 */
async function scoreAll(
  query: LanceScan,
  vector: Float32Array,
  within: ReadonlySet<number>,
): Promise<VectorMatch[]> {
  const rows = await query.select(["chunk", "vector"]).toArrow();
  return bestPerChunk(scoreRows(rows, vector, within));
}

/** Without an index upkeep is cheap and always done; with one it waits for enough news. */
async function isWorthOptimizing(table: Table): Promise<boolean> {
  const [index] = await table.listIndices();
  if (!index) return true;
  const [nRows, versions] = await Promise.all([table.countRows(), table.listVersions()]);
  const nUnindexed = nRows - (index.numIndexedRows ?? 0);
  return nUnindexed > nRows * MAX_UNINDEXED_SHARE || versions.length > MAX_VERSIONS;
}

function isIn(chunks: readonly number[]): string {
  return `chunk IN (${chunks.join(",")})`;
}

function tablePath(dir: string): string {
  return join(dir, `${TABLE}.lance`);
}

async function exists(dir: string): Promise<boolean> {
  return access(tablePath(dir)).then(
    () => true,
    () => false,
  );
}

async function loadLance(): Promise<Lance> {
  // Read once, when the library loads. Half the cores: indexing and the editor want some too.
  process.env.LANCEDB_LOG ??= "off"; // It logs to standard error, beside our own plain sentences.
  process.env.LANCE_CPU_THREADS ??= String(Math.max(1, Math.min(4, availableParallelism() >> 1)));
  process.env.LANCE_INCLUDE_VECTOR_CENTROIDS ??= "false"; // Else it warns on stderr.
  try {
    return await import("@lancedb/lancedb");
  } catch (cause) {
    const message = `LanceDB has no working binary for ${process.platform}-${process.arch}: reinstall Plumbline.`;
    throw new EngineError("index-unreadable", message, { cause });
  }
}

/** The very copy of Arrow that LanceDB uses: it loses the vectors of tables built with another one. */
function loadArrow(): typeof import("apache-arrow") {
  const lancePath = createRequire(__filename).resolve("@lancedb/lancedb");
  return createRequire(lancePath)("apache-arrow");
}
