import type { IndexedChunk } from "../store/catalog";
import type { FileRecord } from "../store/records";
import type { FactsOfFiles } from "./fileFacts";
import { isWaived, type PathRole } from "./pathRules";
import type { Query } from "./query";

export interface ScoredChunk {
  readonly chunk: IndexedChunk;
  readonly score: number;
}

/** A file's score looks at its three best chunks; a few more can be shown. */
const MAX_OF_FILE = 5;
/** Share of a list that chunks of tests, docs and the like may take: they say the question's words most often. */
const MAX_ASIDE_SHARE = 0.4;
/** Roles of files that are seldom what a question is about. */
const ASIDE: readonly PathRole[] = ["test", "docs", "example", "config", "vendored", "generated"];

/**
 * Cuts a retriever's list, best first, to `limit` chunks from many files: in a whole checkout, documentation and tests
 * alone would fill it and the implementation would never be looked at.
 */
export function spreadOver(
  query: Query,
  facts: FactsOfFiles,
  limit: number,
): (scored: readonly ScoredChunk[]) => ScoredChunk[] {
  return (scored) => {
    const ofFile = new Map<FileRecord, number>();
    let nAside = 0;
    const kept: ScoredChunk[] = [];
    for (const one of scored) {
      if (kept.length >= limit) break;
      const file = one.chunk.place?.file;
      if (!file) continue;
      const nBefore = ofFile.get(file) ?? 0;
      if (nBefore >= MAX_OF_FILE) continue;
      if (isAside(query, facts.rolesOf(file))) {
        if (nAside >= limit * MAX_ASIDE_SHARE) continue;
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
