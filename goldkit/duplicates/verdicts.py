"""The verdict on a match: what comes before the guard, and what the guard may take for boilerplate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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


def verdict(a: Text, b: Text, boilerplate: bool, stops: NDArray[np.uint64], parameters: WidenParameters) -> Finding:
    """What two texts are to each other that are near-duplicates by their figures.

    boilerplate: too few shingles are left beside the stop shingles. A short text is the same only as an identical one;
    a rule that no quote can settle is named of it all the same, since "short" would hide it.
    """
    if boilerplate:
        return Finding("differs", "boilerplate")
    found = guard(a.text, b.text, lambda text: _is_boilerplate(text, stops, parameters))
    if min(a.shingled.words, b.shingled.words) >= parameters.least_words or found.rule in NEVER:
        return found
    return replace(found, verdict="differs", rule="short", direction=None)


def verdicts(
    asked: tuple[Sequence[tuple[Text, Text, bool]], NDArray[np.uint64], WidenParameters],
) -> list[Finding]:
    """The verdict on each of some pairs, as one piece of work for a process; stops and parameters as in `verdict`."""
    pairs, stops, parameters = asked
    return [verdict(a, b, boilerplate, stops, parameters) for a, b, boilerplate in pairs]


def _is_boilerplate(text: str, stops: NDArray[np.uint64], parameters: WidenParameters) -> bool:
    """Whether a stretch of text is all stop shingles, and says nothing that limits what stands beside it."""
    if not len(stops):
        return False
    made = shingled(text, parameters)
    long_enough = made.words >= parameters.words and bool(isin_sorted(made.hashes, stops).all())
    return long_enough and leaves_as_is(text)
