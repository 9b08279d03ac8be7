import { readFileSync } from "node:fs";
import path from "node:path";

/** A labelled query of a benchmark folder's `queries.jsonl`. */
export interface LabelledQuery {
  readonly id: string;
  readonly repo: string;
  readonly language: string;
  readonly category: string;
  readonly query: string;
  readonly relevant: readonly Target[];
}

export interface Target {
  readonly path: string;
  readonly start?: number; // 1-based; absent where the whole file is the target.
  readonly end?: number; // Included.
}

/** A returned run of lines, as people count them: from 1, `end` included. */
export interface ShownLines {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export function readBench(dir: string): LabelledQuery[] {
  const lines = readFileSync(path.join(dir, "queries.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as LabelledQuery);
}

/** Queries by the name of their repository, in file order. */
export function byRepository(queries: readonly LabelledQuery[]): Map<string, LabelledQuery[]> {
  const groups = new Map<string, LabelledQuery[]>();
  for (const query of queries) groups.set(query.repo, [...(groups.get(query.repo) ?? []), query]);
  return groups;
}

const DEPTH = 10;

/** nDCG@10 by the benchmark's rule: a target's place is that of the first result that shows it; gains are 0 or 1. */
export function ndcg(results: readonly ShownLines[], targets: readonly Target[]): number {
  const gains = new Array<number>(DEPTH).fill(0);
  for (const target of targets) {
    const place = results.slice(0, DEPTH).findIndex((result) => shows(result, target));
    if (place >= 0) gains[place] = 1;
  }
  const ideal = new Array<number>(Math.min(DEPTH, targets.length)).fill(1);
  return discounted(gains) / discounted(ideal);
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, idx) => sum + gain / Math.log2(idx + 2), 0);
}

function shows(result: ShownLines, target: Target): boolean {
  const samePath =
    result.path === target.path ||
    result.path.endsWith(`/${target.path}`) ||
    target.path.endsWith(`/${result.path}`);
  if (!samePath || target.start === undefined || target.end === undefined) return samePath;
  return result.start <= target.end && result.end >= target.start;
}

/** One query's score with what it is grouped by. */
export interface Scored {
  readonly repo: string;
  readonly language: string;
  readonly category: string;
  readonly score: number;
}

/** Mean over languages of the mean over repositories: the benchmark's published number. */
export function overall(scored: readonly Scored[]): number {
  return mean(
    groupsOf(scored, (one) => one.language).map(([, ofLanguage]) =>
      mean(groupsOf(ofLanguage, (one) => one.repo).map(([, ofRepo]) => mean(ofRepo.map((one) => one.score)))),
    ),
  );
}

export function groupsOf(
  scored: readonly Scored[],
  key: (one: Scored) => string,
): [group: string, scored: Scored[]][] {
  const groups = new Map<string, Scored[]>();
  for (const one of scored) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
