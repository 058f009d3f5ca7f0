"""One gate on one run: pass, fail or inconclusive, and why.

It passes where the interval's lower end reaches the bound, fails where its upper end does not, and is inconclusive where the bound
lies between. Of a floor the interval is that of a mean, of "no worse" that of a delta, whose bound is minus the margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.measures.names import Measure
from goldkit.phrases import counted, signed
from goldkit.results.gates import GateResult, GateVerdict, Interval
from goldkit.scoring.compare import Change, compare_slice
from goldkit.scoring.mean import mean
from goldkit.scoring.slices import FEWEST
from goldkit.scoring.terms import Terms
from goldkit.statistics.blocks import Blocks, block_sums, standard_errors
from goldkit.statistics.interval import mean_intervals
from goldkit.statistics.power import LEAST_BLOCKS, smallest_visible
from goldkit.statistics.wilson import effective_queries, wilson

SAME = 1e-9
"""An end that misses the bound by less than this reaches it: sums of fractions differ in their last bits."""


@dataclass(frozen=True, slots=True)
class Case:
    """A gate on one run. row: one value a query, or of "no worse" (against: a run's name) one delta; blocks, ids: beside it.

    spread: how far the two pipelines differ from themselves, run by run, where one of them was run more than once; see
    statistics.replicates. What lies within it is not told from chance.
    """

    gate: str
    run: str
    against: str | None
    measure: Measure
    bound: float
    row: Sequence[float]
    blocks: Sequence[str]
    ids: Sequence[str]
    frozen: bool
    spread: float | None = None

    @property
    def threshold(self) -> float:
        """What the figure is held against: the floor, or minus the margin."""
        return self.bound if self.against is None else -self.bound

    @property
    def untouched(self) -> bool:
        """Whether no query changed."""
        return self.against is not None and not any(self.row) and not self.spread


def judge(case: Case, terms: Terms) -> GateResult:
    """What a gate comes to. Of a frozen set neither an interval nor a query is told, nor a figure of very few queries."""
    few = case.frozen and len(case.row) < FEWEST
    figure = None if few or not case.row else mean(case.row)
    interval, blocks = None if figure is None else _interval(case, terms), len(set(case.blocks))
    verdict, reason = _verdict(case, figure, interval, terms)
    behind = [] if case.frozen or verdict == "pass" else _behind(case)
    return GateResult(
        gate=case.gate,
        run=case.run,
        measure=case.measure.name,
        against=case.against,
        bound=case.bound,
        verdict=verdict,
        figure=figure,
        interval=None if case.frozen or blocks < 2 else interval,
        n=len(case.row),
        blocks=blocks,
        reason=reason,
        warning=_warning(case, verdict, terms) if figure is not None else "",
        queries=tuple(behind),
    )


def against_bound(interval: Interval, threshold: float) -> GateVerdict:
    """Where an interval lies: not below the threshold (pass), all below it (fail), or on both sides (inconclusive)."""
    low, high = interval
    if low >= threshold - SAME:
        return "pass"
    return "fail" if high < threshold - SAME else "inconclusive"


def _verdict(case: Case, figure: float | None, interval: Interval | None, terms: Terms) -> tuple[GateVerdict, str]:
    if figure is None or interval is None:
        why = f"fewer than {FEWEST} queries of a frozen set are never told apart"
        return "inconclusive", why if case.row else "none of its queries has a relevant label"
    if terms.spent:
        return "inconclusive", f"the look budget of {terms.looks} is spent; freeze a new set"
    if case.untouched:
        return "pass", "no query changed"
    if terms.options.gate_on == "point":
        reached = figure >= case.threshold - SAME
        return ("pass" if reached else "fail"), "by the figure itself, not by its interval"
    blocks = len(set(case.blocks))
    if blocks < LEAST_BLOCKS:
        return "inconclusive", f"too few: a gate needs {counted(LEAST_BLOCKS, 'independent group')}"
    verdict = against_bound(interval, case.threshold)
    return verdict, _reason(verdict, case)


def _reason(verdict: GateVerdict, case: Case) -> str:
    bound = f"{case.threshold:g}" if case.against is None else signed(case.threshold)
    ends = {
        "pass": f"all of its interval is at least {bound}",
        "fail": f"all of its interval is below {bound}",
        "inconclusive": f"its interval reaches from below {bound} to above",
    }
    wider = "" if case.spread is None else ", which counts in how far runs of one name differ"
    return ends[verdict] + wider


def _interval(case: Case, terms: Terms) -> Interval:
    if case.untouched:
        return (0.0, 0.0)
    options = terms.options
    if case.against is None:
        sums = block_sums(case.blocks, [case.row])
        if case.measure.binary:
            return wilson(float(sums.means[0]), effective_queries(sums), terms.level)
        return mean_intervals(sums, terms.level, options.replicates, options.seed)[0]
    change = Change(case.against, case.run, case.measure.name, case.row)
    own = Terms(terms.primary, case.blocks, terms.margin, terms.looks, options, terms.spent)
    (delta,) = compare_slice([change], range(len(case.row)), own)
    if case.spread is not None:
        low, high = delta.interval or (-1.0, 1.0)
        return (min(low, delta.delta - case.spread), max(high, delta.delta + case.spread))
    return delta.interval if delta.interval is not None else (-1.0, 1.0)


def _warning(case: Case, verdict: GateVerdict, terms: Terms) -> str:
    """Why a margin that the set cannot resolve will rarely be held, even by a run that is no worse.

    A loss beyond the margin was told all the same, so a gate that failed has none.
    """
    if case.against is None or case.untouched or terms.options.gate_on == "point" or verdict == "fail":
        return ""
    sums: Blocks = block_sums(case.blocks, [case.row])
    if sums.count < 2:
        return ""
    visible = smallest_visible(float(standard_errors(sums)[0]), terms.level)
    if case.bound >= visible:
        return ""
    shown = "" if case.frozen else f", {visible:.3f}"
    least = f"the smallest difference that these queries can show{shown}"
    why = f"its margin {case.bound:g} is below {least}"
    if verdict == "pass":
        return f"this pass holds, but a run that is merely no worse will rarely pass: {why}"
    return f"rarely passes, also where nothing got worse: {why}"


def _behind(case: Case) -> list[str]:
    """The ids of the queries that lost, or that lie below the floor, the worst first."""
    limit = case.bound - SAME if case.against is None else -SAME
    return [name for value, name in sorted(zip(case.row, case.ids, strict=True)) if value < limit]
