import path from "node:path";
import { onTestFinished } from "vitest";
import { Engine } from "../../server/engine/engine";
import { LogReader } from "../../server/store/logReader";
import { folderOf, logPath, readHead } from "../../server/store/storeFolder";
import { discoverRoots } from "../../server/workspace/roots";
import { writeFixture } from "../fixture";
import { tempDir } from "../tempDir";

const RESOURCES = path.resolve(import.meta.dirname, "../..");

export interface EngineWorld {
  readonly engine: Engine;
  readonly dir: string; // The folder that is open.
  readonly storeDir: string;
}

/** An engine with all its real parts, the indexer in this process, over a folder with the fixture's files. */
export async function openWorld(
  fixture: string,
  storeDir = path.join(tempDir(), "store"),
): Promise<EngineWorld> {
  const dir = path.join(tempDir(), "shop");
  writeFixture(dir, fixture);
  return { engine: await openEngine(dir, storeDir), dir, storeDir };
}

export async function openEngine(dir: string, storeDir: string): Promise<Engine> {
  const answer = { model: "none", apiKey: null, baseUrl: null };
  const engine = await Engine.open({ storeDir, resourcesDir: RESOURCES, worker: null, answer });
  onTestFinished(() => engine.dispose());
  await engine.openFolders([dir]);
  return engine;
}

/** Every file of the index with its chunks, as the log has them: `a.ts: 0-3 <key> 3-9 <key>`. */
export async function readIndex({ dir, storeDir }: Pick<EngineWorld, "dir" | "storeDir">): Promise<string[]> {
  const [root] = await discoverRoots([dir]);
  const folder = folderOf(storeDir, root!);
  const head = await readHead(folder);
  const keys = new Map<number, string>();
  const files = new Map<string, string>();
  for await (const { records } of new LogReader(logPath(folder, head!)).read()) {
    for (const record of records) {
      if (record.t === "chunk") keys.set(record.n, record.key);
      else if (record.t === "gone") files.delete(record.path);
      else {
        const chunks = record.chunks.map(([n, start, end]) => `${start}-${end} ${keys.get(n)}`);
        files.set(record.path, `${record.path}: ${chunks.join(" ")}`);
      }
    }
  }
  return [...files.values()].sort();
}

/** Paths of the hits, best first. */
export async function pathsFor(engine: Engine, query: string, limit = 10): Promise<string[]> {
  const { hits } = await engine.search(query, { limit });
  return hits.map((hit) => hit.path);
}
