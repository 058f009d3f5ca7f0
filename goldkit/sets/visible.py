"""How small a difference a set could show, before any run has been scored against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from goldkit.results.status import Visible
from goldkit.statistics.power import smallest_visible

SPREADS = (0.25, 0.35)
"""Standard deviations of per-query deltas to plan with, for recall, reciprocal rank and nDCG where no pilot tells."""
ALPHA = 0.05


def visible(blocks: Iterable[str], looks: int = 1) -> Visible:
    """What queries in these blocks (one name a query) can show. looks: the budget that the level is divided by, at least 1.

    The queries of a block are taken to move together, so they are worth (Σ n)² / Σ n² independent ones (Kish's effective
    sample size).
    """
    sizes = Counter(blocks).values()
    queries = sum(sizes)
    effective = queries**2 / sum(size**2 for size in sizes) if queries else 0.0
    alpha = ALPHA / max(1, looks)
    differences = {spread: smallest_visible(spread / sqrt(effective), alpha) for spread in SPREADS if queries}
    return Visible(queries=queries, blocks=len(sizes), effective=effective, alpha=alpha, differences=differences)
