import { splitLines } from "../base/lines";
import { type Chunk, qualifiedName, referencesOf } from "../chunk/chunk";
import type { FieldTerms } from "../lexical/lexical";
import { pathTerms, termsOf } from "../lexical/terms";

/**
 * Lines a vector stands for. The biggest lever of the static model: twelve lines and the maximum over a chunk's
 * pieces scored .550 where one vector a 50-line window scored .517 (nDCG@10, development repositories).
 */
const PIECE_LINES = 12;

/** A piece of this many lines or fewer joins the one before it: a closing brace needs no vector. */
const SHORT_TAIL_LINES = 4;

/**
 * The texts of a chunk that are embedded: runs of about twelve lines, each behind the words of the last three
 * path components and the names the run stands under.
 */
export function embeddingTexts(path: string, chunk: Chunk): string[] {
  const lead = `${pathWords(path)} ${chunk.container.join(" ")} ${chunk.symbol}`;
  return cutPieces(splitLines(chunk.text)).map((piece) => `${lead}\n${piece.join("\n")}`);
}

function cutPieces(lines: readonly string[]): string[][] {
  const pieces: string[][] = [];
  for (let start = 0; start < lines.length; start += PIECE_LINES) {
    const piece = lines.slice(start, start + PIECE_LINES);
    const last = pieces.at(-1);
    if (last && piece.length <= SHORT_TAIL_LINES) last.push(...piece);
    else pieces.push(piece);
  }
  return pieces;
}

/** Words of the last three path components. */
export function pathWords(path: string): string {
  return path
    .replace(/\.[^./]*$/, "")
    .split("/")
    .slice(-3)
    .join(" ");
}

/** Where nobody wrote a doc, what is declared and called stands in for it. */
function declaration(chunk: Chunk): string {
  return [chunk.kind, qualifiedName(chunk), chunk.signature, ...referencesOf(chunk).slice(0, 5)].join(" ");
}

/** The terms of a chunk in the four fields. */
export function fieldTerms(path: string, chunk: Chunk, summary: string): FieldTerms {
  const names = [qualifiedName(chunk), ...chunk.definitions.map((definition) => definition.name)];
  return {
    symbol: termsOf([...new Set(names)].join(" ")),
    summary: termsOf(chunk.doc ? `${chunk.doc}\n${summary}` : declaration(chunk)),
    body: termsOf(chunk.text),
    path: pathTerms(path),
  };
}
