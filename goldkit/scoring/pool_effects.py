"""What one relevant pair would do to a run's value."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from goldkit.bounds.situation import find, relevant_at
from goldkit.measures.names import Measure
from goldkit.measures.truth import Truth, see

Pair = tuple[str, str]
"""(query id, chunk id)."""


def effects(
    measure: Measure,
    truths: Mapping[str, Truth],
    holes: Mapping[str, Collection[str]],
    ranking: Mapping[str, Sequence[str]],
    gain: float,
) -> dict[Pair, float]:
    """By how much a run's value for a query moves if one hole is relevant, of this gain, and every other stays irrelevant.

    holes: query id → open chunks, also those that only other runs have: judged relevant they move denominators. ranking: query
    id → the run's chunks, best first.
    """
    moves: dict[Pair, float] = {}
    for query, chunks in holes.items():
        view = see(truths[query], ranking[query])
        ranks = dict(zip(chunks, find(ranking[query], chunks), strict=True))
        at_rank = {rank: measure(relevant_at(view, rank, gain)) - measure(view) for rank in set(ranks.values())}
        moves.update({(query, chunk): at_rank[rank] for chunk, rank in ranks.items()})
    return moves
