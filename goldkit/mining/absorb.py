"""What is known of one wording of a question, added to what is known of another."""

from __future__ import annotations

from goldkit.mining.clicks_by_rank import ClicksByRank
from goldkit.mining.collect import Asked
from goldkit.mining.distinct import Distinct
from goldkit.mining.evidence_table import Evidence
from goldkit.results.match import less_sure


def absorb(asked: Asked, other: Asked) -> None:
    """Add the counts, times, sessions and evidence of another wording to a question, whose text and place stay."""
    asked.merged |= {*other.texts, *other.merged}
    asked.asked_as |= other.asked_as
    asked.batches.update(other.batches)
    for time in filter(None, (other.first, other.last)):
        asked.when(time)
    asked.sessions.update(other.sessions)
    asked.conversations.update(other.conversations)
    for pair, counts in other.evidence.items():
        mine = asked.evidence.get(pair)
        asked.evidence[pair] = _together(mine, counts) if mine else dict(counts)
    for pair, sessions in other.supporters.items():
        asked.supporters.setdefault(pair, Distinct()).update(sessions)
    for chunk, kind in other.matched.items():
        asked.matched[chunk] = less_sure(kind, asked.matched.get(chunk))
    asked.asks.update(other.asks)
    if other.ranks is not None:
        asked.ranks = asked.ranks or ClicksByRank()
        asked.ranks.update(other.ranks)


def _together(one: Evidence, other: Evidence) -> Evidence:
    """Counts add up; the best rank is the smaller."""
    both = dict(one)
    for kind, value in other.items():
        have = both.get(kind)
        both[kind] = value if have is None else min(have, value) if kind.startswith("best_") else have + value
    return both
