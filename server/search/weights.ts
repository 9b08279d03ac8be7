import type { FeatureName } from "./features";

// Written by `eval/train/ranking/fit.py`; its scores and the leave-one-language-out check stand in
// `eval/golden/rankFit.txt`. By hand, as the benchmark has no queries for them: "named place", "named repository", "asked for".

/** What one unit of each feature adds to a file's score. */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  "best chunk": 1.155,
  "top three chunks": 1.165,
  outline: 0.744,
  size: 0.078,
  "file name": 0.546,
  "file name coverage": 0.602,
  "exact file name": 0.236,
  symbols: 0.319,
  "exact symbol": 0.256,
  "exact spelling": 0.428,
  centrality: 0.474,
  "index file": 0.07,
  depth: 0.067,
  "named place": 3,
  "named repository": 0.3,
  "asked for": 0.8,
  test: 0.875,
  docs: 1.204,
  example: 0.751,
  config: 0.627,
  compat: 0.1,
  generated: 0.315,
  vendored: 1.037,
  "header beside its source": 0.517,
};
