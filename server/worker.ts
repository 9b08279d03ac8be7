import os from "node:os";
import { EngineError, isAbort, messageOf } from "./base/errors";
import type { Indexer } from "./indexing/indexer";
import { openIndexer } from "./indexing/openIndexer";
import type { UpdateProgress, UpdateReport } from "./indexing/report";
import type { FromWorker, ToWorker, WorkerJob, WorkerSetup } from "./indexing/workerMessages";
import type { Root } from "./workspace/roots";

// The index worker: parses, embeds and writes, one root at a time; looks after the stores when there is nothing else to
// do, and leaves when idle.

/** Quiet time before upkeep of the stores that changed. */
const UPKEEP_AFTER_MS = 2_000;

const setup = JSON.parse(process.argv[2] ?? "{}") as WorkerSetup;
const indexer = openIndexer(setup.storeDir, setup.resourcesDir);
indexer.catch(() => {}); // Each update reports it.
const running = new Map<number, AbortController>();
/** Roots updated since their last upkeep, by folder. */
const worn = new Map<string, Root>();
let turn: Promise<void> = Promise.resolve();
let upkeep: NodeJS.Timeout | undefined;
let leave: NodeJS.Timeout | undefined;

process.on("message", (message: ToWorker) => {
  if (message.type === "cancel") running.get(message.id)?.abort();
  else enqueue(message);
});
process.on("disconnect", () => process.exit(0));
if (setup.priority === "background") yieldToOthers();
waitIdle();

function enqueue(job: WorkerJob): void {
  clearTimeout(leave);
  clearTimeout(upkeep);
  running.set(job.id, new AbortController());
  turn = turn.then(() => run(job));
}

async function run(job: WorkerJob): Promise<void> {
  const { id } = job;
  const { signal } = running.get(id)!;
  try {
    signal.throwIfAborted();
    send({ type: "done", id, report: await carryOut(job, await indexer, signal) });
  } catch (error) {
    if (isAbort(error)) send({ type: "cancelled", id });
    else {
      const kind = error instanceof EngineError ? error.kind : null;
      send({ type: "failed", id, kind, message: messageOf(error) });
    }
  } finally {
    running.delete(id);
    if (running.size === 0) waitIdle();
  }
}

async function carryOut(job: WorkerJob, open: Indexer, signal: AbortSignal): Promise<UpdateReport | null> {
  const { id, root } = job;
  if (job.type === "clear") {
    worn.delete(root.dir);
    await open.clear(root, signal);
    return null;
  }
  const { rebuild, paths } = job;
  const onProgress = (progress: UpdateProgress) => send({ type: "progress", id, progress });
  const report = await open.update(root, { rebuild, signal, onProgress, ...(paths ? { paths } : {}) });
  if (report.files.changed + report.files.deleted > 0) worn.set(root.dir, root);
  // Nobody is left to be idle for once the terminal has its report.
  if (setup.upkeep === "at once") await lookAfterStores();
  return report;
}

/** One root at a time and only while nothing is asked; a failure is tried again after the next update. */
async function lookAfterStores(): Promise<void> {
  for (const [dir, root] of worn) {
    worn.delete(dir);
    await (await indexer).upkeep(root).catch(() => {});
  }
}

function send(message: FromWorker): void {
  process.send?.(message);
}

function waitIdle(): void {
  upkeep = setTimeout(() => {
    turn = turn.then(lookAfterStores);
  }, UPKEEP_AFTER_MS);
  leave = setTimeout(() => void turn.then(() => running.size === 0 && process.exit(0)), setup.idleMs);
}

function yieldToOthers(): void {
  try {
    os.setPriority(10);
  } catch {
    // Not allowed on this system: works all the same.
  }
}
