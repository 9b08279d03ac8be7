import type { IndexedChunk } from "../store/catalog";
import type { FileRecord } from "../store/records";
import type { FactsOfFiles } from "./fileFacts";
import { isWaived, type PathRole } from "./pathRules";
import type { Query } from "./query";

export interface ScoredChunk {
  readonly chunk: IndexedChunk;
  readonly score: number;
}

/** A file's score looks at its three best chunks; a few more can be shown. Where many results are wanted, more. */
const MIN_OF_FILE = 5;
const SHARE_OF_FILE = 0.1;
/** Share of a list that chunks of tests, docs and the like may take: they say the question's words most often. */
const MAX_ASIDE_SHARE = 0.4;
/** Roles of files that are seldom what a question is about. */
const ASIDE: readonly PathRole[] = ["test", "docs", "example", "config", "vendored", "generated"];

/**
 * Cuts a retriever's list, best first, to `depth` chunks from many files: in a whole checkout, documentation and tests
 * alone would fill it and the implementation would never be looked at.
 */
export function spreadOver(
  query: Query,
  facts: FactsOfFiles,
  { depth, nWanted }: { readonly depth: number; readonly nWanted: number },
): (scored: readonly ScoredChunk[]) => ScoredChunk[] {
  const maxOfFile = Math.max(MIN_OF_FILE, nWanted * SHARE_OF_FILE);
  return (scored) => {
    const ofFile = new Map<FileRecord, number>();
    let nAside = 0;
    const kept: ScoredChunk[] = [];
    for (const one of scored) {
      if (kept.length >= depth) break;
      const file = one.chunk.place?.file;
      if (!file) continue;
      const nBefore = ofFile.get(file) ?? 0;
      if (nBefore >= maxOfFile) continue;
      if (isAside(query, facts.rolesOf(file))) {
        if (nAside >= depth * MAX_ASIDE_SHARE) continue;
        nAside++;
      }
      ofFile.set(file, nBefore + 1);
      kept.push(one);
    }
    return kept;
  };
}

/** Whether a file's kind is one the question did not ask for. */
export function isAside(query: Query, roles: ReadonlySet<PathRole>): boolean {
  return ASIDE.some((role) => roles.has(role) && !isWaived(role, query.wants));
}
