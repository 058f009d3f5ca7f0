"""How likely each open pair is to be relevant: from its text, from which run alone has it, and from what was judged so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldkit.statistics.blocks import Floats
    from goldkit.statistics.ridge_logistic import RidgeLogistic

Pair = tuple[str, str]
"""(query id, chunk id)."""
RARE = 0.03
"""The chance of an average pair before any is judged."""
STEEP = 3.0
"""Before any is judged, the odds go with this power of the similarity to the nearest relevant text."""
FLOOR = 0.02
"""Added to a similarity: one of 0 has a chance, too."""
DOUBTS = (2.0, 0.7, 1.4)
"""Standard deviations of the guess about the average chance, about the power, and about each run's own log odds."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A pooled pair that was judged since. gain: of its grade, 0 for an irrelevant one."""

    query: str
    chunk: str
    gain: float


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each pair under one model of all.

    The log odds are a + s · ln(similarity + 0.02) + r, with one r for each run, which a pair has if that run alone found it: labels
    that were mined from some systems lack what only another finds. s starts at 3, r at 0 (see DOUBTS), until answers tell.
    """

    model: RidgeLogistic
    places: Mapping[Pair, int]
    rows: Floats

    def of(self, pairs: Collection[Pair]) -> dict[Pair, float]:
        """Pair → its chance, in (0, 1)."""
        return self._named(pairs, self.model.chances(self._rows(pairs)))

    def hoped(self, pairs: Collection[Pair]) -> dict[Pair, float]:
        """The same with the benefit of the doubt: each run's r one standard error higher, so that none is given up unseen."""
        return self._named(pairs, self.model.hopes(self._rows(pairs), range(2, self.rows.shape[1])))

    def error(self, weights: Mapping[Pair, float]) -> float:
        """The standard error of Σ weight · relevance: what the answers leave open about chances, and chance in those to come."""
        import numpy as np

        return self.model.error(self._rows(weights), np.array(list(weights.values())))

    def _rows(self, pairs: Collection[Pair]) -> Floats:
        return self.rows[[self.places[pair] for pair in pairs]]

    def _named(self, pairs: Collection[Pair], values: Floats) -> dict[Pair, float]:
        return dict(zip(pairs, values.tolist(), strict=True))


def chances(
    pairs: Collection[Pair],
    answers: Sequence[Answer],
    similarity: Mapping[Pair, float],
    tops: Sequence[Mapping[str, Collection[str]]],
) -> Chances:
    """The model of these pairs, the answered ones among them.

    similarity: pair → that of its text to the nearest relevant one; a pair without one counts as an average one. tops: of each
    run, query id → the chunks that the measure reads; the order of the runs makes no difference.
    """
    import numpy as np

    from goldkit.statistics.ridge_logistic import ridge_logistic

    ordered = sorted(pairs)
    places = {pair: place for place, pair in enumerate(ordered)}
    queries = sorted({query for query, _ in ordered})
    runs = sorted(tops, key=lambda top: [sorted(top.get(query, ())) for query in queries])
    columns = [_nearness(ordered, similarity), *_alone(ordered, runs)]
    rows = np.column_stack([np.ones(len(ordered)), *columns])
    average, power, own = DOUBTS
    model = ridge_logistic(
        rows[[places[answer.query, answer.chunk] for answer in answers]],
        np.array([float(answer.gain > 0) for answer in answers]),
        np.array([log(RARE), STEEP, *(0.0 for _ in runs)]),
        np.array([average, power, *(own for _ in runs)]),
    )
    return Chances(model, places, rows)


def _nearness(pairs: Sequence[Pair], similarity: Mapping[Pair, float]) -> list[float]:
    """ln(similarity + 0.02), moved so that the chances guessed at first are RARE on average."""
    known = [similarity[pair] + FLOOR for pair in pairs if pair in similarity]
    average = (fsum(value**STEEP for value in known) / len(known)) ** (1 / STEEP) if known else 1.0
    return [log((similarity[pair] + FLOOR) / average) if pair in similarity else 0.0 for pair in pairs]


def _alone(pairs: Sequence[Pair], tops: Sequence[Mapping[str, Collection[str]]]) -> list[list[float]]:
    """One column a run: 1 for the pairs that it alone has."""
    found = [[chunk in top.get(query, ()) for query, chunk in pairs] for top in tops]
    alone = [sum(row) == 1 for row in zip(*found, strict=True)]
    return [[float(has and only) for has, only in zip(column, alone, strict=True)] for column in found]
