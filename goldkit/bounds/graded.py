"""nDCG: every relevant hole also moves the ideal, and by how much hangs on its grade."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import log2

from goldkit.bounds.ratio import first
from goldkit.bounds.situation import Situation
from goldkit.measures.view import View

CLOSER = 1e-12
"""A ratio that grows by less is the same one, rounded."""


def highest_ndcg(situation: Situation, k: float, gains: Sequence[float]) -> float:
    """The highest delta of nDCG@k. gains: what a relevant hole may be worth, rising, all above 0.

    A hole of the g-th gain lies in the layers 1 to g, each as thick as two gains are apart. The ideal is a sum over layers of
    the discounts of its first slots, as many as there are items in the layer; so it is known from how many holes each layer
    holds, and with nested layers the holes with the largest effects are best for all of them at once.

    A delta below 0 is highest with every relevant hole at the highest gain (for a factor below 0, numerator minus factor times
    ideal is convex in the gains, the ideal being a maximum of linear functions). Else Dinkelbach's method from there: for a given
    factor each layer takes its own best number of holes, which falls from layer to layer by itself, since in a thinner layer
    one more item adds more to the ideal. It ends at the optimum, because there are finitely many choices.
    """
    holes, least = len(situation.holes), first(situation)
    fixed = _gained(situation.after, k) - _gained(situation.before, k)
    steps = sorted((discount(hole.after, k) - discount(hole.before, k) for hole in situation.holes), reverse=True)
    effects = list(accumulate(steps, initial=0.0))
    layers, above = _layers(situation.after.ideal_gains, k, gains, holes)
    whole = [above + sum(layer[count] for layer in layers) for count in range(holes + 1)]
    best = max((fixed + gains[-1] * effects[count]) / whole[count] for count in range(least, holes + 1))
    if best < 0 or len(gains) == 1:
        return best
    return _grow(best, fixed, effects, layers, above, gains, least)


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


def _gained(view: View, k: float) -> float:
    return sum(reach.gain * discount(reach.rank, k) for reach in view.reaches)
