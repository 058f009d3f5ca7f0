"""By how much judging what was pooled could move the comparison of runs, and which pairs would move it most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from goldkit.bounds.catalogue import BOUNDS
from goldkit.bounds.order import JudgingOrder
from goldkit.bounds.situation import Situation, meet
from goldkit.measures.names import Measure, parse
from goldkit.results.pool import Comparison
from goldkit.scoring.answers import Answers
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.pool_expect import Answer, expected_delta
from goldkit.scoring.request import DEFAULT_K
from goldkit.sets.pool_subject import PoolSubject
from goldkit.sets.pooling import BY
from goldkit.sets.scoreset import ScoreSet

Pair = tuple[str, str]
"""(query id, chunk id)."""


@dataclass(frozen=True, slots=True)
class Moving:
    """comparisons: of each further run with the first. gains: pair → what judging it is worth, over all pairs of runs that are
    open."""

    comparisons: tuple[Comparison, ...] = ()
    gains: Mapping[Pair, float] = field(default_factory=dict)


def primary_measure(scoreset: ScoreSet) -> Measure:
    """The measure that carries the verdict, at the set's cut."""
    (measure,) = parse([scoreset.primary], scoreset.k or DEFAULT_K)
    return measure


def depth_read(measure: Measure, depth: int) -> int | None:
    """How deep rankings are to be kept for comparing: the pool's depth, the measure's cut, or all of it (None)."""
    return None if measure.k is None else max(depth, measure.k)


def moving(
    subject: PoolSubject, runs: Sequence[Answers], scored: Denominator, pools: Mapping[str, Collection[str]]
) -> Moving:
    """What judging could still move on the set's primary measure; nothing where fewer than two runs or no label allow it.

    runs: their `shown` as deep as depth_read. pools: query id → what was pooled for it. The mean is over the queries that have
    a relevant label now and that every run answered.
    """
    measure = primary_measure(subject.scoreset)
    names = [
        query.id
        for query in scored.queries
        if query.id not in scored.lacks and not any(query.id in run.failed for run in runs)
    ]
    if len(runs) < 2 or not names or measure.kind not in BOUNDS:
        return Moving()
    holes = {name: set(pools[name]).union(*(_top(run, name, measure) for run in runs)) for name in names}
    answers = _answers(subject)
    gains: Counter[Pair] = Counter()
    comparisons = []
    for before, after in combinations(runs, 2):
        met = {
            name: meet(scored.truths[name], _shown(before, name), _shown(after, name), holes[name]) for name in names
        }
        order = _order(subject, measure, met, answers)
        if before is runs[0]:
            comparisons.append(_comparison(order, (before, after), answers, subject.scoreset.frozen))
        if order.settled == "open":
            gains.update({(hole.query, hole.chunk): hole.gain for hole in order.ranked()})
    return Moving(tuple(comparisons), gains)


def _shown(run: Answers, query: str) -> Sequence[str]:
    return run.found[query].shown if query in run.found else ()


def _top(run: Answers, query: str, measure: Measure) -> Sequence[str]:
    """What the measure reads of a ranking; of an uncut one nothing more than was pooled."""
    return () if measure.k is None else _shown(run, query)[: measure.k]


def _answers(subject: PoolSubject) -> list[Answer]:
    """The pairs that were pooled before and have a label that counts now."""
    asked = {(line.query, line.chunk) for line in subject.judgments if line.by == BY}
    scale = subject.scoreset.scale
    return [
        Answer(query.id, chunk, scale.gain(label.grade or 0))
        for query in subject.queries
        for chunk, label in sorted(query.labels.items())
        if (query.id, chunk) in asked
    ]


def _order(
    subject: PoolSubject, measure: Measure, met: Mapping[str, Situation], answers: Sequence[Answer]
) -> JudgingOrder:
    scale = subject.scoreset.scale
    gains = [scale.gain(grade) for grade in range(scale.relevant_from, scale.max + 1)]
    relevant = sum(answer.gain > 0 for answer in answers)
    return JudgingOrder(met, measure, gains, answers=(relevant, len(answers)))


def _comparison(
    order: JudgingOrder, pair: tuple[Answers, Answers], answers: Sequence[Answer], frozen: bool
) -> Comparison:
    before, after = pair
    mean, best, settled = order.mean, order.next(), order.settled
    low, high = (0.0, 0.0) if mean is None else (mean.low, mean.high)
    queries = len(order.situations)

    def group(query: str, chunk: str) -> tuple[bool, bool]:
        return chunk in _shown(before, query)[: order.measure.k], chunk in _shown(after, query)[: order.measure.k]

    guess = None if frozen else expected_delta(order.measure, order.situations, answers, group)
    return Comparison(
        baseline=before.name,
        run=after.name,
        measure=order.measure.name,
        queries=queries,
        holes=sum(len(situation.holes) for situation in order.situations.values()),
        judged=len(answers),
        settled=settled != "open",
        width=high - low,
        next_narrows=0.0 if best is None else best.gain / queries,
        low=None if frozen else low,
        high=None if frozen else high,
        better=None if frozen else {"after": after.name, "before": before.name}.get(settled),
        expected=None if guess is None else guess.delta,
        expected_error=None if guess is None else guess.error,
    )
