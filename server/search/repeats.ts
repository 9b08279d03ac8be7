import type { Ranked } from "./rank";

/** A ranked chunk with how often its very text was found elsewhere. */
export interface Distinct {
  readonly ranked: Ranked;
  readonly nCopies: number;
}

/** One result a symbol, the best part of a long function standing for it; and one a text, the best copy shown. */
export function dropRepeats(ranked: readonly Ranked[]): Distinct[] {
  const symbols = new Set<string>();
  const byText = new Map<string, { ranked: Ranked; nCopies: number }>();
  for (const one of ranked) {
    const { repo, place, symbol, n, textHash } = one.chunk;
    const copy = byText.get(textHash);
    if (copy) {
      copy.nCopies++;
      continue;
    }
    const id = [repo.root.name, place?.file.path, symbol || n].join("\0");
    if (symbols.has(id)) continue;
    symbols.add(id);
    byText.set(textHash, { ranked: one, nCopies: 0 });
  }
  return [...byText.values()];
}
