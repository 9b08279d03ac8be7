import type { FeatureName } from "./features";

// Written by `eval/train/ranking/fit.py`; its scores and the leave-one-language-out check stand in
// `eval/golden/rankFit.txt`. By hand, as the benchmark has no queries for them: "named place", "named repository", "asked for".

/** What one unit of each feature adds to a file's score. */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  "best chunk": 1.146,
  "top three chunks": 1.183,
  outline: 0.771,
  size: 0.086,
  "file name": 0.51,
  "file name coverage": 0.644,
  "exact file name": 0.262,
  symbols: 0.349,
  "exact symbol": 0.223,
  "exact spelling": 0.419,
  centrality: 0.45,
  "index file": 0.063,
  depth: 0.066,
  "named place": 3,
  "named repository": 0.3,
  "asked for": 0.8,
  test: 0.884,
  docs: 1.208,
  example: 0.788,
  config: 0.62,
  compat: 0.1,
  generated: 0.285,
  vendored: 1.01,
  "header beside its source": 0.53,
};
