"""AP's numerator: how large or small the sum of precisions at the hits can be, by how many holes are relevant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from goldkit.bounds.situation import Situation
from goldkit.measures.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Hits = tuple[tuple[float, float], ...]
"""Rank and share of each judged slot that reaches something."""


@dataclass(frozen=True, slots=True)
class Lists:
    """A situation within a cut, as AP needs it: judged hits of either ranking, and holes by which of the two holds them.

    shared: ranks in both. outside: how many holes neither holds. shares: of all judged facts.
    """

    before: Hits
    after: Hits
    own_before: tuple[float, ...]
    own_after: tuple[float, ...]
    shared: tuple[tuple[float, float], ...]
    outside: int
    shares: float


def lists(situation: Situation, k: float) -> Lists:
    """The situation within the first k."""
    places = list(zip(situation.ranks_before, situation.ranks_after, situation.within(k), strict=True))
    return Lists(
        before=_hits(situation.before, k),
        after=_hits(situation.after, k),
        own_before=tuple(before for before, _, within in places if within == (True, False)),
        own_after=tuple(after for _, after, within in places if within == (False, True)),
        shared=tuple((before, after) for before, after, within in places if all(within)),
        outside=sum(within == (False, False) for *_, within in places),
        shares=situation.after.shares,
    )


def extreme_sums(hits: Hits, shared: Sequence[float], own: Sequence[float], sign: int) -> NDArray[np.float64]:
    """[number of relevant shared holes, number of relevant own ones] → the largest sum (sign 1), or minus the smallest (−1)."""
    if any(share < 1 for _, share in hits):
        return walked(hits, shared, own, sign)
    return ends_taken(hits, shared, own, sign)


def ends_taken(hits: Hits, shared: Sequence[float], own: Sequence[float], sign: int) -> NDArray[np.float64]:
    """Where no share is below 1: the first holes give the largest sum, the last ones the smallest.

    Moving a hole's hit forward over j other hits, from rank r to an earlier one, raises each of their precisions by 1 / rank
    times their share, which makes up for what its own may lose (by induction over the hit passed last: shares of 1 keep the sum
    of sorted hits Σ l / rank(l), each rank no later than before; larger shares only add to the gain).
    """
    import numpy as np

    slots = [(rank, share, 0) for rank, share in hits]
    slots += [(rank, 1.0, place) for place, rank in enumerate(sorted(shared, reverse=sign < 0), 1)]
    slots += [(rank, 1.0, -place) for place, rank in enumerate(sorted(own, reverse=sign < 0), 1)]
    slots.sort()
    ranks, shares, places = (
        (np.array(column, float) for column in zip(*slots, strict=True)) if slots else np.empty((3, 0))
    )
    hit_shared = (places >= 0) & (places <= np.arange(len(shared) + 1)[:, None])
    hit_own = (places <= 0) & (-places <= np.arange(len(own) + 1)[:, None])
    hit = hit_shared[:, None, :] | hit_own[None, :, :]
    sums: NDArray[np.float64] = sign * ((hit.cumsum(axis=2) * hit) @ (shares / ranks))
    return sums


def walked(hits: Hits, shared: Sequence[float], own: Sequence[float], sign: int) -> NDArray[np.float64]:
    """Whatever the shares: a hit adds its share times the hits so far, by its rank; so walking down the ranking with the two
    numbers of relevant holes so far is enough to know the best."""
    import numpy as np

    count = np.add.outer(np.arange(len(shared) + 1), np.arange(len(own) + 1)).astype(float)
    best = np.full(count.shape, -np.inf)
    best[0, 0] = 0.0
    judged = 0
    slots = [(rank, 0, share) for rank, share in hits]
    slots += [(rank, 1, 1.0) for rank in shared] + [(rank, 2, 1.0) for rank in own]
    for rank, kind, share in sorted(slots):
        if not kind:
            judged += 1
            best += sign * share * (judged + count) / rank
            continue
        more = np.full(count.shape, -np.inf)
        if kind == 1:
            more[1:] = best[:-1]
        else:
            more[:, 1:] = best[:, :-1]
        best = np.maximum(best, more + sign * (judged + count) / rank)
    return best


def _hits(view: View, k: float) -> Hits:
    return tuple((reach.rank, reach.share) for reach in view.reaches if reach.rank <= k)
