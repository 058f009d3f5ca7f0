"""Agreement between judges beyond chance: Cohen's and Fleiss' kappa, Krippendorff's alpha. Grades are whole numbers.

All are 1 for judges who always agree and 0 for agreement as by chance; None where chance alone makes everybody agree (one grade
for everything), or nothing was judged twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

Distance = Callable[[int, int], float]
Weights = Literal["nominal", "linear", "quadratic"]
DISTANCES: dict[Weights, Distance] = {
    "nominal": lambda one, other: float(one != other),
    "linear": lambda one, other: float(abs(one - other)),
    "quadratic": lambda one, other: float((one - other) ** 2),
}
"""How far two grades are apart, up to a factor, which kappa and alpha do not depend on."""


def cohen_kappa(pairs: Sequence[tuple[int, int]], weights: Weights = "nominal") -> float | None:
    """Two judges' agreement. pairs: their grades of the same things.

    1 − observed distance / distance of grades drawn from each judge's own (Cohen 1960; weighted: Cohen 1968).
    """
    distance = DISTANCES[weights]
    firsts, seconds = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    observed = sum(distance(one, other) for one, other in pairs)
    expected = sum(
        count * times * distance(one, other) for one, count in firsts.items() for other, times in seconds.items()
    )
    return 1 - observed * len(pairs) / expected if expected else None


def fleiss_kappa(units: Iterable[Sequence[int]]) -> float | None:
    """Agreement of any judges, the same number for each thing. units: the grades of each thing (Fleiss 1971).

    Raises ValueError where things have different numbers of grades, or fewer than two.
    """
    counts = [Counter(unit) for unit in units]
    raters = {sum(count.values()) for count in counts}
    if not counts:
        return None
    if len(raters) > 1 or min(raters) < 2:
        raise ValueError("Fleiss' kappa needs the same number of grades, two or more, for each thing")
    n = raters.pop()
    observed = sum((sum(x * x for x in count.values()) - n) / (n * (n - 1)) for count in counts) / len(counts)
    totals = sum(counts, Counter())
    expected = sum((total / (n * len(counts))) ** 2 for total in totals.values())
    return (observed - expected) / (1 - expected) if expected < 1 else None


def krippendorff_alpha(units: Iterable[Sequence[int]], ordinal: bool = True) -> float | None:
    """Agreement of any judges with any gaps. units: the grades of each thing; those with fewer than two tell nothing.

    ordinal: grades that are ranks; else names (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").
    """
    counts = [Counter(unit) for unit in units if len(unit) > 1]
    totals = sum(counts, Counter())
    n = sum(totals.values())
    distance = _ordinal(totals) if ordinal else DISTANCES["nominal"]
    observed = sum(_apart(count, count, distance) / (sum(count.values()) - 1) for count in counts)
    expected = _apart(totals, totals, distance) / (n - 1) if n > 1 else 0.0
    return 1 - observed / expected if expected else None


def _apart(one: Mapping[int, int], other: Mapping[int, int], distance: Distance) -> float:
    return sum(x * y * distance(a, b) for a, x in one.items() for b, y in other.items())


def _ordinal(totals: Mapping[int, int]) -> Distance:
    """The squared number of grades given between two ranks, each end by half."""
    before, sofar = {}, 0.0
    for grade in sorted(totals):
        before[grade] = sofar + totals[grade] / 2
        sofar += totals[grade]
    return lambda one, other: (before[one] - before[other]) ** 2
