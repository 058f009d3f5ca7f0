"""How many different sessions clicked, copied or cited a chunk: ten clicks of one person are not ten people."""

from __future__ import annotations

from goldkit.mining.collect import Asked
from goldkit.mining.distinct import Distinct
from goldkit.mining.identity import salted
from goldkit.mining.seen import Seen


def count_sessions(query: str, asked: Asked, seen: Seen, salt: str) -> None:
    """Add `sessions` to the evidence of each pair of a query that a known session supports.

    A session counts once a (query, chunk), in the first batch that tells of it, so that the counts of several batches add up to
    the number of different sessions. What is remembered for that is a hash of the salted session. Where a file has so many of them
    that only a sample is kept (see Distinct), its count is that of the sample, scaled up.
    """
    for (batch, chunk), sessions in asked.supporters.items():
        fresh = _fresh(sessions, seen, salt, batch, query, chunk)
        if fresh and (batch, chunk) in asked.evidence:
            asked.count(batch, chunk, "sessions", fresh)


def _fresh(sessions: Distinct, seen: Seen, salt: str, batch: str, query: str, chunk: str) -> int:
    kept = list(sessions)
    fresh = sum(seen.new(batch, "session", salted(one, salt), query, chunk) for one in kept)
    return round(fresh * len(sessions) / len(kept)) if kept else 0
