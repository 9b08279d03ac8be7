import os from "node:os";
import { EngineError, isAbort, messageOf } from "./base/errors";
import { openIndexer } from "./indexing/openIndexer";
import type { FromWorker, ToWorker, WorkerSetup } from "./indexing/workerMessages";

// The index worker: parses, embeds and writes, one root at a time, and leaves when idle.

const setup = JSON.parse(process.argv[2] ?? "{}") as WorkerSetup;
const indexer = openIndexer(setup.storeDir, setup.resourcesDir);
indexer.catch(() => {}); // Each update reports it.
const running = new Map<number, AbortController>();
let turn: Promise<void> = Promise.resolve();
let leave: NodeJS.Timeout | undefined;

process.on("message", (message: ToWorker) => {
  if (message.type === "cancel") running.get(message.id)?.abort();
  else enqueue(message);
});
process.on("disconnect", () => process.exit(0));
if (setup.priority === "background") yieldToOthers();
waitIdle();

function enqueue(job: Extract<ToWorker, { type: "update" }>): void {
  clearTimeout(leave);
  running.set(job.id, new AbortController());
  turn = turn.then(() => run(job));
}

async function run({ id, root, rebuild }: Extract<ToWorker, { type: "update" }>): Promise<void> {
  const { signal } = running.get(id)!;
  try {
    const onProgress = (progress: Extract<FromWorker, { type: "progress" }>["progress"]) =>
      send({ type: "progress", id, progress });
    signal.throwIfAborted();
    send({ type: "done", id, report: await (await indexer).update(root, { rebuild, signal, onProgress }) });
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

function send(message: FromWorker): void {
  process.send?.(message);
}

function waitIdle(): void {
  leave = setTimeout(() => process.exit(0), setup.idleMs);
}

function yieldToOthers(): void {
  try {
    os.setPriority(10);
  } catch {
    // Not allowed on this system: works all the same.
  }
}
