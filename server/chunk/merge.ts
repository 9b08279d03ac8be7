import type { LineMap } from "./lineMap";
import { isData, isFunction } from "./outline";
import type { Segment } from "./segments";

/** Merged neighbours grow to about this many lines: enough to be found by, short enough to be read at a glance. */
const MERGED_LINES = 12;
const SHORT_LINES = 3;
const SHORT_LINES_WITH_DOC = 6;
/** A comment standing alone above a definition, after a blank line, is its banner if it is no longer than this. */
const BANNER_LINES = 5;

/** Joins very short neighbours in the same container, and banners with what they announce. */
export function mergeShort(
  segments: readonly Segment[],
  lines: LineMap,
  comments: ReadonlySet<number>,
): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const last = merged[merged.length - 1];
    if (last && canJoin(last, segment, lines, comments)) {
      merged[merged.length - 1] = join(last, segment);
    } else merged.push(segment);
  }
  return merged;
}

function canJoin(last: Segment, next: Segment, lines: LineMap, comments: ReadonlySet<number>): boolean {
  if (last.inside !== next.inside) return false;
  if (isBanner(last, lines, comments)) return true;
  return next.endLine - last.startLine <= MERGED_LINES && isShort(last, true) && isShort(next, false);
}

/** Once merged, a run may be longer than its parts: only its size is bounded then. */
function isShort(segment: Segment, mayBeRun: boolean): boolean {
  const length = segment.endLine - segment.startLine;
  const { owner } = segment;
  if (mayBeRun && !segment.whole) return isHeaderOrBlock(segment) && length <= MERGED_LINES;
  if (!owner) return length <= SHORT_LINES;
  if (!segment.whole && isFunction(owner.kind)) return false;
  if (isData(owner.kind))
    return owner.endLine - owner.ownLine <= SHORT_LINES && length <= SHORT_LINES_WITH_DOC;
  return length <= SHORT_LINES;
}

function isHeaderOrBlock(segment: Segment): boolean {
  if (segment.owner) return !isFunction(segment.owner.kind);
  return segment.endLine - segment.startLine <= SHORT_LINES_WITH_DOC;
}

function isBanner(segment: Segment, lines: LineMap, comments: ReadonlySet<number>): boolean {
  if (segment.owner || segment.endLine - segment.startLine > BANNER_LINES) return false;
  for (let line = segment.startLine; line < segment.endLine; line++) {
    if (!comments.has(line) && !lines.isBlank(line)) return false;
  }
  return true;
}

function join(last: Segment, next: Segment): Segment {
  // What defines nothing leaves the name to what follows: a block, a banner, the head of an `impl`.
  const isNamed = last.owner !== null && last.owner.tag.role !== "scope";
  const owner = isNamed ? last.owner : (next.owner ?? last.owner);
  const whole = !isNamed && next.whole;
  return { startLine: last.startLine, endLine: next.endLine, owner, inside: last.inside, whole };
}
