import type { Disposable } from "../base/disposable";
import type { Root } from "../workspace/roots";
import type { UpdateOptions } from "./indexer";
import type { UpdateReport } from "./report";

/** Whoever brings an index up to date: the `Indexer` itself, or one in a child process. */
export interface IndexService extends Disposable {
  update(root: Root, options?: UpdateOptions): Promise<UpdateReport>;
  /** Deletes the root's store. */
  clear(root: Root): Promise<void>;
  /** Ends what it runs until the next call: off means no process. */
  rest(): Promise<void>;
}
