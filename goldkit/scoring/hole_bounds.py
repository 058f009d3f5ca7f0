"""Between which ends every mean and delta of a table lies, over all ways its holes could be judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from goldkit.bounds.catalogue import BOUNDS, Ends, ends
from goldkit.bounds.copies import COPIES, UNMOVED, has_copy_ends
from goldkit.bounds.mean import Undefined, mean_ends
from goldkit.bounds.settled import settled
from goldkit.bounds.situation import Situation, alone, find
from goldkit.bounds.stopping import judgments_to_settle
from goldkit.measures.names import Measure
from goldkit.records import Scale
from goldkit.results.holes import HolesDelta, Range, Settled
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.hole_reading import read_holes
from goldkit.scoring.mean import mean as average
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.table import RunTable

SIGNS: dict[str, Settled] = {"after": "better", "before": "worse", "tied": "tied", "open": "open"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What bounds are asked of. k: the cut of the pool for an uncut measure. primary: the measure whose judgments are counted."""

    tables: Sequence[RunTable]
    baseline: str
    measures: Sequence[Measure]
    primary: str
    k: int
    scale: Scale
    options: ScoreOptions

    @property
    def gains(self) -> range:
        """Of the relevant grades, rising; a scale may have millions."""
        return range(1, self.scale.gain(self.scale.max) + 1)

    @property
    def undefined(self) -> Undefined:
        """What a query without a fact counts, as in the means."""
        return "zero" if self.options.no_relevant == "zero" else "exclude"


@dataclass(frozen=True, slots=True)
class HoleBounds:
    """runs: run name → measure name → interval of its mean. deltas: run by run, measure by measure, as the table's."""

    runs: dict[str, dict[str, Range]] = field(default_factory=dict)
    deltas: tuple[HolesDelta, ...] = ()


def hole_bounds(scored: Denominator, asked: Asked) -> HoleBounds:
    """The bounds of every run and delta, of the measures that have any.

    The pool of a measure is what any run of the table has among its first k, k being the measure's own cut, else the table's.
    """
    bounded = [measure for measure in asked.measures if measure.kind in BOUNDS]
    cuts = {measure: measure.k or asked.k for measure in bounded}
    pools = {cut: _pool(scored, asked, cut) for cut in set(cuts.values())}
    names = [table.run.name for table in asked.tables]
    base = asked.tables[names.index(asked.baseline)]
    runs = {
        name: {measure.name: _range(_mean(measure, pools[cuts[measure]].alone[place], asked)) for measure in bounded}
        for place, name in enumerate(names)
    }
    deltas = [
        _delta(measure, pools[cuts[measure]].against[place], (base, table), asked)
        for place, table in enumerate(asked.tables)
        if table is not base
        for measure in bounded
    ]
    return HoleBounds(runs, tuple(deltas))


@dataclass(frozen=True, slots=True)
class _Pool:
    """The queries of the denominator as each run meets them, alone and against the baseline, with the holes of one cut."""

    alone: tuple[list[Situation], ...]
    against: tuple[list[Situation], ...]


def _pool(scored: Denominator, asked: Asked, k: int) -> _Pool:
    tables = asked.tables
    base = next(table for table in tables if table.run.name == asked.baseline)
    found = _Pool(tuple([] for _ in tables), tuple([] for _ in tables))
    for place, query in enumerate(scored.queries):
        pool = set().union(*(table.ids[place][:k] for table in tables)) - scored.truths[query.id].judged
        holes = tuple(sorted(pool))
        ranks = [find(table.ids[place], holes) for table in tables]
        known = next(own for table, own in zip(tables, ranks, strict=True) if table is base)
        for run, (table, own) in enumerate(zip(tables, ranks, strict=True)):
            found.alone[run].append(alone(table.views[place], holes, own))
            found.against[run].append(Situation(base.views[place], table.views[place], holes, known, own))
    return found


def _mean(measure: Measure, situations: Sequence[Situation], asked: Asked) -> Ends:
    """Every query of a table has a value, or counts 0, so their mean has ends."""
    found = mean_ends([ends(measure, at, asked.gains) for at in situations], asked.undefined)
    return found or Ends(0.0, 0.0)


def _delta(
    measure: Measure, situations: Sequence[Situation], tables: tuple[RunTable, RunTable], asked: Asked
) -> HolesDelta:
    base, table = tables
    mean = _mean(measure, situations, asked)
    found = HolesDelta(
        baseline=base.run.name,
        run=table.run.name,
        measure=measure.name,
        judged=average(table.judged) - average(base.judged),
        interval=_range(mean),
        exact=mean.exact,
        settled=SIGNS[settled(mean)],
        copies=_copies(measure, situations, mean, asked),
    )
    if found.settled == "open" and measure.name == asked.primary:
        found = replace(found, judgments=judgments_to_settle(situations, measure, asked.gains))
    return replace(found, reading=read_holes(found, measure.name == asked.primary))


def _copies(measure: Measure, situations: Sequence[Situation], mean: Ends, asked: Asked) -> Range | None:
    """The interval if holes may be copies: the same where it makes no difference, None where none is known."""
    if measure.kind in UNMOVED:
        return _range(mean)
    highest = COPIES.get(measure.kind)
    if highest is None or measure.k is None or not all(at.after.facts and has_copy_ends(at) for at in situations):
        return None
    found = [Ends(-highest(at.swapped, measure.k), highest(at, measure.k)) for at in situations]
    whole = mean_ends(found, asked.undefined)
    return None if whole is None else _range(whole)


def _range(found: Ends) -> Range:
    return (found.low, found.high)
