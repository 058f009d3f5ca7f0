"""Where a comparison would end if the open pairs were judged like those judged so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import fsum, sqrt

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


@dataclass(frozen=True, slots=True)
class Expected:
    """A mean delta and its standard error: what the answers so far leave open about rates, and chance in the answers to come."""

    delta: float
    error: float


def expected_delta(
    measure: Measure,
    situations: Mapping[str, Situation],
    answers: Iterable[Answer],
    group: Callable[[str, str], Group],
) -> Expected | None:
    """The mean delta, each open pair taken to be relevant as often as the judged ones that the same of the two runs found.

    To the first order: what each pair does alone, times its rate; rates are a few percent where this matters. None with too few
    answers. Unbiased as far as what is judged first is no more and no less relevant than the rest of its group.
    """
    known = list(answers)
    if len(known) < ENOUGH or not situations:
        return None
    rates = _Rates(known, group)
    deltas, moves, chance = [], defaultdict[Group, float](float), 0.0
    for query, situation in situations.items():
        deltas.append(measure(situation.after) - measure(situation.before))
        for hole in situation.holes:
            move = effect_alone(measure, situation, judged(situation, hole, rates.gain))
            mine = group(query, hole)
            moves[mine] += move
            chance += rates.spread(mine) * move**2
    rest = fsum(rates.rate(mine) * move for mine, move in moves.items())
    unknown = fsum(rates.spread(mine) / rates.weight(mine) * move**2 for mine, move in moves.items())
    return Expected((fsum(deltas) + rest) / len(deltas), sqrt(unknown + chance) / len(deltas))


class _Rates:
    """How often the judged pairs of each group were relevant, drawn towards how often all were."""

    def __init__(self, answers: list[Answer], group: Callable[[str, str], Group]) -> None:
        gains = [answer.gain for answer in answers if answer.gain]
        self.gain = fsum(gains) / len(gains) if gains else 1.0
        self._judged = Counter(group(answer.query, answer.chunk) for answer in answers)
        self._relevant = Counter(group(answer.query, answer.chunk) for answer in answers if answer.gain)
        self._all = (len(gains) + 1) / (len(answers) + 2)

    def weight(self, group: Group) -> float:
        """How many answers a group's rate rests on."""
        return self._judged[group] + PRIOR

    def rate(self, group: Group) -> float:
        return (self._relevant[group] + PRIOR * self._all) / self.weight(group)

    def spread(self, group: Group) -> float:
        """The variance of one answer."""
        return self.rate(group) * (1 - self.rate(group))
