import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { EngineError } from "../base/errors";
import { folderOf } from "../store/storeFolder";
import type { Root } from "../workspace/roots";
import { FileInHand } from "./fileInHand";
import type { UpdateOptions } from "./indexer";
import type { IndexService } from "./indexService";
import type { UpdateReport } from "./report";
import type { FromWorker, ToWorker, WorkerJob, WorkerSetup } from "./workerMessages";

type Unnumbered<T> = T extends { readonly id: number } ? Omit<T, "id"> : never;

interface Job {
  readonly message: WorkerJob;
  readonly options: UpdateOptions;
  readonly resolve: (report: UpdateReport | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The `Indexer` in a child process, started on the first update and gone when idle. A worker that dies fails the
 * updates under way; what it had committed stays, and the next update starts another.
 */
export class WorkerIndexService implements IndexService {
  #child: ChildProcess | null = null;
  #nextId = 1;
  readonly #jobs = new Map<number, Job>();

  /** @param program path of the bundled worker. */
  constructor(
    private readonly program: string,
    private readonly setup: WorkerSetup,
  ) {}

  async update(root: Root, options: UpdateOptions = {}): Promise<UpdateReport> {
    const { rebuild = false, paths = null } = options;
    const report = await this.#run({ type: "update", root, rebuild, paths }, options);
    return report!;
  }

  async clear(root: Root): Promise<void> {
    await this.#run({ type: "clear", root }, {});
  }

  async rest(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, "exit");
    if (child.connected) child.disconnect();
    await gone;
  }

  dispose(): void {
    if (this.#child?.connected) this.#child.disconnect();
    this.#child = null;
  }

  #run(job: Unnumbered<WorkerJob>, options: UpdateOptions): Promise<UpdateReport | null> {
    const { signal } = options;
    signal?.throwIfAborted();
    const id = this.#nextId++;
    const cancel = () => this.#cancel(id);
    const done = new Promise<UpdateReport | null>((resolve, reject) => {
      const message = { ...job, id } as WorkerJob;
      this.#jobs.set(id, { message, options, resolve, reject });
      signal?.addEventListener("abort", cancel, { once: true });
      this.#send(message);
    });
    return done.finally(() => signal?.removeEventListener("abort", cancel));
  }

  #cancel(id: number): void {
    if (this.#jobs.has(id)) this.#send({ type: "cancel", id });
  }

  #send(message: ToWorker): void {
    this.#child ??= this.#start();
    this.#child.send(message);
  }

  #start(): ChildProcess {
    // Baseline-only wasm: big grammars load in a third of the time for 15 % throughput. The rest keeps memory down: a heap
    // that is collected early, and few arenas for the threads of LanceDB and ONNX.
    const child = fork(this.program, [JSON.stringify(this.setup)], {
      execArgv: ["--liftoff-only", "--optimize-for-size"],
      env: { ...process.env, MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "33554432" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let lastWords = "";
    child.stderr?.on("data", (data: Buffer) => {
      lastWords = `${lastWords}${data}`.slice(-2000);
    });
    child.on("message", (message: FromWorker) => this.#receive(message));
    child.on("error", (error) => this.#lost(child, error.message));
    child.on("exit", (code, signal) => {
      if (code === 0 && this.#child === child) this.#leftIdle();
      else this.#lost(child, reasonIn(lastWords) ?? `exit ${signal ?? code}`);
    });
    return child;
  }

  #receive(message: FromWorker): void {
    const job = this.#jobs.get(message.id);
    if (!job) return;
    if (message.type === "progress") {
      job.options.onProgress?.(message.progress);
      return;
    }
    this.#jobs.delete(message.id);
    if (message.type === "done") job.resolve(message.report);
    else if (message.type === "cancelled") job.reject(abortReason(job.options.signal));
    else
      job.reject(message.kind ? new EngineError(message.kind, message.message) : new Error(message.message));
  }

  /** The worker left for want of work; jobs sent in that very moment go to its successor. */
  #leftIdle(): void {
    this.#child = null;
    for (const { message } of this.#jobs.values()) this.#send(message);
  }

  #lost(child: ChildProcess, why: string): void {
    if (this.#child === child) this.#child = null;
    const error = new Error(`The index worker ended unexpectedly: ${why}`);
    for (const job of this.#jobs.values()) void this.#failed(job, error);
    this.#jobs.clear();
  }

  /** Written down before anybody is told: a terminal exits at once. */
  async #failed({ message, options, reject }: Job, error: Error): Promise<void> {
    if ("root" in message)
      await FileInHand.blame(folderOf(this.setup.storeDir, message.root)).catch(() => {});
    reject(options.signal?.aborted ? abortReason(options.signal) : error);
  }
}

/** The line of a crash report that says what happened. */
function reasonIn(lastWords: string): string | null {
  const lines = lastWords.split("\n").map((line) => line.trim());
  return lines.find((line) => /^(\w*Error|FATAL ERROR|thread .* panicked)\b/.test(line)) ?? null;
}

function abortReason(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException("The update was cancelled.", "AbortError");
}
