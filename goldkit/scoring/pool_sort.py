"""What becomes of each chunk of one query's pool."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from goldkit.scoring.pool_propose import Pair
from goldkit.sets.pool_subject import PoolSubject
from goldkit.sets.scoreset import ScoreQuery

Part = Literal["judged", "disputed", "missing", "copies", "open"]
"""The parts of a pool: the fields of goldkit.results.pool.PoolCounts, which say what they mean."""


def sort_out(
    subject: PoolSubject, query: ScoreQuery, found: Sequence[str], corpus: Collection[str]
) -> dict[Pair, Part]:
    """The part of each chunk that was found for a query. Of chunks that say the same only the first in `found` is open."""
    labels = subject.golden.folded.labels.get(query.id, {})
    same = subject.golden.folded.pairs.same
    asked: set[str] = set()
    parts: dict[Pair, Part] = {}
    for chunk in found:
        if chunk in query.labels:
            part: Part = "judged"
        elif chunk in labels and labels[chunk].disputed:
            part = "disputed"
        elif chunk not in corpus:
            part = "missing"
        elif not asked.isdisjoint(same.get(chunk, ())):
            part = "copies"
        else:
            part = "open"
            asked.add(chunk)
        parts[query.id, chunk] = part
    return parts
