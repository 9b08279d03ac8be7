import type { Range, Tree } from "web-tree-sitter";
import { Parser } from "web-tree-sitter";
import type { Grammar } from "./languages";

/** Why a text has no tree, in words for the coverage map. */
export interface ParseFailure {
  readonly failed: string;
}

export interface ParseOptions {
  /** Parse and query together, of this process's own time: a busy machine is no reason to set a text aside. */
  readonly timeoutMs: number;
  /** Parse only these parts; offsets and lines stay those of the whole text. */
  readonly ranges?: readonly TextRange[];
}

/** UTF-16 offsets, half-open, with the line and column of each end. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** Stops whatever asks it once its time is over. */
export type Deadline = () => boolean;

/**
 * Parses `text` and hands the tree to `use`; the tree is freed when `use` returns, so nothing of it may escape.
 * Syntax errors are no failure: the tree then holds ERROR nodes.
 *
 * @returns what `use` returned, or why there was no tree: out of time, or the parser broke.
 */
export function withTree<T>(
  grammar: Grammar,
  text: string,
  options: ParseOptions,
  use: (tree: Tree, deadline: Deadline) => T,
): T | ParseFailure {
  let isOver = false;
  const clock = deadlineOf(options.timeoutMs);
  const deadline = () => {
    isOver ||= clock();
    return isOver;
  };
  // A parser of its own for each text: after a cancelled parse or a trap a used one may resume old work.
  const parser = new Parser();
  let tree: Tree | null = null;
  try {
    parser.setLanguage(grammar.language);
    tree = parser.parse(text, null, {
      progressCallback: deadline,
      ...(options.ranges && { includedRanges: options.ranges.map(toRange) }),
    });
    if (!tree) return timedOut(options);
    const result = use(tree, deadline);
    // A query that was stopped returns what it had, silently: half a file's tags are worse than none.
    return isOver ? timedOut(options) : result;
  } catch (error) {
    return { failed: `parser error: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    tree?.delete();
    parser.delete();
  }
}

/** However busy the machine, nothing waits longer than this many times the deadline. */
const MAX_WAIT = 6;

function deadlineOf(timeoutMs: number): Deadline {
  const began = performance.now();
  const cpuBegan = process.cpuUsage();
  return () => {
    const waited = performance.now() - began;
    if (waited <= timeoutMs) return false; // The clock is cheap to ask, the time used is not.
    const { user, system } = process.cpuUsage(cpuBegan);
    return (user + system) / 1000 > timeoutMs || waited > MAX_WAIT * timeoutMs;
  };
}

function timedOut(options: ParseOptions): ParseFailure {
  return { failed: `time-out: not parsed within ${options.timeoutMs} ms` };
}

function toRange(range: TextRange): Range {
  return {
    startIndex: range.start,
    endIndex: range.end,
    startPosition: { row: range.startLine, column: 0 },
    endPosition: { row: range.endLine, column: 0 },
  };
}
