// Who owns which line. Every line goes to the innermost entry that is cut out; what closes goes to the chunk before.
import type { LineMap } from "./lineMap";
import type { Entry } from "./outline";
import { isContainer, isData, isFunction } from "./outline";
import type { LineRange } from "./split";

/** A run of lines on its way to being a chunk. */
export interface Segment {
  startLine: number;
  endLine: number;
  /** What the lines define; null for code between definitions. */
  readonly owner: Entry | null;
  /** The container they stand in; a container's header stands in itself, so that short members may join it. */
  readonly inside: Entry | null;
  /** One definition from its first line to its last. */
  readonly whole: boolean;
}

/** Functions longer than this are cut at the definitions inside them. */
const LONG_FUNCTION = 60;
/** A type of at most this many lines that holds only data stays in one piece, a shorter one with short methods too. */
const WHOLE_DATA_TYPE = 50;
const WHOLE_SMALL_TYPE = 8;
const SHORT_MEMBER = 3;

/** Divides the file among its entries, in order, without overlap; blank lines between are left out. */
export function segmentsOf(roots: readonly Entry[], region: LineRange, lines: LineMap): Segment[] {
  const segments: Segment[] = [];
  divide(region, null, roots, { lines, segments });
  return segments;
}

interface Division {
  readonly lines: LineMap;
  readonly segments: Segment[];
}

/** Recursion is bounded: the outline is at most 40 deep. */
function divide(region: LineRange, inside: Entry | null, children: readonly Entry[], into: Division): void {
  let at = region.startLine;
  const first = into.segments.length;
  for (const child of children) {
    const startLine = Math.max(child.startLine, at);
    const endLine = Math.min(child.endLine, region.endLine);
    if (endLine <= startLine) continue; // Its lines went to a neighbour that began on them.
    addGap({ startLine: at, endLine: startLine }, inside, first, into);
    addEntry(child, { startLine, endLine }, into);
    at = endLine;
  }
  addGap({ startLine: at, endLine: region.endLine }, inside, first, into);
}

function addEntry(entry: Entry, region: LineRange, into: Division): void {
  const members = membersOf(entry, region);
  if (members.length > 0) divide(region, entry, members, into);
  else {
    const { startLine, endLine } = region;
    into.segments.push({ startLine, endLine, owner: entry, inside: entry.parent, whole: true });
  }
}

/** The definitions inside that are cut out; none for what stays in one piece. */
function membersOf(entry: Entry, region: LineRange): readonly Entry[] {
  const length = region.endLine - region.startLine;
  if (isFunction(entry.kind)) {
    if (length <= LONG_FUNCTION) return [];
    return entry.children.filter(
      (child) => child.endLine - child.startLine >= 4 && child.ownLine > entry.ownLine,
    );
  }
  if (!isContainer(entry)) return [];
  const members = entry.children;
  if (entry.tag.role === "scope") return members;
  const allShort = members.every((child) => child.endLine - child.startLine <= SHORT_MEMBER);
  if (length <= WHOLE_SMALL_TYPE && allShort) return [];
  const allData = members.every((child) => isData(child.kind) && child.children.length === 0);
  return length <= WHOLE_DATA_TYPE && allData ? [] : members;
}

/** Lines between members: the header, closing lines, or code of its own. */
function addGap(gap: LineRange, inside: Entry | null, first: number, into: Division): void {
  const { lines, segments } = into;
  const isHeader = inside !== null && segments.length === first;
  let { startLine, endLine } = gap;
  if (!isHeader) {
    const previous = segments[segments.length - 1];
    for (let line = startLine; previous && line < endLine; line++) {
      if (lines.isCloser(line)) previous.endLine = startLine = line + 1;
      else if (!lines.isBlank(line)) break;
    }
  }
  while (startLine < endLine && lines.isBlank(startLine)) startLine++;
  while (endLine > startLine && lines.isBlank(endLine - 1)) endLine--;
  if (startLine === endLine) return;
  const owner = isHeader || (inside && isFunction(inside.kind)) ? inside : null;
  segments.push({ startLine, endLine, owner, inside, whole: false });
}
