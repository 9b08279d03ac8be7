import { promises as fs } from "node:fs";
import type { Command } from "commander";
import { EngineError } from "../base/errors";
import { msSince, toJsonResult } from "./json";
import { filterOf, type SearchFlags, withSearchFlags } from "./options";
import { withUpToDate } from "./session";
import { mention } from "./terminal";

interface BatchFlags extends SearchFlags {
  readonly queries: string;
  readonly out: string;
}

export function addBatchCommand(program: Command): void {
  withSearchFlags(program.command("batch"))
    .requiredOption("--queries <file>", 'JSON lines {"id","query"}')
    .requiredOption("--out <file>", 'JSON lines {"id","results","ms"} are written here')
    .description("run many queries against one open index")
    .action(async (flags: BatchFlags) => {
      const queries = await readQueries(flags.queries);
      await withUpToDate(flags, async (engine, signal) => {
        const out = await openOut(flags);
        try {
          for (const { id, query } of queries) {
            const started = performance.now();
            const { hits } = await engine.search(
              query,
              { limit: flags.topK, filter: filterOf(flags) },
              signal,
            );
            const line = { id, results: hits.map(toJsonResult), ms: msSince(started) };
            await out.appendFile(`${JSON.stringify(line)}\n`);
          }
        } finally {
          await out.close();
        }
        mention(`${queries.length} queries answered into ${flags.out}.`);
      });
    });
}

interface BatchQuery {
  readonly id: string | number;
  readonly query: string;
}

async function openOut({ queries, out }: BatchFlags): Promise<fs.FileHandle> {
  const [from, to] = await Promise.all([queries, out].map((file) => fs.realpath(file).catch(() => null)));
  if (from !== null && from === to) {
    throw new EngineError("bad-query", `--out ${out} would overwrite the queries; choose another --out.`);
  }
  return fs.open(out, "w").catch((error: unknown) => {
    throw new EngineError("bad-query", `${out} cannot be written; choose another --out.`, { cause: error });
  });
}

/** All lines are checked before the first is run, so that a typo loses no work. */
async function readQueries(file: string): Promise<BatchQuery[]> {
  const text = await fs.readFile(file, "utf8").catch((error: unknown) => {
    const message = `The queries file ${file} cannot be read; check the path.`;
    throw new EngineError("bad-query", message, { cause: error });
  });
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  return lines.flatMap((line, idx) => (line.trim() ? [parseQueryLine(line, `${file}:${idx + 1}`)] : []));
}

function parseQueryLine(line: string, where: string): BatchQuery {
  const value = parseJson(line) as Partial<BatchQuery> | null;
  const hasId = typeof value?.id === "string" || typeof value?.id === "number";
  if (!hasId || typeof value?.query !== "string" || !value.query.trim()) {
    throw new EngineError("bad-query", `${where} is not a line {"id","query"} with both filled in.`);
  }
  return { id: value.id!, query: value.query };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
