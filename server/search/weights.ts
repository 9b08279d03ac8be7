import type { FeatureName } from "./features";

// Written by `eval/train/ranking/fit.py`; scores and leave-one-language-out check in `eval/golden/rankFit.txt`.
// By hand: "named place" (a file that is named comes first) and "named repository" (the benchmark searches one).

/** What one unit of each feature adds to a file's score. */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  "best chunk": 1,
  "top three chunks": 0.8,
  outline: 0.5,
  size: 0.04,
  "file name": 0.35,
  "file name coverage": 0.2,
  "exact file name": 0.3,
  "folder names": 0,
  symbols: 0.3,
  "exact symbol": 0.3,
  "exact spelling": 0,
  centrality: 0.2,
  "index file": 0.1,
  depth: 0.06,
  "named place": 3,
  "named repository": 0.3,
  test: 0.8,
  docs: 1,
  example: 0.6,
  config: 0.6,
  compat: 0.1,
  generated: 0.1,
  vendored: 0.6,
  "header beside its source": 0.2,
};
