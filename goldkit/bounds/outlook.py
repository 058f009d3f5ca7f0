"""What judging open holes can still do to the comparison of two runs, and which of them is expected to narrow it most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldkit.bounds.catalogue import Ends, ends
from goldkit.bounds.mean import mean_ends
from goldkit.bounds.settled import Settled, settled
from goldkit.bounds.situation import Situation, judged
from goldkit.measures.names import Measure

TIE_BREAK = 0.001
"""How much a hole's effect alone counts beside the width: two holes may each narrow nothing while together they matter."""


class Outlook:
    """Two runs on all their queries, with what is open. `settled` says whether judging may stop, and needs no gain of any hole.

    situations: one a query, the earlier run `before`. measure, gains: what is compared, and what the scale's relevant grades earn.
    """

    def __init__(
        self,
        situations: Mapping[str, Situation],
        measure: Measure,
        gains: Sequence[float],
        answers: tuple[int, int] = (0, 0),
    ) -> None:
        """gains: rising, at least one. answers: relevant and judged holes so far.

        Raises KeyError for a measure without bounds.
        """
        self.situations = dict(situations)
        self.measure, self.gains = measure, tuple(gains)
        relevant, judged_holes = answers
        self._rate = (1 + relevant) / (5 + judged_holes)
        self._ends = {query: ends(measure, situation, self.gains) for query, situation in self.situations.items()}
        self._known: dict[tuple[str, str], float] = {}

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
        """What judging one hole is expected to narrow its query's interval by, at least 0, in units of the measure on one query:

        (1 − p) · (narrowing if irrelevant) + p · (narrowing if of the highest grade) + a thousandth of its effect alone, where p is
        the smoothed rate of relevant answers so far, (1 + relevant) / (5 + judged). After the minimal test collection of
        Carterette, Allan and Sitaraman (SIGIR 2006). Raises KeyError for a query that is not compared, ValueError for a chunk that
        is no open hole of it.
        """
        if (query, chunk) not in self._known:
            self._known[query, chunk] = self._gain(query, chunk)
        return self._known[query, chunk]

    def _gain(self, query: str, chunk: str) -> float:
        situation = self.situations[query]
        outcomes = judged(situation, chunk, 0), judged(situation, chunk, self.gains[-1])
        now = _width(self._ends[query])
        irrelevant, relevant = (now - _width(ends(self.measure, after, self.gains)) for after in outcomes)
        effect = abs(effect_alone(self.measure, situation, outcomes[1]))
        return (1 - self._rate) * irrelevant + self._rate * relevant + TIE_BREAK * effect


def effect_alone(measure: Measure, none: Situation, one: Situation) -> float:
    """By how much the delta moves when one hole is judged (`one`) and every other stays irrelevant."""
    return measure(one.after) - measure(one.before) - measure(none.after) + measure(none.before)


def _width(found: Ends | None) -> float:
    """The length of a query's interval; one that may drop out of the mean stretches to 0, where it adds nothing."""
    if found is None:
        return 0.0
    low, high = (found.low, found.high) if found.always else (min(0.0, found.low), max(0.0, found.high))
    return high - low
