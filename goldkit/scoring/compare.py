"""Deltas against the baseline, and what can be told from noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum

from goldkit.measures.names import Measure
from goldkit.results.score import Delta, Interval, SliceDelta, Verdict
from goldkit.scoring.table import RunTable
from goldkit.scoring.terms import Terms
from goldkit.statistics.blocks import Blocks, block_sums, largest_share, standard_errors
from goldkit.statistics.influence import without_largest
from goldkit.statistics.interval import Shifts, shifts
from goldkit.statistics.paired import paired_test, single_tests
from goldkit.statistics.power import smallest_visible
from goldkit.statistics.verdict import Decision, decide

UNCHANGED = 1e-12
"""Values closer than this are the same: sums of fractions differ in their last bits."""


@dataclass(frozen=True, slots=True)
class Change:
    """One run against the baseline on one measure. row: the run's value minus the baseline's, query by query."""

    baseline: str
    run: str
    measure: str
    row: Sequence[float]


def changes(baseline: RunTable, others: Sequence[RunTable], measures: Sequence[Measure]) -> list[Change]:
    """All changes, run by run."""
    return [
        Change(baseline.run.name, other.run.name, name, differences(baseline.values[name], other.values[name]))
        for other in others
        for name in (measure.name for measure in measures)
    ]


def differences(before: Sequence[float], after: Sequence[float]) -> list[float]:
    """After minus before, query by query; what differs by rounding only is 0."""
    return [0.0 if abs(new - old) < UNCHANGED else new - old for old, new in zip(before, after, strict=True)]


def compare(found: Sequence[Change], terms: Terms) -> list[Delta]:
    """Each change tested on blocks, those of the primary measure together; `reading` is still empty."""
    if not found:
        return []
    sums = block_sums(terms.blocks, [change.row for change in found])
    accepted = shifts(sums, terms.options.replicates, terms.options.seed)
    primary = [place for place, change in enumerate(found) if change.measure == terms.primary]
    joint = paired_test(sums.columns(primary), terms.options.replicates, terms.options.seed)
    adjusted = dict(zip(primary, joint.tolist(), strict=True))
    deltas = [
        _delta(change, sums.columns([place]), accepted[place], adjusted.get(place), len(primary), terms)
        for place, change in enumerate(found)
    ]
    return _with_influence(deltas, sums.columns(primary), primary, terms)


def _with_influence(deltas: list[Delta], sums: Blocks, primary: Sequence[int], terms: Terms) -> list[Delta]:
    """sums: of the primary measure, one column for each place in `primary`."""
    if terms.spent or not primary:
        return deltas

    def verdict(own: Shifts, blocks: int, joint: float) -> Verdict:
        return _decision(own, blocks, min(1.0, terms.looks * joint), terms).verdict

    found = without_largest(sums, verdict, terms.options.replicates, terms.options.seed)
    for place, one in zip(primary, found, strict=True):
        if one is not None:
            deltas[place] = replace(deltas[place], largest_block=one[0], without_largest=one[1])
    return deltas


def _delta(change: Change, sums: Blocks, accepted: Shifts, joint: float | None, runs: int, terms: Terms) -> Delta:
    """joint: the p-value over all runs, None for a secondary measure; runs: how many were tested together."""
    adjusted = None if joint is None else min(1.0, terms.looks * joint)
    decision = _decision(accepted, sums.count, adjusted, terms)
    level = terms.level if joint is None else terms.level / runs
    error = float(standard_errors(sums)[0]) if sums.count > 1 else None
    wins, losses = sum(value > 0 for value in change.row), sum(value < 0 for value in change.row)
    return Delta(
        baseline=change.baseline,
        run=change.run,
        measure=change.measure,
        delta=accepted.estimate,
        interval=_bounded(accepted, terms.level) if sums.count > 1 else None,
        p=accepted.p(0.0),
        p_adjusted=adjusted,
        smallest_visible=smallest_visible(error, level) if error is not None and (wins or losses) else None,
        wins=wins,
        ties=len(change.row) - wins - losses,
        losses=losses,
        verdict=decision.verdict,
        reason=decision.reason,
        largest_block_share=largest_share(sums),
        reading="",
        error=error if wins or losses else None,
    )


def _decision(found: Shifts, blocks: int, adjusted: float | None, terms: Terms) -> Decision:
    if terms.spent:
        why = f"the look budget of {terms.looks} is spent, so nothing can be told from noise"
        return Decision("none", f"{why}; freeze a new set")
    if adjusted is None:
        return Decision("none", "secondary, uncorrected")
    return decide(found, blocks, adjusted, terms.margin, terms.options.alpha, terms.looks)


def _bounded(accepted: Shifts, level: float) -> Interval:
    """The interval of a delta within [−1, 1], where every delta of a measure lies."""
    low, high = accepted.interval(level)
    return (max(-1.0, low), min(1.0, high))


def compare_slice(found: Sequence[Change], places: Sequence[int], terms: Terms) -> list[SliceDelta]:
    """Each change on the queries at these places only, tested; p_adjusted is still None.

    Only the primary measure, or else the first, has intervals: they cost ten times what the tests do.
    """
    if not found or not places:
        return []
    names = [terms.blocks[place] for place in places]
    sums = block_sums(names, [[change.row[place] for place in places] for change in found])
    tested = single_tests(sums, terms.options.replicates, terms.options.seed)
    carrier = next((change.measure for change in found if change.measure == terms.primary), found[0].measure)
    carried = [place for place, change in enumerate(found) if change.measure == carrier]
    accepted = shifts(sums.columns(carried), terms.options.replicates, terms.options.seed)
    spans = {place: _bounded(own, terms.level) for place, own in zip(carried, accepted, strict=True)}
    return [
        SliceDelta(
            baseline=change.baseline,
            run=change.run,
            measure=change.measure,
            delta=float(sums.means[place]),
            interval=spans.get(place),
            p=float(tested[place]),
        )
        for place, change in enumerate(found)
    ]


def plain_slice(found: Sequence[Change], places: Sequence[int], terms: Terms) -> list[SliceDelta]:
    """Each change's mean on the queries at these places only."""
    if not places:
        return []
    return [
        SliceDelta(
            baseline=change.baseline,
            run=change.run,
            measure=change.measure,
            delta=fsum(change.row[place] for place in places) / len(places),
        )
        for change in found
    ]
