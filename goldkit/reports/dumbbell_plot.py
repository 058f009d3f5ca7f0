"""One query before and after, on the scale of its measure: a ring where the baseline stood, an arrow where the run stands."""

from __future__ import annotations

from goldkit.reports.axis import Axis
from goldkit.reports.svg import drawing, line, mark, upright
from goldkit.results.moves import Moves
from goldkit.results.per_query import QueryScore

HEIGHT = 28
RING = "M-5,0 A5,5 0 1 0 5,0 A5,5 0 1 0 -5,0 Z"
RIGHT, LEFT = "M7,0 L-4,6 L-4,-6 Z", "M-7,0 L4,6 L4,-6 Z"


def dumbbell(query: QueryScore, moved: Moves, axis: Axis) -> str:
    """The two values of a query that changed."""
    before, after = (query.runs[name].values[moved.measure] for name in (moved.baseline, moved.run))
    middle, ends = HEIGHT / 2, sorted((axis.place(before), axis.place(after)))
    return drawing(
        f"{query.id}, {moved.measure}",
        f"{moved.baseline} {before:.3f}, {moved.run} {after:.3f}",
        HEIGHT,
        *(upright(axis.place(tick), 0, HEIGHT, "grid") for tick in axis.ticks),
        line(ends[0], ends[1], middle, "interval"),
        mark(axis.place(before), middle, RING, "mark none"),
        mark(axis.place(after), middle, RIGHT if after > before else LEFT, "mark equivalent"),
    )
