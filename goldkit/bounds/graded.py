"""nDCG: every relevant hole also moves the ideal, and by how much hangs on its grade."""

from __future__ import annotations

from collections.abc import Sequence
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
    return _highest(situation, k, judged, after.ideal_gains, gains)


def highest_ndcg_exp(situation: Situation, k: float, gains: Sequence[float]) -> float:
    """The highest delta of nDCG-exp@k: the same with 2^gain − 1 for every gain."""
    after, before = situation.after, situation.before
    judged = [(reach.rank, reach.exp_gain) for reach in after.reaches]
    judged += [(reach.rank, -reach.exp_gain) for reach in before.reaches]
    return _highest(situation, k, judged, after.ideal_exp, [exponential(gain) for gain in gains])


def _highest(
    situation: Situation,
    k: float,
    judged: Sequence[tuple[float, float]],
    ideal: Sequence[float],
    gains: Sequence[float],
) -> float:
    """The highest (judged + gains of holes by their discounts) / ideal. judged: rank and gain, the earlier run's negative.

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
    steps = sorted((discount(hole.after, k) - discount(hole.before, k) for hole in situation.holes), reverse=True)
    effects = list(accumulate(steps, initial=0.0))
    gains = telling(gains, ideal)
    layers, above = _layers(ideal, k, gains, holes)
    whole = [above + sum(layer[count] for layer in layers) for count in range(holes + 1)]
    best = max((fixed + gains[-1] * effects[count]) / whole[count] for count in range(least, holes + 1))
    if best < 0 or len(gains) == 1:
        return best
    return _grow(best, fixed, effects, layers, above, gains, least)


def telling(gains: Sequence[float], ideal: Sequence[float]) -> list[float]:
    """The gains that must be tried: the highest, and those with a judged fact's gain strictly between their two neighbours.

    Where there is none, the layers below and above a gain hold equally many facts, so both take the same holes and are one.
    """
    edges = [0.0, *gains]
    near = zip(edges, edges[1:], edges[2:], strict=False)
    return [gain for low, gain, high in near if any(low < known < high for known in ideal)] + [gains[-1]]


def discount(rank: float, k: float) -> float:
    """What a slot counts: 1 / log2(rank + 1), 0 behind k."""
    return 1 / log2(rank + 1) if rank <= k else 0.0


def _grow(
    factor: float,
    fixed: float,
    effects: Sequence[float],
    layers: Sequence[Sequence[float]],
    above: float,
    gains: Sequence[float],
    least: int,
) -> float:
    """Dinkelbach's method from a ratio that is reached: the highest one."""
    thick = [high - low for low, high in pairwise([0.0, *gains])]
    while True:
        top, below = fixed, above
        for depth, (layer, width) in enumerate(zip(layers, thick, strict=True)):
            fewest = 0 if depth else least
            worth = [width * effect - factor * ideal for effect, ideal in zip(effects, layer, strict=True)]
            count = max(range(fewest, len(worth)), key=lambda number: (worth[number], number))
            top += width * effects[count]
            below += layer[count]
        if top / below <= factor + CLOSER:
            return factor
        factor = top / below


def _layers(ideal: Sequence[float], k: float, gains: Sequence[float], holes: int) -> tuple[list[list[float]], float]:
    """What each layer of gain adds to the ideal, by how many holes lie in it; and what the judged facts add above them all.

    ideal: the judged facts' gains, falling. Where they lie between two gains of the scale (shares), a layer is a sum of thinner
    ones.
    """
    slots = [0.0, *accumulate(discount(slot, k) for slot in range(1, len(ideal) + holes + 1))]
    layers = [[0.0] * (holes + 1) for _ in gains]
    above = 0.0
    edges = sorted({0.0, *gains, *ideal})
    for low, high in pairwise(edges):
        items = sum(gain >= high for gain in ideal)
        depth = sum(gain < high for gain in gains)
        if depth == len(gains):
            above += (high - low) * slots[items]
            continue
        layer = layers[depth]
        for count in range(holes + 1):
            layer[count] += (high - low) * slots[items + count]
    return layers, above
