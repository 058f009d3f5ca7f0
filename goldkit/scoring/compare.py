"""Deltas against the baseline, and what can be told from noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.measures.names import Measure
from goldkit.results.score import Delta, Interval, SliceDelta
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.table import RunTable
from goldkit.statistics.blocks import Blocks, block_sums, largest_share, standard_errors
from goldkit.statistics.interval import Shifts, shifts
from goldkit.statistics.paired import PairedTest, paired_test
from goldkit.statistics.power import smallest_visible
from goldkit.statistics.verdict import LEAST_BLOCKS, Decision, decide

UNCHANGED = 1e-12
"""Values closer than this are the same: sums of fractions differ in their last bits."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What deltas are judged by. primary: the name of the measure with a verdict. blocks: one block name a query.

    margin: in units of the primary measure. looks: what p is multiplied by and the level divided by, 1 unless frozen.
    spent: all looks are used up.
    """

    primary: str
    blocks: Sequence[str]
    margin: float
    looks: int
    options: ScoreOptions
    spent: bool = False

    @property
    def level(self) -> float:
        """The level of a single test, after looks."""
        return self.options.alpha / self.looks

    @property
    def mute(self) -> bool:
        """Whether nothing may be told from noise: too few blocks, or no look left."""
        return self.spent or len(set(self.blocks)) < LEAST_BLOCKS


def compare(baseline: RunTable, others: Sequence[RunTable], measures: Sequence[Measure], terms: Terms) -> list[Delta]:
    """Each run against the baseline on each measure, run by run; `reading` is still empty."""
    by_measure = [_on_measure(baseline, others, measure.name, terms) for measure in measures]
    return [deltas[place] for place in range(len(others)) for deltas in by_measure]


def _on_measure(baseline: RunTable, others: Sequence[RunTable], measure: str, terms: Terms) -> list[Delta]:
    rows = [changes(baseline, other, measure) for other in others]
    sums = block_sums(terms.blocks, rows)
    test = paired_test(sums, terms.options.replicates, terms.options.seed)
    return [
        _delta(
            (baseline.run.name, other.run.name, measure),
            row,
            sums.column(place),
            _Tested(test, place, len(rows)),
            terms,
        )
        for place, (other, row) in enumerate(zip(others, rows, strict=True))
    ]


@dataclass(frozen=True, slots=True)
class _Tested:
    """One run's place among the runs that were tested together."""

    test: PairedTest
    place: int
    runs: int


def _delta(names: tuple[str, str, str], row: list[float], sums: Blocks, tested: _Tested, terms: Terms) -> Delta:
    baseline, run, measure = names
    found = shifts(sums, terms.options.replicates, terms.options.seed)
    primary = measure == terms.primary
    adjusted = min(1.0, terms.looks * float(tested.test.adjusted[tested.place])) if primary else None
    decision = _decision(found, sums.count, adjusted, terms)
    level = terms.level / tested.runs if primary else terms.level
    wins, losses = sum(change > 0 for change in row), sum(change < 0 for change in row)
    return Delta(
        baseline=baseline,
        run=run,
        measure=measure,
        delta=found.estimate,
        interval=bounded(found, terms.level),
        p=float(tested.test.p[tested.place]),
        p_adjusted=adjusted,
        smallest_visible=smallest_visible(float(standard_errors(sums)[0]), level) if any(row) else None,
        wins=wins,
        ties=len(row) - wins - losses,
        losses=losses,
        verdict=decision.verdict,
        reason=decision.reason,
        largest_block_share=largest_share(sums),
        reading="",
    )


def _decision(found: Shifts, blocks: int, adjusted: float | None, terms: Terms) -> Decision:
    if terms.spent:
        why = f"the look budget of {terms.looks} is spent, so nothing can be told from noise"
        return Decision("none", f"{why}; freeze a new set")
    if adjusted is None:
        return Decision("none", "secondary, uncorrected")
    return decide(found, blocks, adjusted, terms.margin, terms.options.alpha, terms.looks)


def changes(baseline: RunTable, other: RunTable, measure: str) -> list[float]:
    """The run's value minus the baseline's, query by query; differences of rounding are 0."""
    pairs = zip(other.values[measure], baseline.values[measure], strict=True)
    return [0.0 if abs(after - before) < UNCHANGED else after - before for after, before in pairs]


def bounded(found: Shifts, level: float) -> Interval:
    """The interval of a delta within [−1, 1], where every delta of a measure lies."""
    low, high = found.interval(level)
    return (max(-1.0, low), min(1.0, high))


def slice_delta(baseline: RunTable, other: RunTable, measure: str, places: Sequence[int], terms: Terms) -> SliceDelta:
    """A run against the baseline on the queries at these places, with the interval and p of the same test, uncorrected."""
    row = changes(baseline, other, measure)
    sums = block_sums([terms.blocks[place] for place in places], [[row[place] for place in places]])
    found = shifts(sums, terms.options.replicates, terms.options.seed)
    return SliceDelta(
        baseline=baseline.run.name,
        run=other.run.name,
        measure=measure,
        delta=found.estimate,
        interval=bounded(found, terms.level),
        p=found.p(0.0),
    )
