import type { Answer, Citation } from "../answer/answer";
import { contractLines } from "../answer/contract";
import type { RepoCoverage as EngineCoverage } from "../engine/coverage";
import type { IndexDetails as EngineDetails } from "../engine/details";
import type { Explained, PlacedLines } from "../engine/explain";
import type { EngineStatus } from "../engine/status";
import type {
  Explanation,
  IndexDetails,
  IndexStatus,
  LineSpan,
  RepoCoverage,
  SearchResult,
  WireAnswer,
  WireCitation,
  WireHit,
} from "../protocol/wire";
import type { Hit } from "../search/hit";
import type { SearchOutcome } from "../search/searcher";

// Engine -> wire, field by field: the engine stays free to change, and nothing crosses by accident.

export function toSearchResult({ generation, hits }: SearchOutcome): SearchResult {
  return { generation, hits: hits.map(toHit) };
}

function toHit(hit: Hit): WireHit {
  const { symbol, kind, language, summary, score, ranks } = hit;
  const unsaved = hit.unsaved ? { unsaved: true as const } : {};
  return { span: toSpan(hit), symbol, kind, language, summary, score, ranks, ...unsaved };
}

export function toAnswer(answer: Answer): WireAnswer {
  const { refused, reason, generation, model, nDropped, contract } = answer;
  const sentences = answer.sentences.map(({ text, state, citations }) => ({
    text,
    state,
    citations: citations.map(toCitation),
  }));
  const basis = contract ? { basis: contractLines(contract) } : {};
  return { sentences, refused, reason, generation, model, nDropped, ...basis };
}

function toCitation(citation: Citation): WireCitation {
  const { symbol, quote, textHash } = citation;
  const unsaved = citation.unsaved ? { unsaved: true as const } : {};
  return { span: toSpan(citation), symbol, quote, textHash, ...unsaved };
}

export function toExplanation(explained: Explained): Explanation {
  const { symbol, kind, signature, language, summary, nOthers, nCallers } = explained;
  const callers = explained.callers.map(toSpan);
  return {
    symbol,
    kind,
    signature,
    language,
    summary,
    definedAt: toSpan(explained.definedAt),
    nOthers,
    callers,
    nCallers,
  };
}

export function toStatus({ phase, message, progress, repositories }: EngineStatus): IndexStatus {
  return { phase, message, progress, repositories };
}

export function toDetails({ memoryBytes, modelId, repositories }: EngineDetails): IndexDetails {
  return { memoryBytes, modelId, repositories };
}

export function toCoverage(coverage: EngineCoverage): RepoCoverage {
  const { repo, dir, nSyntax, nLines, byLines, excluded } = coverage;
  return { repo, dir, nSyntax, nLines, byLines, excluded };
}

function toSpan({ repo, path, file, startLine, endLine }: PlacedLines): LineSpan {
  return { repo, path, file, startLine, endLine };
}
