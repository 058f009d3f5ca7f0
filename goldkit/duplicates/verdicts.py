"""The verdict on a match: what comes before the guard, and what the guard may take for boilerplate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from goldkit.duplicates.guard import Finding, guard
from goldkit.duplicates.shingles import shingled
from goldkit.duplicates.stops import isin_sorted
from goldkit.duplicates.surplus import leaves_as_is
from goldkit.store.derive import NEVER

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goldkit.duplicates.texts import Text
    from goldkit.results.widen import WidenParameters

EXACT = Finding("same", "exact")
"""Of two chunks of equal text."""
BOILERPLATE = Finding("differs", "boilerplate")
"""Of two texts that have too few shingles beside the stop shingles, whatever they say."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What two texts are to each other. asked: the stretches of text that were held against the boilerplate of the corpus on the
    way, and whether they are nothing else."""

    finding: Finding
    asked: tuple[tuple[str, bool], ...] = ()


def verdict(a: Text, b: Text, boilerplate: bool, stops: NDArray[np.uint64], parameters: WidenParameters) -> Finding:
    """What `judged` finds of two texts."""
    return judged(a, b, boilerplate, stops, parameters).finding


def judged(a: Text, b: Text, boilerplate: bool, stops: NDArray[np.uint64], parameters: WidenParameters) -> Judged:
    """What two texts are to each other that are near-duplicates by their figures.

    boilerplate: too few shingles are left beside the stop shingles. A short text is the same only as an identical one;
    a rule that no quote can settle is named of it all the same, since "short" would hide it.
    """
    if boilerplate:
        return Judged(BOILERPLATE)
    asked: dict[str, bool] = {}
    among = boilerplate_among(stops, parameters)
    found = guard(a.text, b.text, lambda text: asked.setdefault(text, among(text)))
    if min(a.shingled.words, b.shingled.words) < parameters.least_words and found.rule not in NEVER:
        found = replace(found, verdict="differs", rule="short", direction=None)
    return Judged(found, tuple(asked.items()))


def verdicts(
    asked: tuple[Sequence[tuple[Text, Text, bool]], NDArray[np.uint64], WidenParameters],
) -> list[Judged]:
    """Each of some pairs judged, as one piece of work for a process; stops and parameters as for `judged`."""
    pairs, stops, parameters = asked
    return [judged(a, b, boilerplate, stops, parameters) for a, b, boilerplate in pairs]


def boilerplate_among(stops: NDArray[np.uint64], parameters: WidenParameters) -> Callable[[str], bool]:
    """Asked whether a stretch of text is all stop shingles, and says nothing that limits what stands beside it."""

    def is_boilerplate(text: str) -> bool:
        if not len(stops):
            return False
        made = shingled(text, parameters)
        long_enough = made.words >= parameters.words and bool(isin_sorted(made.hashes, stops).all())
        return long_enough and leaves_as_is(text)

    return is_boilerplate
