"""Deltas as intervals on one scale: the zero line, the band of the margin, and the smallest difference the set can see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldkit.phrases import signed
from goldkit.reports.axis import Axis, around_zero
from goldkit.reports.svg import band, drawing, line, mark, text, upright
from goldkit.reports.verdicts import VERDICTS
from goldkit.results.score import Delta, Interval, SliceDelta, Verdict

HEIGHT = 36
"""Of a row, in pixels."""
AXIS_HEIGHT = 22
SHAPES: dict[Verdict, str] = {
    "better": "M0,-8 L8,6 L-8,6 Z",
    "worse": "M0,8 L8,-6 L-8,-6 Z",
    "equivalent": "M-6,-6 H6 V6 H-6 Z",
    "too_small": "M-6,0 A6,6 0 1 0 6,0 A6,6 0 1 0 -6,0 Z",
    "none": "M-6,0 A6,6 0 1 0 6,0 A6,6 0 1 0 -6,0 Z",
}
"""Verdict → the mark's outline: its meaning never hangs on colour alone."""


def delta_axis(deltas: Iterable[Delta], margin: float) -> Axis:
    """One scale for several deltas, their intervals, what can be seen and the margin."""
    return around_zero(
        [
            margin,
            *(value for own in deltas for value in (own.delta, *(own.interval or ()), own.smallest_visible or 0.0)),
        ]
    )


def slice_axis(deltas: Iterable[SliceDelta]) -> Axis:
    """One scale for the deltas of slices and their intervals."""
    return around_zero([value for own in deltas for value in (own.delta, *(own.interval or ()))])


def delta_row(delta: Delta, axis: Axis, margin: float) -> str:
    """One delta. margin: 0 where there is none to show."""
    seen = "" if delta.smallest_visible is None else f"; smallest visible difference {delta.smallest_visible:.3f}"
    said = f"delta {signed(delta.delta)}{_ends(delta)}; {VERDICTS[delta.verdict].lower()}{seen}"
    visible = [side * delta.smallest_visible for side in (-1, 1) if delta.smallest_visible is not None]
    return drawing(
        f"{delta.run} against {delta.baseline}, {delta.measure}",
        said,
        HEIGHT,
        *_ground(axis, margin),
        *(upright(axis.place(value), 5, HEIGHT - 5, "visible") for value in visible),
        *_interval(axis, delta.delta, delta.interval, delta.verdict),
    )


def slice_row(name: str, delta: SliceDelta, axis: Axis) -> str:
    """The delta within a slice: never a verdict, so never coloured as one."""
    title = f"{name}: {delta.run} against {delta.baseline}, {delta.measure}"
    said = f"delta {signed(delta.delta)}{_ends(delta)}; exploratory"
    return drawing(title, said, HEIGHT, *_ground(axis, 0.0), *_interval(axis, delta.delta, delta.interval, "none"))


def _ends(delta: Delta | SliceDelta) -> str:
    return "" if delta.interval is None else f", interval {' to '.join(map(signed, delta.interval))}"


def axis_row(axis: Axis) -> str:
    """The ticks below the rows."""
    ticks = (text(axis.label(tick), x=f"{axis.place(tick):.2f}%", y=15, class_="tick") for tick in axis.ticks)
    return drawing("Scale", f"from {signed(axis.low)} to {signed(axis.high)}", AXIS_HEIGHT, *ticks)


def _ground(axis: Axis, margin: float) -> Sequence[str]:
    shade = [band(axis.place(-margin), axis.place(margin), HEIGHT, "margin")] if margin else []
    grid = [upright(axis.place(tick), 0, HEIGHT, "grid" if abs(tick) > 1e-12 else "zero") for tick in axis.ticks]
    return [*shade, *grid]


def _interval(axis: Axis, value: float, ends: Interval | None, verdict: Verdict) -> Sequence[str]:
    middle = HEIGHT / 2
    drawn = [mark(axis.place(value), middle, SHAPES[verdict], f"mark {verdict}")]
    if ends is None:
        return drawn
    low, high = (axis.place(end) for end in ends)
    kind = f"interval {verdict}"
    caps = (upright(end, middle - 5, middle + 5, kind) for end in (low, high))
    return [line(low, high, middle, kind), *caps, *drawn]


def legend_mark(verdict: Verdict) -> str:
    """A verdict's mark alone, beside its words."""
    return drawing(VERDICTS[verdict], "the mark of this verdict", 20, mark(50, 10, SHAPES[verdict], f"mark {verdict}"))
