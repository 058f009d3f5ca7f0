"""How little the evidence of a log tells about which chunks answer a question: the questions a person's minute helps most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goldkit.mining.priority import priority
from goldkit.records import JSON
from goldkit.store.evidence import speaks_for

CONFLICT, WEAK = 2.0, 1.0


def uncertainty(chunks: Mapping[str, JSON]) -> float:
    """Of a question, from the evidence about each of its chunks: 2 where it conflicts, 1 where it is weak, below 1 else.

    It conflicts where answers that used the same chunk were liked and disliked, or a chunk that was taken up is disliked only;
    it is weak where nothing speaks for any chunk. Else it is the score of the second best chunk over that of the best one: near 1
    where two chunks are as good as each other, 0 where there is one alone.
    """
    if any(_conflicts(evidence) for evidence in chunks.values()):
        return CONFLICT
    if not any(speaks_for(evidence) for evidence in chunks.values()):
        return WEAK
    best = _best(priority(evidence) for evidence in chunks.values())
    return min(max(best[1], 0.0) / best[0], 0.999) if best[0] > 0 else WEAK


def _conflicts(evidence: JSON) -> bool:
    return bool(evidence.get("answer_thumbs_down")) and speaks_for(evidence)


def _best(scores: Iterable[float]) -> tuple[float, float]:
    first, second, *_ = [*sorted(scores, reverse=True), 0.0, 0.0]
    return first, second
