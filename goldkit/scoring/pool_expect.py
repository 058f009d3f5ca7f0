"""Where a comparison would end if the open pairs were judged like those judged so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import fsum

from goldkit.bounds.order import effect_alone
from goldkit.bounds.situation import Situation, judged
from goldkit.measures.names import Measure

ENOUGH = 50
"""With fewer pooled pairs judged, nothing is said about the rest."""
PRIOR = 10
"""How many judged pairs the rate of all weighs as, in the rate of each group: a group of few is like all."""

Group = tuple[bool, bool]
"""Which of the two runs has a pair: the earlier, the later."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A pooled pair that was judged since. gain: of its grade, 0 for an irrelevant one."""

    query: str
    chunk: str
    gain: float


def expected_delta(
    measure: Measure,
    situations: Mapping[str, Situation],
    answers: Iterable[Answer],
    group: Callable[[str, str], Group],
) -> float | None:
    """The mean delta, each open pair taken to be relevant as often as the judged ones that the same of the two runs found.

    To the first order: what each pair does alone, times its rate; rates are a few percent where this matters. None with too few
    answers. Unbiased as far as what is judged first is no more and no less relevant than the rest of its group.
    """
    known = list(answers)
    if len(known) < ENOUGH or not situations:
        return None
    rates = _Rates(known, group)
    deltas = [_expected(measure, situation, rates, query) for query, situation in situations.items()]
    return fsum(deltas) / len(deltas)


class _Rates:
    def __init__(self, answers: list[Answer], group: Callable[[str, str], Group]) -> None:
        gains = [answer.gain for answer in answers if answer.gain]
        self.gain = fsum(gains) / len(gains) if gains else 1.0
        self._group = group
        self._judged = Counter(group(answer.query, answer.chunk) for answer in answers)
        self._relevant = Counter(group(answer.query, answer.chunk) for answer in answers if answer.gain)
        self._all = len(gains) / len(answers)

    def rate(self, query: str, chunk: str) -> float:
        mine = self._group(query, chunk)
        return (self._relevant[mine] + PRIOR * self._all) / (self._judged[mine] + PRIOR)


def _expected(measure: Measure, situation: Situation, rates: _Rates, query: str) -> float:
    now = measure(situation.after) - measure(situation.before)
    moves = (
        rates.rate(query, hole) * effect_alone(measure, situation, judged(situation, hole, rates.gain))
        for hole in situation.holes
    )
    return now + fsum(moves)
