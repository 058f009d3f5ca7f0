"""Whether a verdict hangs on one block: every comparison once more without the block that holds most of its change."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldkit.results.score import Verdict
from goldkit.statistics.blocks import Blocks
from goldkit.statistics.interval import Shifts, shifts
from goldkit.statistics.paired import paired_test
from goldkit.statistics.power import LEAST_BLOCKS

Decide = Callable[[Shifts, int, float], Verdict]
"""From what the test accepts, the number of blocks and the p-value over all runs to a verdict."""


def without_largest(deltas: Blocks, decide: Decide, replicates: int, seed: int) -> list[tuple[int, Verdict] | None]:
    """For each column of deltas the size of its largest block in queries, and the verdict without it.

    All columns leave that block out, so that they are still tested together. None where nothing changed, or where so few blocks
    would be left that there is no verdict anyway.
    """
    if deltas.count <= LEAST_BLOCKS:
        return [None] * deltas.sums.shape[1]
    largest = np.abs(deltas.sums).argmax(axis=0)
    reduced = {
        int(block): Blocks(np.delete(deltas.sums, block, axis=0), np.delete(deltas.sizes, block)) for block in largest
    }
    adjusted = {block: paired_test(rest, replicates, seed) for block, rest in reduced.items()}
    found: list[tuple[int, Verdict] | None] = []
    for column, block in enumerate(largest.tolist()):
        if not deltas.sums[block, column]:
            found.append(None)
            continue
        rest = reduced[block]
        (own,) = shifts(rest.columns([column]), replicates, seed)
        found.append((int(deltas.sizes[block]), decide(own, rest.count, float(adjusted[block][column]))))
    return found
