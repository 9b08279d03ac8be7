import type { Chunk } from "./chunk";
import { NO_NAMES } from "./chunk";
import type { LineMap } from "./lineMap";
import type { LineRange } from "./split";
import { splitAll } from "./split";

/** What is cut without a grammar comes in parts of at most this many lines. */
const PART_LINES = 40;

/** Cuts a text by lines: at blank lines and the least indentation. Kind `text`, no symbols. */
export function chunkLines(
  lines: LineMap,
  range: LineRange = { startLine: 0, endLine: lines.count },
): Chunk[] {
  return splitAll(range, lines, PART_LINES).map((part) => textChunk(lines, part));
}

function textChunk(lines: LineMap, { startLine, endLine }: LineRange): Chunk {
  return {
    startLine,
    endLine,
    text: lines.slice(startLine, endLine),
    kind: "text",
    symbol: "",
    container: [],
    signature: "",
    doc: "",
    ...NO_NAMES,
  };
}
