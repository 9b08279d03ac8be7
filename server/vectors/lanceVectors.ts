import { access, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Connection, Table } from "@lancedb/lancedb";
import type { RecordBatch } from "apache-arrow";
import { batches } from "../base/batches";
import { EngineError } from "../base/errors";
import type { VectorRow, VectorTable } from "./vectors";
import { chunkColumn, toRows, toTable, vectorSchema } from "./vectorTable";

// The only door to @lancedb/lancedb: one table `vectors` in a folder, made by the first add. It has no index: searching
// reads sketches and values (`vectorRows.ts`), which are written beside it and can be made from it.

type Lance = typeof import("@lancedb/lancedb");

const TABLE = "vectors";
/** Where LanceDB lists the tables of a folder. */
const CATALOG = "__manifest";
/** Chunks in one `chunk IN (…)`. */
const MAX_IN_LIST = 1000;
/** Files of rows that make it worth compacting them: one a batch of 512 chunks. */
const MAX_VERSIONS = 32;

/**
 * Opens the vectors in `dir` for reading and writing. A folder that is not there yet reads as empty and is created by
 * the first add, not before.
 *
 * @throws EngineError `index-unreadable` where a table is there and cannot be opened or has another dimension.
 */
export async function openLanceVectors(dir: string, dim: number): Promise<VectorTable> {
  const vectors = new LanceVectors(await loadLance(), dir, dim);
  await vectors.open();
  return vectors;
}

/** Removes the table in `dir`, readable or not: what a rebuild starts with. */
export async function removeLanceVectors(dir: string): Promise<void> {
  for (const path of [tablePath(dir), join(dir, CATALOG)]) await rm(path, { recursive: true, force: true });
}

class LanceVectors implements VectorTable {
  #connection: Connection | null = null;
  #table: Table | null = null;
  /** Writes follow one another, each on the version the last one made. */
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

  async listChunks(): Promise<Set<number>> {
    const column = await this.#read(async (table) =>
      chunkColumn(await table.query().select(["chunk"]).toArrow()),
    );
    return new Set(column ?? []);
  }

  async *readAll(): AsyncGenerator<readonly VectorRow[]> {
    const table = await this.open();
    if (!table) return;
    try {
      for await (const batch of table.query().select(["chunk", "vector"]))
        yield toRows(batch as RecordBatch, this.dim);
    } catch (cause) {
      throw this.#unreadable(cause);
    }
  }

  optimize(): Promise<void> {
    return this.#write(async () => {
      const table = await this.open();
      if (table && (await table.listVersions()).length > MAX_VERSIONS)
        await table.optimize({ cleanupOlderThan: new Date() });
    });
  }

  close(): void {
    this.#table?.close();
    this.#table = null;
    this.#connection?.close();
    this.#connection = null;
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
