"""How far the means depend on how equal scores happen to be ordered."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from goldkit.measures.names import Measure
from goldkit.measures.tie_orders import BOUNDED
from goldkit.measures.view import View
from goldkit.phrases import signed
from goldkit.results.score import Interval, RunScore
from goldkit.scoring.table import RunTable

ROUNDING = 0.0005
"""Ends closer than this are one figure in a table of three decimals."""


def tie_bounds(table: RunTable, measures: Sequence[Measure]) -> dict[str, Interval]:
    """Measure name → (lowest, highest) mean over all orders of equal scores; empty where no such order changes anything.

    Measures other than measures.tie_orders.BOUNDED have none. Of several runs under one name, the means of their ends.
    """
    parts = table.parts or (table,)
    if not any(any(part.orders) for part in parts):
        return {}
    return {
        measure.name: _mean([_ends(part.values[measure.name], part.orders, measure) for part in parts])
        for measure in measures
        if measure.kind in BOUNDED
    }


def _ends(values: Sequence[float], orders: Sequence[tuple[View, View] | None], measure: Measure) -> Interval:
    pairs = [
        (value, value) if order is None else (min(value, measure(order[0])), max(value, measure(order[1])))
        for value, order in zip(values, orders, strict=True)
    ]
    return _mean(pairs)


def _mean(pairs: Sequence[Interval]) -> Interval:
    return fsum(low for low, _ in pairs) / len(pairs), fsum(high for _, high in pairs) / len(pairs)


def tie_notes(runs: Sequence[RunScore], baseline: str, primary: str) -> list[str]:
    """Where ties show in the means, and where they could make more of a difference than the one under test.

    primary: the measure under test; the first with bounds, where it has none.
    """
    found = [_means(run) for run in runs]
    first = next(run for run in runs if run.name == baseline)
    bounded = [name for name in (primary, *first.means) if any(name in run.tie_bounds for run in runs)]
    if bounded:
        found += [_doubt(first, run, bounded[0]) for run in runs if run is not first]
    return [note for note in found if note]


def _means(run: RunScore) -> str:
    wide = [
        f"{name} {low:.3f} to {high:.3f}"
        for name, (low, high) in run.tie_bounds.items()
        if high - low > ROUNDING and f"{low:.3f}" != f"{high:.3f}"
    ]
    return f"over all orders of equal scores {run.name} has {', '.join(wide)}" if wide else ""


def _doubt(first: RunScore, run: RunScore, name: str) -> str:
    (low, high), (before_low, before_high) = (
        each.tie_bounds.get(name, (each.means[name],) * 2) for each in (run, first)
    )
    delta, least, most = run.means[name] - first.means[name], low - before_high, high - before_low
    if most - least <= max(abs(delta), ROUNDING):
        return ""
    return (
        f"warning: ties span more than the delta under test: over all orders of equal scores {name} of {run.name} against "
        f"{first.name} lies between {signed(least)} and {signed(most)}, and was found to be {signed(delta)}"
    )
