"""Drift between two runs as plain text: the figures, what changed most, and what is no longer there."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.phrases import counted, some
from goldkit.reports.columns import columns
from goldkit.results.drift import Apart, Change, Drift, Spread

SHOWN = 10
"""Queries that are shown one by one."""
HEAD = ("", "mean", "least", "5%", "25%", "median")


def drift_text(drift: Drift) -> str:
    """The whole report, with a final newline."""
    return "\n".join([*_figures(drift), *_kinds(drift), *_changed(drift), *_apart(drift), *_vanished(drift)]) + "\n"


def _figures(drift: Drift) -> Iterator[str]:
    yield f"{drift.before} → {drift.after} · {counted(drift.queries, 'query')} in both · first {drift.k} results · no label is used"
    named = (
        ("overlap (Jaccard)", drift.overlap),
        (f"kept of {drift.before}", drift.kept),
        (f"rank-biased overlap (p {drift.p:.3g})", drift.rbo),
    )
    rows = [[name, *_cells(spread)] for name, spread in named if spread is not None]
    if rows:
        yield ""
        yield from columns([list(HEAD), *rows], (False, *[True] * (len(HEAD) - 1)))
        yield "5%, 25%: so many of the queries have at most this; 1 is unchanged, 0 has nothing in common"


def _cells(spread: Spread) -> list[str]:
    return [f"{value:.3f}" for value in (spread.mean, spread.least, spread.p5, spread.p25, spread.median)]


def _kinds(drift: Drift) -> Iterator[str]:
    yield ""
    yield from columns(
        [
            ["same ids, same order", f"{drift.same:,}"],
            ["same ids, another order", f"{drift.reordered:,}"],
            ["some ids dropped or new", f"{drift.partly:,}"],
            ["no id in common", f"{drift.nothing:,}"],
        ],
        (False, True),
    )
    if drift.tied:
        yield f"of the changed, {drift.tied:,} with equal scores on both sides of the cut, where chance may decide"
    for name, repeats in drift.repeats.items():
        if repeats:
            yield f"{name}: ids repeated within a list: {repeats:,}; a repeat takes its slot and counts as nothing"
    least, most = min(drift.depths.values()), max(drift.depths.values())
    if least < min(most, drift.k):
        depths = ", ".join(f"{name} {depth}" for name, depth in drift.depths.items())
        yield f"note: the runs are not equally deep ({depths}); --k {max(least, 1)} compares like with like"


def _changed(drift: Drift) -> Iterator[str]:
    if not drift.changed:
        return
    yield ""
    yield f"changed most ({min(SHOWN, len(drift.changed))} of {len(drift.changed):,}), by rank-biased overlap:"
    for change in drift.changed[:SHOWN]:
        yield f"  {change.query}  {change.rbo:.3f}"
        yield from _moved(change)


def _moved(change: Change) -> Iterator[str]:
    if change.dropped:
        yield f"    dropped: {some(change.dropped)}"
    if change.new:
        yield f"    new: {some(change.new)}"
    if not change.dropped and not change.new:
        yield "    the same ids in another order"


def _apart(drift: Drift) -> Iterator[str]:
    """What is not compared."""
    lines = [
        *(f"only in {name}: {_named(apart)}" for name, apart in drift.only.items() if apart.count),
        *(f"failed in {name}, not compared: {_named(apart)}" for name, apart in drift.failed.items() if apart.count),
    ]
    if drift.blind is not None:
        lines.append(f"made for the frozen set {drift.blind}: no query is named")
    yield from ["", *lines] if lines else []


def _named(apart: Apart) -> str:
    names = f" ({some(apart.queries)})" if apart.queries else ""
    return counted(apart.count, "query") + names


def _vanished(drift: Drift) -> Iterator[str]:
    if drift.vanished:
        yield ""
    for found in drift.vanished:
        if not found.lacking:
            yield f"{found.run}: the corpus has all of its {counted(found.ids, 'id')}"
            continue
        reason = f"; {found.reason}" if found.reason else ""
        yield (
            f"{found.run}: {len(found.lacking):,} of its {counted(found.ids, 'id')} not in the corpus: "
            f"{some(found.lacking)}{reason}"
        )
