"""How deep a ranking is kept by its chunk ids, so that a hole which another run found can be ranked in this one."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.measures.names import Measure
from goldkit.measures.view import View


def hole_depth(measures: Sequence[Measure], view: View, k: int) -> int:
    """How many results of a ranking its bounds need, at least k.

    An uncut reciprocal rank is not moved behind the first hit, so that few ids are kept even of long rankings; any other uncut
    measure needs all.
    """
    from goldkit.bounds.catalogue import BOUNDS  # means alone have none

    bounded = [measure for measure in measures if measure.kind in BOUNDS]
    deepest = max([k, *(measure.k for measure in bounded if measure.k is not None)])
    uncut = {measure.kind for measure in bounded if measure.k is None}
    if uncut - {"MRR"} or (uncut and not view.reaches):
        return view.depth
    return max(deepest, view.reaches[0].rank) if uncut else deepest
