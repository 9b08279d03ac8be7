import type { LineMap } from "./lineMap";

/** Longer runs of lines are split … */
const LONG_LINES = 60;
/** … into parts of at most this many. */
const PART_LINES = 50;

/** Lines half-open. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Splits a long run at its best borders: outermost indentation first, then after a blank line, then near the
 * even distribution. Statements begin at the least indentation, so this cuts at statements in any language.
 *
 * @returns the run itself when it is short enough, else parts in order that cover every non-blank line.
 */
export function splitLong(range: LineRange, lines: LineMap): LineRange[] {
  if (range.endLine - range.startLine <= LONG_LINES) return [range];
  return splitAll(range, lines, PART_LINES);
}

/** Splits a run into parts of at most `partLines`, whatever its length. */
export function splitAll(range: LineRange, lines: LineMap, partLines: number): LineRange[] {
  const parts: LineRange[] = [];
  let { startLine } = range;
  while (range.endLine - startLine > partLines) {
    const left = range.endLine - startLine;
    const target = Math.ceil(left / Math.ceil(left / partLines));
    const border = bestBorder(startLine, target, Math.min(partLines, left - 1), lines);
    pushTrimmed(parts, { startLine, endLine: border }, lines);
    startLine = border;
  }
  pushTrimmed(parts, { startLine, endLine: range.endLine }, lines);
  return parts;
}

function bestBorder(startLine: number, target: number, most: number, lines: LineMap): number {
  let best = startLine + most;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = startLine + Math.ceil(target / 2); line <= startLine + most; line++) {
    const cost = borderCost(line, lines) + Math.abs(line - startLine - target) * 0.2;
    if (cost < bestCost) {
      bestCost = cost;
      best = line;
    }
  }
  return best;
}

/** How bad it is to begin a part at `line`: a level of indentation weighs four, a missing blank line three. */
function borderCost(line: number, lines: LineMap): number {
  if (lines.isBlank(line)) return 1000;
  if (lines.isCloser(line)) return 500;
  const afterBlank = line > 0 && lines.isBlank(line - 1);
  return Math.min(lines.indent(line), 80) + (afterBlank ? 0 : 3);
}

function pushTrimmed(parts: LineRange[], range: LineRange, lines: LineMap): void {
  let { startLine, endLine } = range;
  while (startLine < endLine && lines.isBlank(startLine)) startLine++;
  while (endLine > startLine && lines.isBlank(endLine - 1)) endLine--;
  if (startLine < endLine) parts.push({ startLine, endLine });
}
