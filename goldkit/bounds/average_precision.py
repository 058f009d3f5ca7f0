"""AP: a relevant hole moves the precision at every hit behind it, and the denominator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import heappop, heappush

from goldkit.bounds.precision_sums import Lists, extreme_sums, lists
from goldkit.bounds.situation import Situation

CLOSE = 1e-12
"""Two bounds that differ by less are one, rounded."""


def highest_ap(situation: Situation, k: float, nodes: int) -> tuple[float, bool]:
    """The highest delta of AP or AP@k, and whether it is exact; if not, it is safe: no judgment reaches more.

    Holes that both rankings hold tie the two sums together, and no fast exact way is known for them. So they are fixed one by
    one, the promising branch first, until the best judgment met is as good as the bound of all that is left, or `nodes` branches
    were opened (0: the first bound stands).
    """
    start = lists(situation, k)
    bound, number = relaxed(start)
    if not start.shared or not nodes:
        return bound, not start.shared
    best = _best_guess(start, number)
    order = sorted(start.shared, key=lambda ranks: abs(1 / ranks[1] - 1 / ranks[0]), reverse=True)
    queue = [(-bound, 0, replace(start, shared=tuple(order)))]
    for opened in range(1, 2 * nodes, 2):
        bound, at = -queue[0][0], queue[0][2]
        if bound <= best + CLOSE:
            return best, True
        heappop(queue)
        for step, child in enumerate(_children(at)):
            above, number = relaxed(child)
            best = max(best, above if not child.shared else _best_guess(child, number))
            heappush(queue, (-above, opened + step, child))
    left = -queue[0][0]
    return max(best, left), left <= best + CLOSE


def relaxed(at: Lists) -> tuple[float, int]:
    """The highest delta if each ranking may choose its own shared holes, as long as they are equally many; and how many.

    Without shared holes that is exact: for fixed numbers of relevant holes the denominator is fixed, the later run's sum largest
    and the earlier run's smallest. Holes outside of both help a delta below 0 only, then all of them.
    """
    import numpy as np

    after = extreme_sums(at.after, [rank for _, rank in at.shared], at.own_after, 1)
    before = extreme_sums(at.before, [rank for rank, _ in at.shared], at.own_before, -1)
    top = after[:, :, None] + before[:, None, :]
    shared, own_after, own_before = map(np.arange, top.shape)
    relevant = shared[:, None, None] + own_after[:, None] + own_before
    below = at.shares + relevant + np.where(top < 0, at.outside, 0)
    if not at.shares:
        top[0, 0, 0] = 0.0 if at.outside else -np.inf
        below[0, 0, 0] = 1.0
    ratios = top / below
    place = int(ratios.argmax())
    return float(ratios.flat[place]), place // (top.shape[1] * top.shape[2])


def _children(at: Lists) -> tuple[Lists, Lists]:
    """The first shared hole judged relevant, and irrelevant."""
    (before, after), *rest = at.shared
    without = replace(at, shared=tuple(rest))
    return _with(without, [(before, after)]), without


def _with(at: Lists, relevant: Sequence[tuple[float, float]]) -> Lists:
    return replace(
        at,
        before=(*at.before, *((before, 1.0) for before, _ in relevant)),
        after=(*at.after, *((after, 1.0) for _, after in relevant)),
        shares=at.shares + len(relevant),
    )


def _best_guess(at: Lists, number: int) -> float:
    """The best of three judgments with this many relevant shared holes: what suits the later, the earlier, and both runs."""
    keys = (lambda ranks: ranks[1], lambda ranks: -ranks[0], lambda ranks: 1 / ranks[0] - 1 / ranks[1])
    guesses = {tuple(sorted(sorted(at.shared, key=key)[:number])) for key in keys}
    return max(relaxed(_with(replace(at, shared=()), guess))[0] for guess in guesses)
