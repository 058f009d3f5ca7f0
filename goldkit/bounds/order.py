"""Which hole to judge next: the one that is expected to narrow the comparison of two runs most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from goldkit.bounds.catalogue import Ends, ends
from goldkit.bounds.mean import mean_ends
from goldkit.bounds.settled import Settled, settled
from goldkit.bounds.situation import Situation, judged
from goldkit.measures.names import Measure

Rule = Literal["width", "weight"]
TIE_BREAK = 0.001
"""How much a hole's effect alone counts beside the width: two holes may each narrow nothing while together they matter."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A hole worth judging. gain: what the rule gives it, at least 0, in units of the measure on one query."""

    query: str
    chunk: str
    gain: float


@dataclass(frozen=True, slots=True)
class _Promise:
    """By how much a hole narrows its query's interval, judged irrelevant or of the highest grade; and its effect alone."""

    irrelevant: float
    relevant: float
    effect: float


class JudgingOrder:
    """The open holes of two runs in the order of what judging them is expected to narrow; told each answer, it follows.

    `order = JudgingOrder(situations, measure, gains)`; `order.ranked()` gives every open hole, best first, to fill a review queue
    at once, and `order.gain(query, chunk)` what one of them gains; `order.judge(query, chunk, gain)` takes one answer and looks
    again only at that query; `order.settled` says whether judging may stop, and needs no gain of any hole. Rules (after the
    minimal test collection of Carterette, Allan and Sitaraman, SIGIR 2006):

    width: (1 − p) · (narrowing if irrelevant) + p · (narrowing if of the highest grade) + a thousandth of the weight, where p is
    the smoothed rate of relevant answers so far, (1 + relevant) / (5 + judged).
    weight: |delta if only this hole is relevant − delta if none is|; half the work.
    """

    def __init__(
        self,
        situations: Mapping[str, Situation],
        measure: Measure,
        gains: Sequence[float],
        rule: Rule = "width",
        answers: tuple[int, int] = (0, 0),
    ) -> None:
        """situations: one a query, the earlier run `before`. gains: of the scale's relevant grades, rising, at least one.

        answers: relevant and judged holes so far, for p. Raises KeyError for a measure without bounds.
        """
        self.situations = dict(situations)
        self.measure, self.gains, self.rule = measure, tuple(gains), rule
        self.relevant, self.judged = answers
        self._ends = {query: ends(measure, situation, self.gains) for query, situation in self.situations.items()}
        self._promises: dict[tuple[str, str], _Promise] = {}

    def ranked(self) -> list[Wanted]:
        """Every open hole, the most wanted first; equal ones by query and chunk id."""
        holes = [
            Wanted(query, chunk, self.gain(query, chunk))
            for query, situation in self.situations.items()
            for chunk in situation.holes
        ]
        return sorted(holes, key=lambda hole: (-hole.gain, hole.query, hole.chunk))

    def next(self) -> Wanted | None:
        """The most wanted hole, None where none is open."""
        return next(iter(self.ranked()), None)

    def judge(self, query: str, chunk: str, gain: float) -> None:
        """Take an answer: the gain of the grade that the hole was given, 0 where it is irrelevant.

        Raises KeyError for a query that is not compared, and ValueError for a chunk that is no open hole of it.
        """
        self.situations[query] = judged(self.situations[query], chunk, gain)
        self.judged += 1
        self.relevant += bool(gain)
        self._ends[query] = ends(self.measure, self.situations[query], self.gains)
        self._promises = {hole: promise for hole, promise in self._promises.items() if hole[0] != query}

    @property
    def mean(self) -> Ends | None:
        """Between which ends the mean delta lies now; None where no query has a value."""
        return mean_ends(list(self._ends.values()))

    @property
    def settled(self) -> Settled:
        """Which run is better whatever the open holes are; `tied` where no query has a value."""
        mean = self.mean
        return "tied" if mean is None else settled(mean)

    def gain(self, query: str, chunk: str) -> float:
        """What the rule gives an open hole, at least 0, in units of the measure on one query. Raises ValueError for another."""
        if (query, chunk) not in self._promises:
            self._promises[query, chunk] = self._promise(query, chunk)
        promise = self._promises[query, chunk]
        if self.rule == "weight":
            return promise.effect
        rate = (1 + self.relevant) / (5 + self.judged)
        return (1 - rate) * promise.irrelevant + rate * promise.relevant + TIE_BREAK * promise.effect

    def _promise(self, query: str, chunk: str) -> _Promise:
        situation = self.situations[query]
        best = judged(situation, chunk, self.gains[-1])
        effect = abs(effect_alone(self.measure, situation, best))
        if self.rule == "weight":
            return _Promise(0.0, 0.0, effect)
        now = _width(self._ends[query])
        outcomes = (judged(situation, chunk, 0), best)
        irrelevant, relevant = (now - _width(ends(self.measure, after, self.gains)) for after in outcomes)
        return _Promise(irrelevant, relevant, effect)


def effect_alone(measure: Measure, none: Situation, one: Situation) -> float:
    """By how much the delta moves when one hole is judged (`one`) and every other stays irrelevant."""
    return measure(one.after) - measure(one.before) - measure(none.after) + measure(none.before)


def _width(found: Ends | None) -> float:
    """The length of a query's interval; one that may drop out of the mean stretches to 0, where it adds nothing."""
    if found is None:
        return 0.0
    low, high = (found.low, found.high) if found.always else (min(0.0, found.low), max(0.0, found.high))
    return high - low
