"""Questions that machines ask: a bot or a monitor that asks one thing hundreds of times, a load test at a pace no people keep.

What a machine asked is left out of a question's weight, but for once a file; where hardly anyone else asked it, the question is
set aside. Its proposals are kept, so that it can be taken back by deleting `aside` in its line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from goldkit.mining.asks import Asks
from goldkit.mining.collect import Asked

MANY = 100
"""Times that one session asks one thing, or that it is asked within a second of the last time, before a machine is supposed."""
FEW = 5
"""Fewer other times than this, and the question is the machine's."""
BY_ONE, AT_PACE = "asked hundreds of times by one session", "asked at the pace of a machine"
ANONYMOUS = frozenset(["anonymous", "anon", "guest", "default", "unknown", "none", "null", "public", "user", "-"])
"""Names that stand for everybody, which say nothing about who asked."""


@dataclass(slots=True)
class Discounted:
    """questions: how many a machine asked. times: how often, beyond what is counted."""

    questions: int = 0
    times: int = 0


def discount(found: Discounted, asked: Asked, alone: bool) -> str | None:
    """Take what machines asked out of the counts of a question, and add it to what was found; why it is set aside, if it is.

    alone: the logs name one session only, so it tells nothing.
    """
    excess, reason = _excess(asked.asks, alone)
    if not excess:
        return None
    others = asked.batches.total() - excess.total() - len(excess)
    found.questions += 1
    found.times += excess.total()
    asked.batches -= excess
    return reason if others < FEW else None


def _excess(asks: Asks, alone: bool) -> tuple[Counter[str], str]:
    """Batch → how many of a machine's times are not counted: all but one. Empty where none is supposed."""
    sessions: Counter[str] = Counter()
    if asks.sessions is None or asks.rapid is None:
        return Counter(), ""
    for (_, session), count in asks.sessions.items():
        sessions[session] += 0 if alone or session.casefold() in ANONYMOUS else count
    most = min(sessions, key=lambda session: (-sessions[session], session), default="")
    if sessions[most] >= MANY:
        times = {batch: count for (batch, session), count in asks.sessions.items() if session == most}
        return Counter({batch: count - 1 for batch, count in times.items() if count > 1}), BY_ONE
    if asks.rapid.total() >= MANY:
        return +asks.rapid, AT_PACE
    return Counter(), ""
