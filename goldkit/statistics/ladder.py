"""The Ladder: of a sequence of figures on one held-out set, release only what is an improvement beyond its noise.

Blum & Hardt 2015, "The Ladder: A Reliable Leaderboard for Machine Learning Competitions", in the form without parameters: a
submission's figure is released when it beats the best one by more than the standard error of their paired difference, rounded to
1/n; else the best one is shown again. So whoever tries many pipelines learns little of the noise of the set.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.statistics.blocks import block_sums, standard_errors

SAME = 1e-9
"""One changed query is exactly its own noise: rounding must not make it an improvement."""


def improves(best: Sequence[float], new: Sequence[float], blocks: Sequence[str] | None = None) -> bool:
    """Whether new values of the same queries beat the best ones by more than the noise of the difference, one step of the Ladder.

    blocks: the block of each query, each its own where None; the noise is the standard error over them.
    """
    row = [other - one for one, other in zip(best, new, strict=True)]
    names = list(blocks) if blocks is not None else [str(place) for place in range(len(row))]
    error = float(standard_errors(block_sums(names, [row]))[0])
    return sum(row) > 0 and sum(row) / len(row) > error * (1 + SAME)


def released(
    baseline: Sequence[float], runs: Sequence[Sequence[float]], blocks: Sequence[str] | None = None
) -> list[float]:
    """After each run, in order, the figure that is shown: a mean rounded to 1/n. baseline: where the Ladder begins."""
    best, shown = baseline, []
    for run in runs:
        if improves(best, run, blocks):
            best = run
        shown.append(rounded(best))
    return shown


def rounded(values: Sequence[float]) -> float:
    """The mean, rounded to a multiple of 1/n."""
    return round(sum(values)) / len(values)
