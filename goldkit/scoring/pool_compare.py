"""By how much judging what was pooled could move the comparison of runs, and which pairs would move it most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum

from goldkit.bounds.catalogue import BOUNDS
from goldkit.bounds.outlook import Outlook
from goldkit.bounds.situation import meet
from goldkit.measures.names import Measure, parse
from goldkit.records import Chunk
from goldkit.results.pool import Comparison
from goldkit.scoring.answers import Answers
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.pool_chance import Answer, Chances, Pair, chances
from goldkit.scoring.pool_effects import effects
from goldkit.scoring.pool_expect import ENOUGH, expected_delta
from goldkit.scoring.pool_similarity import similarities
from goldkit.scoring.request import DEFAULT_K
from goldkit.sets.pool_subject import PoolSubject
from goldkit.sets.pooling import BY
from goldkit.sets.scoreset import ScoreSet

LEAST = 1e-12
"""What a pair is worth that moves nothing alone and may yet do so with others."""
SAME = 1e-9
"""Narrowing by less is rounding."""


@dataclass(frozen=True, slots=True)
class Moving:
    """comparisons: of each further run with the first. gains: pair → what judging it is worth, over all pairs of runs that are
    open."""

    comparisons: tuple[Comparison, ...] = ()
    gains: Mapping[Pair, float] = field(default_factory=dict)


def primary_measure(scoreset: ScoreSet) -> Measure:
    """The measure that carries the verdict, at the set's cut."""
    (measure,) = parse([scoreset.deciding()], scoreset.k or DEFAULT_K)
    return measure


def depth_read(measure: Measure, depth: int) -> int | None:
    """How deep rankings are to be kept for comparing: the pool's depth, the measure's cut, or all of it (None)."""
    return None if measure.k is None else max(depth, measure.k)


def moving(
    subject: PoolSubject,
    runs: Sequence[Answers],
    scored: Denominator,
    pools: Mapping[str, Collection[str]],
    corpus: Mapping[str, Chunk],
) -> Moving:
    """What judging could still move on the set's primary measure; nothing where fewer than two runs or no label allow it.

    runs: their `shown` as deep as depth_read. pools: query id → what was pooled for it. The mean is over the queries that have
    a relevant label now and that every run answered. A pair is worth the sum, over the pairs of runs that are open, of what it
    alone would move if relevant, times its chance with the benefit of the doubt.
    """
    measure = primary_measure(subject.scoreset)
    names = [
        query.id
        for query in scored.queries
        if query.id not in scored.lacks and not any(query.id in run.failed for run in runs)
    ]
    if len(runs) < 2 or not names or measure.kind not in BOUNDS:
        return Moving()
    compared = _Compared(subject, measure, names, runs, scored, pools, corpus)
    outlooks = {pair: compared.outlook(*pair) for pair in combinations(range(len(runs)), 2)}
    open_ = {pair: outlook for pair, outlook in outlooks.items() if outlook.settled == "open"}
    moves, hopes = [compared.moves(*pair) for pair in open_], compared.chances.hoped(compared.holes)
    gains = {hole: hopes[hole] * fsum(abs(own[hole]) for own in moves) for hole in compared.holes}
    alone = [hole for hole, gain in gains.items() if not gain]
    gains |= {hole: LEAST for hole in alone if any(outlook.gain(*hole) > SAME for outlook in open_.values())}
    comparisons = tuple(
        compared.comparison(outlook, after) for (before, after), outlook in outlooks.items() if before == 0
    )
    return Moving(comparisons, gains)


class _Compared:
    """All runs over the queries that they are compared on. names: of these queries."""

    def __init__(
        self,
        subject: PoolSubject,
        measure: Measure,
        names: Sequence[str],
        runs: Sequence[Answers],
        scored: Denominator,
        pools: Mapping[str, Collection[str]],
        corpus: Mapping[str, Chunk],
    ) -> None:
        self._subject, self._measure, self._names, self._runs = subject, measure, names, runs
        self._truths = scored.truths
        self._shown = [{name: _shown(run, name) for name in names} for run in runs]
        tops = [{name: shown[name][: measure.k] for name in names} for shown in self._shown]
        read = [] if measure.k is None else tops  # of an uncut measure nothing more than was pooled is asked
        self._open = {
            name: sorted(set(pools[name]).union(*(top[name] for top in read)) - self._truths[name].judged)
            for name in names
        }
        self.holes = [(name, chunk) for name, chunks in self._open.items() for chunk in chunks]
        self.answers = _answers(subject, set(names))
        self.chances = _chances(subject, self.holes, self.answers, corpus, tops)
        scale = subject.scoreset.scale
        self._gains = [scale.gain(grade) for grade in range(scale.relevant_from, scale.max + 1)]
        earned = [answer.gain for answer in self.answers if answer.gain]
        gain = fsum(earned) / len(earned) if earned else self._gains[-1]
        self._effects = [effects(measure, self._truths, self._open, shown, gain) for shown in self._shown]

    def outlook(self, before: int, after: int) -> Outlook:
        """What can still happen between two runs."""
        one, other = self._shown[before], self._shown[after]
        met = {name: meet(self._truths[name], one[name], other[name], self._open[name]) for name in self._names}
        relevant = sum(answer.gain > 0 for answer in self.answers)
        return Outlook(met, self._measure, self._gains, answers=(relevant, len(self.answers)))

    def moves(self, before: int, after: int) -> dict[Pair, float]:
        """By how much each hole alone, if relevant, would move the delta of its query."""
        return {hole: self._effects[after][hole] - self._effects[before][hole] for hole in self.holes}

    def comparison(self, outlook: Outlook, after: int) -> Comparison:
        """What is said of the first run and another one."""
        mean, settled = outlook.mean, outlook.settled
        low, high = (0.0, 0.0) if mean is None else (mean.low, mean.high)
        baseline, run, queries = self._runs[0].name, self._runs[after].name, len(self._names)
        frozen = self._subject.scoreset.frozen
        moves = {hole: move / queries for hole, move in self.moves(0, after).items()}
        rates, guess = self.chances.of(self.holes), None
        best = max(self.holes, key=lambda hole: rates[hole] * abs(moves[hole]), default=None)
        if not frozen and len(self.answers) >= ENOUGH:
            guess = expected_delta(self._delta(outlook), moves, self.chances)
        return Comparison(
            baseline=baseline,
            run=run,
            measure=self._measure.name,
            queries=queries,
            holes=len(self.holes),
            judged=len(self.answers),
            settled=settled != "open",
            width=high - low,
            next_narrows=0.0 if best is None else outlook.gain(*best) / queries,
            low=None if frozen else low,
            high=None if frozen else high,
            better=None if frozen else {"after": run, "before": baseline}.get(settled),
            expected=None if guess is None else guess.delta,
            expected_error=None if guess is None else guess.error,
        )

    def _delta(self, outlook: Outlook) -> float:
        """The mean delta as it is now, every hole taken as irrelevant."""
        met = outlook.situations.values()
        return fsum(self._measure(one.after) - self._measure(one.before) for one in met) / len(met)


def _shown(run: Answers, query: str) -> Sequence[str]:
    return run.found[query].shown if query in run.found else ()


def _chances(
    subject: PoolSubject,
    holes: Sequence[Pair],
    answers: Sequence[Answer],
    corpus: Mapping[str, Chunk],
    tops: Sequence[Mapping[str, Collection[str]]],
) -> Chances:
    pairs = {*holes, *((answer.query, answer.chunk) for answer in answers)}
    asked: dict[str, set[str]] = {}
    for query, chunk in sorted(pairs):
        asked.setdefault(query, set()).add(chunk)
    return chances(pairs, answers, similarities(subject, asked, corpus), tops)


def _answers(subject: PoolSubject, names: Collection[str]) -> list[Answer]:
    """The pairs of these queries that were pooled before and have a label that counts now."""
    asked = {(line.query, line.chunk) for line in subject.judgments if line.by == BY}
    scale = subject.scoreset.scale
    return [
        Answer(query.id, chunk, scale.gain(label.grade or 0))
        for query in subject.queries
        for chunk, label in sorted(query.labels.items())
        if query.id in names and (query.id, chunk) in asked
    ]
