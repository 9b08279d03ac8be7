import { hashOf } from "../base/hash";
import { lineStarts, sliceLines } from "../base/lines";
import type { Hit } from "../search/hit";
import type { Citation } from "./answer";

/** The citation of lines `[startLine, endLine)` of the file; they lie within the hit. */
export function citeLines(hit: Hit, startLine: number, endLine: number): Citation {
  const starts = lineStarts(hit.text);
  const quote = sliceLines(hit.text, starts, startLine - hit.startLine, endLine - hit.startLine);
  const { repo, path, file, symbol, kind, language, score } = hit;
  return {
    repo,
    path,
    file,
    startLine,
    endLine,
    symbol,
    kind,
    language,
    score,
    quote,
    textHash: hashOf(quote),
    ...(hit.unsaved ? { unsaved: true } : {}),
  };
}
