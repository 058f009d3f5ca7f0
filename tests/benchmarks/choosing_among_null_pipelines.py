"""Choosing the best of 100 pipelines of equal worth on 100 held-out queries, with a look budget and without one.

Run by hand: `python tests/benchmarks/choosing_among_null_pipelines.py [replicates]`. Every pipeline differs from the baseline by
chance alone. They are looked at one after another; the best is shipped, with what the set says of it. Without a budget each look
is judged by its own p; with one of 10, p is multiplied by 10 from the first look on and nothing is told after the tenth. The Ladder
releases a figure only where it beats the best released one by more than its noise. Exit code 1 where a bound is broken by more
than chance (3 standard errors) explains.

Measured with 5,000 replicates (dense deltas; sparse ones; standard error of the false verdicts with a budget 0.3 points):

    a false verdict at some look         99.3 %; 98.7 % without a budget, 4.8 %; 3.6 % with one of 10
    the best of 100 gains by chance      0.118; 0.056, printed 0.118; 0.055
    the best of the first 10             0.072; 0.034, printed 0.072; 0.034
    what the Ladder shows at the end     0.090; 0.043
"""

from __future__ import annotations

import sys

import numpy as np
from false_alarms_and_coverage import beyond, deltas_of, names_of

from goldkit.statistics.blocks import block_sums, standard_errors
from goldkit.statistics.ladder import released
from goldkit.statistics.optimism import best_of
from goldkit.statistics.paired import single_tests

PIPELINES, QUERIES, BUDGET, FLIPS = 100, 100, 10, 2_000


def replicate(number: int, quiet: float) -> np.ndarray:
    """One story: (verdict at any look without a budget, within the budget, gain by chance of the best of all, of the best within
    the budget, printed for all, for those, what the Ladder's last released figure gains).

    quiet: how many changes of a query leave its figure as it was; the larger, the sparser the deltas.
    """
    generator = np.random.default_rng([9, number])
    sizes = np.ones(QUERIES, dtype=int)
    rows = [deltas_of(sizes, 0.0, quiet, 0.0, generator) for _ in range(PIPELINES)]
    sums = block_sums(names_of(sizes), [row.tolist() for row in rows])
    p, errors = np.array(single_tests(sums, FLIPS, number)), standard_errors(sums)
    means = np.array([row.mean() for row in rows])
    ladder = released([0.0] * QUERIES, [row.tolist() for row in rows])
    return np.array(
        [
            bool(np.any(p <= 0.05)),
            bool(np.any(p[:BUDGET] * BUDGET <= 0.05)),
            means.max(),
            means[:BUDGET].max(),
            best_of(PIPELINES, errors.tolist()),
            best_of(BUDGET, errors[:BUDGET].tolist()),
            ladder[-1],
        ]
    )


def main(replicates: int) -> int:
    broken: list[str] = []
    print(f"{replicates} replicates of {PIPELINES} null pipelines on {QUERIES} queries, budget {BUDGET}\n")
    print(
        "a false verdict: without, with the budget; gained by chance: best of all, within; printed for both; the Ladder's"
    )
    for quiet in (0.5, 1.5):
        told = np.mean([replicate(number, quiet) for number in range(replicates)], axis=0)
        print(
            f"quiet {quiet}: {told[0]:.4f} {told[1]:.4f}  {told[2]:.4f} {told[3]:.4f}  {told[4]:.4f} {told[5]:.4f}  {told[6]:.4f}"
        )
        if beyond(float(told[1]), 0.065, replicates) > 0:
            broken.append(f"false verdicts within the budget: {told[1]:.4f}")
        for gained, printed in ((told[2], told[4]), (told[3], told[5])):
            if gained > printed * 1.05:
                broken.append(f"optimism: {gained:.4f} gained, {printed:.4f} printed")
    print("\nall bounds hold" if not broken else f"\nbounds broken: {broken}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000))
