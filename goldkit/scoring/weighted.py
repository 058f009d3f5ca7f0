"""Traffic-weighted means: each query counts as often as it was asked, for all those like it that were not picked too."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from goldkit.errors import UsageError
from goldkit.phrases import counted
from goldkit.results.weighted import Weighted, WeightedRun
from goldkit.scoring.compare import differences
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.slices import FEWEST
from goldkit.scoring.table import RunTable
from goldkit.scoring.terms import Terms
from goldkit.sets.scoreset import ScoreQuery
from goldkit.statistics.blocks import weighted_sums
from goldkit.statistics.interval import mean_intervals, shifts


def weighted(scored: Denominator, tables: Sequence[RunTable], baseline: str, measure: str, terms: Terms) -> Weighted:
    """The means and deltas of one measure with weights w = weight / prob (Hájek 1971), blocks summed with theirs.

    Queries without both never enter: one that was picked because it looked uncertain has no chance of being picked that is known.
    Raises UsageError where too few queries have both.
    """
    weights = [traffic(query) for query in scored.queries]
    places = [place for place, weight in enumerate(weights) if weight is not None]
    own = [weight for weight in weights if weight is not None]
    if len(own) < FEWEST:
        few = f"{counted(len(own), 'query')} of {len(weights):,} have a weight and a known chance of having been picked"
        raise UsageError(f"--weighted: {few} (`weight`, and `sampling` with a `prob`); at least {FEWEST} are needed")
    names = [terms.blocks[place] for place in places]
    return Weighted(
        measure=measure,
        n=len(own),
        blocks=len(set(names)),
        left_out=len(weights) - len(own),
        effective=effective(own),
        runs=tuple(_runs(tables, baseline, measure, places, own, names, terms)),
    )


def traffic(query: ScoreQuery) -> float | None:
    """How many questions of the log a query stands for; None where its count or its chance of being picked is not known."""
    prob = query.sampling.get("prob")
    if not query.weight or isinstance(prob, bool) or not isinstance(prob, int | float) or not 0 < prob <= 1:
        return None
    return query.weight / prob


def effective(weights: Sequence[float]) -> float:
    """How many equally weighted queries these are worth (Kish 1965)."""
    return fsum(weights) ** 2 / fsum(weight**2 for weight in weights)


def _runs(
    tables: Sequence[RunTable],
    baseline: str,
    measure: str,
    places: Sequence[int],
    weights: Sequence[float],
    names: Sequence[str],
    terms: Terms,
) -> list[WeightedRun]:
    values = [[table.values[measure][place] for place in places] for table in tables]
    sums, options = weighted_sums(names, values, weights), terms.options
    spans = mean_intervals(sums, options.alpha, options.replicates, options.seed)
    means = [
        WeightedRun(run=table.run.name, mean=float(mean), interval=span if sums.count > 1 else None)
        for table, mean, span in zip(tables, sums.means, spans, strict=True)
    ]
    first = [table.run.name for table in tables].index(baseline)
    others = [place for place in range(len(tables)) if place != first]
    rows = [differences(values[first], values[place]) for place in others]
    tested = shifts(weighted_sums(names, rows, weights), options.replicates, options.seed) if others else []
    for place, own in zip(others, tested, strict=True):
        low, high = own.interval(terms.level)
        means[place] = WeightedRun(
            run=means[place].run,
            mean=means[place].mean,
            interval=means[place].interval,
            delta=own.estimate,
            delta_interval=(max(-1.0, low), min(1.0, high)) if sums.count > 1 else None,
            p=own.p(0.0),
        )
    return means
