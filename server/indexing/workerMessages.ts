import type { EngineErrorKind } from "../base/errors";
import type { Root } from "../workspace/roots";
import type { UpdateProgress, UpdateReport } from "./report";

/** What the index worker needs to start, as JSON in its first argument. */
export interface WorkerSetup {
  readonly storeDir: string;
  readonly resourcesDir: string;
  /** Leaves after so long without work. */
  readonly idleMs: number;
  /** `background`: the editor and its language servers go first. `foreground`: a person waits for it. */
  readonly priority: "background" | "foreground";
  /** Upkeep of the stores after each update, or when nothing has been asked for a while. */
  readonly upkeep: "at once" | "when idle";
}

export type ToWorker =
  | {
      readonly type: "update";
      readonly id: number;
      readonly root: Root;
      readonly rebuild: boolean;
      readonly paths: readonly string[] | null;
    }
  | { readonly type: "clear"; readonly id: number; readonly root: Root }
  | { readonly type: "cancel"; readonly id: number };

/** What the worker is asked to do, one at a time. */
export type WorkerJob = Exclude<ToWorker, { type: "cancel" }>;

export type FromWorker =
  | { readonly type: "progress"; readonly id: number; readonly progress: UpdateProgress }
  | { readonly type: "done"; readonly id: number; readonly report: UpdateReport | null }
  | { readonly type: "cancelled"; readonly id: number }
  | {
      readonly type: "failed";
      readonly id: number;
      readonly kind: EngineErrorKind | null;
      readonly message: string;
    };
