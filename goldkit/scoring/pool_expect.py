"""Where a comparison would end if all open pairs were judged, going by the chance of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from goldkit.scoring.pool_chance import Chances, Pair

ENOUGH = 50
"""With fewer pooled pairs judged, nothing is said about the rest."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A mean delta and its standard error: what the answers so far leave open about chances, and chance in the answers to come."""

    delta: float
    error: float


def expected_delta(now: float, moves: Mapping[Pair, float], chances: Chances) -> Expected:
    """The mean delta as it is now, and what each open pair would do to it alone (its move) times the pair's chance.

    To the first order: two relevant pairs of one query move a little less than the sum of their moves. As right as the model of
    the chances is (goldkit.scoring.pool_chance): what is judged first is chosen by what the model reads, and so misleads it less
    than a mere rate of what was judged would.
    """
    rates = chances.of(moves)
    return Expected(now + fsum(rates[pair] * move for pair, move in moves.items()), chances.error(moves))
