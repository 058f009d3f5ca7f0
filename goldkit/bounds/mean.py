"""From the ends of single queries to those of their mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Literal

from goldkit.bounds.catalogue import Ends

Undefined = Literal["exclude", "zero"]


def mean_ends(queries: Sequence[Ends | None], undefined: Undefined = "exclude") -> Ends | None:
    """The lowest and highest mean. None where it has no value in any judgment.

    undefined: a query without a fact leaves the mean, or counts 0. Exact where all queries' ends are: judgments of different
    queries are free of each other, so the ends of a sum are the sums of the ends.
    """
    if undefined == "zero":
        queries = [_with_zero(query) for query in queries]
    known = [query for query in queries if query is not None]
    if not known:
        return None
    fixed, free = [query for query in known if query.always], [query for query in known if not query.always]
    high = _highest_mean([query.high for query in fixed], [query.high for query in free])
    low = 0.0 - _highest_mean([-query.low for query in fixed], [-query.low for query in free])
    return Ends(low, high, bool(fixed), all(query.exact for query in known))


def _with_zero(query: Ends | None) -> Ends:
    if query is None:
        return Ends(0.0, 0.0)
    return query if query.always else Ends(min(0.0, query.low), max(0.0, query.high), exact=query.exact)


def _highest_mean(fixed: Sequence[float], free: Sequence[float]) -> float:
    """The highest mean of all fixed values and any of the free ones. Proof: for a given number of free ones the largest are best,
    and one more raises a mean just when it exceeds it."""
    chosen = list(fixed)
    for value in sorted(free, reverse=True):
        if chosen and value * len(chosen) <= fsum(chosen):
            break
        chosen.append(value)
    return fsum(chosen) / len(chosen)
