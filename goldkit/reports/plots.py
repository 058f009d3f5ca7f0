"""The plots of a scoring result on their own, for notebooks: the drawings of the page with only the styles that they need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.phrases import signed
from goldkit.reports.delta_plot import axis_row, delta_axis, delta_row
from goldkit.results.score import ScoreResult

DRAWN = ("svg ", ".tick", ".grid", ".zero", "rect.margin", ".visible", ".interval", ".mark")
"""How the rules of score.css begin that a drawing needs."""


@dataclass(frozen=True, slots=True)
class Plot:
    """One figure. html: self-contained markup with inline SVG; its styles reach nothing outside of it."""

    html: str

    def _repr_html_(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html


def plot_deltas(result: ScoreResult, measure: str | None = None) -> Plot:
    """Each run's delta against the baseline with its interval, the margin and the smallest visible difference.

    measure: a name of `result.measures`, the primary one where None. Raises UsageError where nothing is compared in it.
    """
    wanted = measure or (result.method.primary if result.method.primary in result.measures else result.measures[0])
    deltas = [delta for delta in result.deltas if delta.measure == wanted]
    if not deltas:
        raise UsageError(f"no run is compared in {wanted}: give two runs, and one of {', '.join(result.measures)}")
    margin = result.method.margin if wanted == result.method.primary else 0.0
    axis = delta_axis(deltas, margin)
    rows = "".join(
        f"<div>{escape(delta.run)} {signed(delta.delta)}</div>{delta_row(delta, axis, margin)}" for delta in deltas
    )
    head = escape(f"{wanted}, against {result.method.baseline}")
    return Plot(
        f'<figure class="goldkit"><style>{_styles()}</style><figcaption>{head}</figcaption>{rows}{axis_row(axis)}</figure>'
    )


@cache
def _styles() -> str:
    """The colours and the rules of drawings in score.css, all within the figure."""
    whole = Path(__file__).with_name("score.css").read_text(encoding="utf-8")
    colours, _, rules = whole.partition("* {")
    kept = (f".goldkit {rule}" for rule in rules.splitlines() if rule.startswith(DRAWN))
    page = ".goldkit { background: var(--paper); color: var(--ink); padding: .5rem 1rem; }"
    return "\n".join([colours.replace(":root", ".goldkit").strip(), page, *kept])
