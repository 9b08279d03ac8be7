import { hashOf } from "../../server/base/hash";
import { splitLines } from "../../server/base/lines";
import type { Hit } from "../../server/search/hit";

/** A hit made of its text; `startLine` 0-based. Score falls in the order given to `hitsOf`. */
export interface HitText {
  readonly text: string;
  readonly path?: string;
  readonly repo?: string;
  readonly startLine?: number;
  readonly symbol?: string;
  readonly kind?: Hit["kind"];
  readonly summary?: string;
}

export function hitsOf(...texts: readonly HitText[]): Hit[] {
  return texts.map((given, idx) => {
    const text = given.text.replace(/^\n/, "");
    const path = given.path ?? "src/quota.py";
    const repo = given.repo ?? "demo";
    const startLine = given.startLine ?? 0;
    return {
      repo,
      path,
      file: `/repos/${repo}/${path}`,
      startLine,
      endLine: startLine + splitLines(text.replace(/\r?\n$/, "")).length,
      symbol: given.symbol ?? "",
      definedAt: definedAt(text, given.symbol, startLine),
      kind: given.kind ?? "function",
      language: "python",
      summary: given.summary ?? "",
      score: 1 / (idx + 1),
      ranks: { lexical: idx + 1 },
      parts: {},
      nCopies: 0,
      text,
      textHash: hashOf(text),
    };
  });
}

/** Every term equally rare. */
export const flatIdf = (): number => 1;

/** The first line of code that names the symbol. */
function definedAt(text: string, symbol: string | undefined, startLine: number): number | null {
  const name = symbol?.split(".").at(-1);
  if (!name) return null;
  const idx = splitLines(text).findIndex(
    (line) => line.includes(name) && !/^\s*(#|\/\/|\*|"""|\/\*)/.test(line),
  );
  return idx < 0 ? null : startLine + idx;
}
