#!/usr/bin/env python3
"""Fit the linear file scorer (server/search/weights.ts) to labelled queries.

usage: fit.py [--write-weights FILE] [--report FILE] DUMP...

DUMP is what dump.ts wrote, one file a corpus (root folders, whole checkouts); each counts alike. The loss is a smooth
nDCG (ranks through a sigmoid of width T) with a quadratic pull towards PRIOR, so that a feature few queries speak for
keeps its prior. The check leaves one language out at a time: fit on the rest, measure on it. Needs numpy and scipy.
"""
import argparse
import collections
import json
import math

import numpy as np
from scipy.optimize import minimize

DEPTH = 10        # nDCG@10
DECAY = 0.5       # rank.ts: each further chunk of a file counts half the one before
WIDTH = 0.08      # T: score differences well below it do not order two files for sure
PULL = 0.1        # flat between .03 and .3
BY_HAND = ["named place", "named repository", "asked for"]  # No query of the benchmark speaks for these.

# Where the fit starts and is pulled to: the recipe of a prototype that was tuned by hand.
PRIOR = {
    "best chunk": 1, "top three chunks": 0.8, "outline": 0.5, "size": 0.04, "file name": 0.35,
    "file name coverage": 0.2, "exact file name": 0.3, "symbols": 0.3, "exact symbol": 0.3, "exact spelling": 0.1,
    "centrality": 0.2, "index file": 0.1, "depth": 0.06, "named place": 3, "named repository": 0.3, "asked for": 0.8,
    "test": 0.8, "docs": 1, "example": 0.6, "config": 0.6, "compat": 0.1, "generated": 0.3, "vendored": 0.6,
    "header beside its source": 0.2,
}  # fmt: skip


class Corpus:
    """Queries as arrays: features [query, file, feature], which files are there, which are targets."""

    def __init__(self, path):
        with open(path) as lines:
            self.queries = [json.loads(line) for line in lines]
        n, n_files, n_shares = len(self.queries), max(len(q["files"]) for q in self.queries), 4
        self.features = np.zeros((n, n_files, len(PRIOR)), np.float32)
        self.there = np.zeros((n, n_files), bool)
        self.target = np.zeros((n, n_files), bool)
        self.shares = np.zeros((n, n_files, n_shares), np.float32)
        self.ideal = np.zeros(n)
        for i, query in enumerate(self.queries):
            for j, file in enumerate(query["files"]):
                self.features[i, j] = [file["features"].get(name, 0) for name in PRIOR]
                self.there[i, j] = True
                self.target[i, j] = any(same_path(file["path"], target) for target in query["relevant"])
                self.shares[i, j, : len(file["shares"])] = file["shares"]
            self.ideal[i] = sum(1 / math.log2(k + 2) for k in range(min(DEPTH, len(query["relevant"]))))
        self.language = np.array([q["language"] for q in self.queries])
        self.category = np.array([q["category"] for q in self.queries])
        self.weight = self.query_weights()

    def query_weights(self):
        """Mean of languages, each the mean of its repositories."""
        repositories = collections.defaultdict(lambda: collections.defaultdict(list))
        for i, query in enumerate(self.queries):
            repositories[query["language"]][query["repo"]].append(i)
        weight = np.zeros(len(self.queries))
        for by_repository in repositories.values():
            for rows in by_repository.values():
                weight[rows] = 1 / len(repositories) / len(by_repository) / len(rows)
        return weight

    def ndcg(self, weights):
        """Of each query, with the further chunks of files taking places as in the product."""
        score = np.where(self.there, self.features @ weights, -1e9)
        steps = np.arange(self.shares.shape[2])
        laid = np.where(score[:, :, None] > 0, score[:, :, None] * DECAY**steps * self.shares, score[:, :, None] - steps)
        laid = np.where(self.shares > 0, laid, -1e9).reshape(len(score), -1)
        rows, files = np.nonzero(self.target)
        rank = 1 + (laid[rows] > score[rows, files][:, None]).sum(1)
        gains = np.zeros(len(score))
        np.add.at(gains, rows, np.where(rank <= DEPTH, 1 / np.log2(rank + 1), 0))
        return gains / self.ideal

    def mean(self, values, rows=slice(None)):
        return float((self.weight * values)[rows].sum() / self.weight[rows].sum())

    def smooth_loss(self, weights, rows):
        """Minus the smooth nDCG of the queries in `rows`, and its gradient."""
        score = self.features @ weights
        i, j = np.nonzero(self.target & rows[:, None])
        above = 1 / (1 + np.exp(-np.clip((score[i] - score[i, j][:, None]) / WIDTH, -30, 30)))
        above *= self.there[i]
        above[np.arange(len(i)), j] = 0
        rank = 1 + above.sum(1)
        weight = self.weight[i] / self.ideal[i]
        by_rank = weight / (math.log(2) * (rank + 1) * np.log2(rank + 1) ** 2)
        slope = above * (1 - above) / WIDTH * by_rank[:, None]
        gradient = np.einsum("ij,ijf->f", slope, self.features[i])
        gradient -= np.einsum("i,if->f", slope.sum(1), self.features[i, j])
        return -(weight / np.log2(rank + 1)).sum(), gradient


def same_path(a, b):
    return a == b or a.endswith("/" + b) or b.endswith("/" + a)


def fit(corpora, left_out=None):
    prior = np.array(list(PRIOR.values()), float)
    spread = np.maximum(corpora[0].features[corpora[0].there].std(0), 0.03)  # One pull for features of any unit.
    rows = [corpus.language != left_out for corpus in corpora]

    def loss(scaled):
        total, gradient = 0.0, np.zeros(len(prior))
        for corpus, some in zip(corpora, rows):
            own, own_gradient = corpus.smooth_loss(scaled / spread, some)
            total += own / len(corpora)
            gradient += own_gradient / len(corpora)
        pull = scaled - prior * spread
        return total + PULL * (pull**2).sum(), gradient / spread + 2 * PULL * pull

    # No weight may turn: a negative one says that the fit found an accident.
    bounds = [(p * s, p * s) if name in BY_HAND else (0, None) for name, p, s in zip(PRIOR, prior, spread)]
    found = minimize(loss, prior * spread, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 150})
    return found.x / spread


def leave_languages_out(corpora):
    values = [np.zeros(len(corpus.queries)) for corpus in corpora]
    for language in sorted(set(corpora[0].language)):
        weights = fit(corpora, language)
        for corpus, value in zip(corpora, values):
            own = corpus.language == language
            value[own] = corpus.ndcg(weights)[own]
    return values


def report(names, corpora, weights):
    prior = np.array(list(PRIOR.values()), float)
    left_out = leave_languages_out(corpora)
    columns = [(name, c.ndcg(prior), c.ndcg(weights), out, c) for name, c, out in zip(names, corpora, left_out)]
    head = "  ".join(f"{name[-20:]:>24}" for name in names)
    lines = [f"{'nDCG@10: prior, fit, left out':32}{head}"]

    def row(label, rows_of):
        cells = [" ".join(f"{c.mean(v, rows_of(c)):8.3f}" for v in (a, b, o)) for _, a, b, o, c in columns]
        lines.append(f"{label:32}" + "  ".join(f"{cell:>24}" for cell in cells))

    row("overall", lambda c: slice(None))
    for category in sorted(set(corpora[0].category)):
        row(category, lambda c, category=category: c.category == category)
    for language in sorted(set(corpora[0].language)):
        row(language, lambda c, language=language: c.language == language)
    lines += ["", "weight"] + [f"{name:32}{weight:8.3f}" for name, weight in zip(PRIOR, weights)]
    return "\n".join(lines) + "\n"


def weights_file(weights):
    rows = "\n".join(f"  {key(name)}: {round(float(w), 3):g}," for name, w in zip(PRIOR, weights))
    return f"""import type {{ FeatureName }} from "./features";

// Written by `eval/train/ranking/fit.py`; its scores and the leave-one-language-out check stand in
// `eval/golden/rankFit.txt`. By hand, as the benchmark has no queries for them: "named place", "named repository", "asked for".

/** What one unit of each feature adds to a file's score. */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {{
{rows}
}};
"""


def key(name):
    return name if name.isidentifier() else f'"{name}"'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dumps", nargs="+")
    parser.add_argument("--write-weights")
    parser.add_argument("--report")
    options = parser.parse_args()
    corpora = [Corpus(path) for path in options.dumps]
    weights = fit(corpora)
    names = [path.rsplit("/", 1)[-1].removesuffix(".jsonl").split("-")[-1] for path in options.dumps]
    text = report(names, corpora, weights)
    print(text)
    if options.report:
        open(options.report, "w").write(text)
    if options.write_weights:
        open(options.write_weights, "w").write(weights_file(weights))


if __name__ == "__main__":
    main()
