"""nDCG: every relevant hole also moves the ideal, and by how much hangs on its grade."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import log2

from goldkit.bounds.ratio import first
from goldkit.bounds.situation import Situation, exponential

CLOSER = 1e-12
"""A ratio that grows by less is the same one, rounded."""


def highest_ndcg(situation: Situation, k: float, gains: Sequence[float]) -> float:
    """The highest delta of nDCG@k. gains: what a relevant hole may be worth, rising, all above 0."""
    after, before = situation.after, situation.before
    judged = [(reach.rank, reach.gain) for reach in after.reaches] + [
        (reach.rank, -reach.gain) for reach in before.reaches
    ]
    return _highest(situation, k, judged, after.ideal_gains, telling(gains, after.ideal_gains))


def highest_ndcg_exp(situation: Situation, k: float, gains: Sequence[float]) -> float:
    """The highest delta of nDCG-exp@k: the same with 2^gain − 1 for every gain."""
    after, before = situation.after, situation.before
    judged = [(reach.rank, reach.exp_gain) for reach in after.reaches]
    judged += [(reach.rank, -reach.exp_gain) for reach in before.reaches]
    tried = telling(gains, [log2(known + 1) for known in after.ideal_exp])
    return _highest(situation, k, judged, after.ideal_exp, tuple([exponential(gain) for gain in tried]))


def _highest(
    situation: Situation,
    k: float,
    judged: Sequence[tuple[float, float]],
    ideal: tuple[float, ...],
    gains: tuple[float, ...],
) -> float:
    """The highest (judged + gains of holes by their discounts) / ideal. judged: rank and gain, the earlier run's negative.

    gains: those that must be tried (see telling).

    A hole of the g-th gain lies in the layers 1 to g, each as thick as two gains are apart. The ideal is a sum over layers of
    the discounts of its first slots, as many as there are items in the layer; so it is known from how many holes each layer
    holds, and with nested layers the holes with the largest effects are best for all of them at once.

    A delta below 0 is highest with every relevant hole at the highest gain (for a factor below 0, numerator minus factor times
    ideal is convex in the gains, the ideal being a maximum of linear functions). Else Dinkelbach's method from there: for a given
    factor each layer takes its own best number of holes, which falls from layer to layer by itself, since the fewer judged
    facts a layer has, the more one item adds to the ideal. It ends at the optimum, as there are finitely many choices.
    """
    holes, least = len(situation.holes), first(situation)
    fixed = sum(gain * discount(rank, k) for rank, gain in judged)
    worth = {rank: discount(rank, k) for rank in {*situation.ranks_before, *situation.ranks_after}}
    ranks = zip(situation.ranks_before, situation.ranks_after, strict=True)
    steps = sorted([worth[later] - worth[earlier] for earlier, later in ranks], reverse=True)
    effects = list(accumulate(steps, initial=0.0))
    ideals = _ideals(ideal, k, gains, holes)
    best = max(
        (fixed + gains[-1] * effect) / whole for effect, whole in list(zip(effects, ideals.whole, strict=True))[least:]
    )
    return best if best < 0 or len(ideals.thick) == 1 else _grow(best, fixed, effects, ideals)


def telling(gains: Sequence[float], known: Iterable[float]) -> tuple[float, ...]:
    """The gains that must be tried: the highest, and those with a judged fact's gain strictly between their two neighbours.

    Where there is none, the layers below and above a gain hold equally many facts, so both take the same holes and are one. So a
    scale may have any number of grades.
    """
    found = {gains[-1]}
    for gain in set(known):
        place = bisect_left(gains, gain)
        lower = place if place < len(gains) and gains[place] == gain else place - 1
        found.update(gains[max(0, lower) : place + 1])
    return tuple(sorted(found))


def discount(rank: float, k: float) -> float:
    """What a slot counts: 1 / log2(rank + 1), 0 behind k."""
    return 1 / log2(rank + 1) if rank <= k else 0.0


@dataclass(frozen=True, slots=True)
class _Ideals:
    """What the ideal may be. thick: of each layer, from 0 to the highest gain, how thick it is.

    layers: of each layer, what it adds to the ideal, by how many holes lie in it. above: what the judged facts add above them.
    whole: the ideal by how many holes have the highest gain, if all others are irrelevant.
    """

    thick: tuple[float, ...]
    layers: tuple[tuple[float, ...], ...]
    above: float
    whole: tuple[float, ...]


@lru_cache(maxsize=256)
def _ideals(ideal: tuple[float, ...], k: float, gains: tuple[float, ...], holes: int) -> _Ideals:
    """ideal: the judged facts' gains, falling. Kept for a while, as all runs meet a query with the same ones."""
    slots = [0.0, *accumulate(discount(slot, k) for slot in range(1, len(ideal) + holes + 1))]
    layers = [[0.0] * (holes + 1) for _ in gains]
    above = 0.0
    for low, high in pairwise(sorted({0.0, *gains, *ideal})):
        items = sum(gain >= high for gain in ideal)
        depth = sum(gain < high for gain in gains)
        if depth == len(gains):
            above += (high - low) * slots[items]
            continue
        layers[depth] = [known + (high - low) * slot for known, slot in zip(layers[depth], slots[items:], strict=False)]
    return _Ideals(
        thick=tuple(high - low for low, high in pairwise([0.0, *gains])),
        layers=tuple(map(tuple, layers)),
        above=above,
        whole=tuple(above + sum(parts) for parts in zip(*layers, strict=True)),
    )


def _grow(factor: float, fixed: float, effects: Sequence[float], ideals: _Ideals) -> float:
    """Dinkelbach's method from a ratio that is reached: the highest one.

    No hole need be relevant here: without a judged fact there is a single layer (see telling).
    """
    while True:
        top, below = fixed, ideals.above
        for layer, thick in zip(ideals.layers, ideals.thick, strict=True):
            worth = [thick * effect - factor * ideal for effect, ideal in zip(effects, layer, strict=True)]
            count = max(range(len(worth)), key=lambda number: (worth[number], number))
            top += thick * effects[count]
            below += layer[count]
        if top / below <= factor + CLOSER:
            return factor
        factor = top / below
