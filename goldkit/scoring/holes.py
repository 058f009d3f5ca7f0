"""What of a table nobody judged, and what judging it could change."""

from __future__ import annotations

from goldkit.results.holes import ASSUMPTION
from goldkit.results.score import Holes, RunHoles
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.hole_bounds import Asked, hole_bounds
from goldkit.scoring.mean import mean


def holes(scored: Denominator, asked: Asked) -> Holes:
    """judged@k and holes of each run, with the bounds of every mean and delta."""
    bounds = hole_bounds(scored, asked)
    own = [
        RunHoles(
            name=found.run.name,
            judged=mean(found.judged),
            unjudged=len(found.holes),
            intervals=bounds.runs[found.run.name],
        )
        for found in asked.tables
    ]
    return Holes(
        k=asked.k,
        unjudged=len(set().union(*(found.holes for found in asked.tables))),
        runs=tuple(own),
        deltas=bounds.deltas,
        assumption=ASSUMPTION,
    )
