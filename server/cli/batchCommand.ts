import { createReadStream, promises as fs } from "node:fs";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { EngineError } from "../base/errors";
import { msSince, toJsonResult } from "./json";
import { filterOf, type SearchFlags, withSearchFlags } from "./options";
import { withUpToDate } from "./session";
import { complain } from "./terminal";

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
        const out = await fs.open(flags.out, "w").catch((error: unknown) => {
          throw new EngineError("bad-query", `${flags.out} cannot be written; choose another --out.`, {
            cause: error,
          });
        });
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
        complain(`${queries.length} queries answered into ${flags.out}.`);
      });
    });
}

interface BatchQuery {
  readonly id: string | number;
  readonly query: string;
}

/** All lines are checked before the first is run, so that a typo loses no work. */
async function readQueries(file: string): Promise<BatchQuery[]> {
  const queries: BatchQuery[] = [];
  const input = createReadStream(file, "utf8");
  const failed = new Promise<never>((_, reject) => {
    input.once("error", (error) =>
      reject(
        new EngineError("bad-query", `The queries file ${file} cannot be read; check the path.`, {
          cause: error,
        }),
      ),
    );
  });
  const read = async () => {
    let lineNumber = 0;
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      lineNumber++;
      if (line.trim()) queries.push(parseQueryLine(line, `${file}:${lineNumber}`));
    }
  };
  await Promise.race([read(), failed]);
  return queries;
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
