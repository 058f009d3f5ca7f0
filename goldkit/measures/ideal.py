"""The best ranking there could be, each fact in it once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from math import fsum


def ideal(kinds: Set[tuple[int, ...]], worth: Sequence[float]) -> tuple[float, ...]:
    """What the best ranking earns slot by slot, falling.

    kinds: of the relevant chunks, the positions of the facts that each belongs to; worth: what each fact earns. Where every
    chunk belongs to one fact, that is the worths in falling order, as in trec_eval. Where a chunk reaches several, the chunk with
    the most still to earn comes next: the greedy ideal of alpha-nDCG (Clarke et al., SIGIR 2008), since the best one is a set
    cover. A ranking may then beat it by a little, which is why the measures stop at 1.
    """
    if len(worth) < 2:
        return tuple(worth)
    if max(map(len, kinds), default=1) == 1:
        return tuple(sorted(worth, reverse=True))
    earned: list[float] = []
    left = set(range(len(worth)))
    while left:
        new = max((left.intersection(places) for places in sorted(kinds)), key=lambda new: (_sum(worth, new), len(new)))
        earned.append(_sum(worth, new))
        left -= new
    return tuple(earned)


def _sum(worth: Sequence[float], places: Iterable[int]) -> float:
    return fsum(worth[place] for place in places)
