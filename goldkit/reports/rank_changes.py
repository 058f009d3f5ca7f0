"""How the ranks of a query's facts changed between two runs: "3 → 1", "– → 4", "3 → lost"."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.results.per_query import QueryRun, QueryScore

FACTS = 6
"""Facts of one query that are listed before the rest is counted."""


def rank_changes(query: QueryScore, baseline: str, run: str) -> str:
    """All facts of a query on one line, changed ones first, each by one of its chunks."""
    before, after = query.runs[baseline], query.runs[run]
    facts = sorted(range(len(query.facts)), key=lambda place: before.ranks[place] == after.ranks[place])
    said = [f"{fact_name(query.facts[place])}: {_change(place, before, after)}" for place in facts]
    trouble = [f"{name}: {why}" for name, why in ((baseline, silence(before)), (run, silence(after))) if why]
    rest = [counted(len(said) - FACTS, "more fact")] if len(said) > FACTS else []
    return " · ".join([*trouble, *said[:FACTS], *rest])


def fact_name(members: tuple[str, ...]) -> str:
    """A fact by its first chunk: "ops/tape.md#1", "ops/tape.md#1 (or 2 copies)"."""
    return members[0] if len(members) == 1 else f"{members[0]} (or {counted(len(members) - 1, 'other chunk')})"


def silence(answer: QueryRun) -> str:
    """Why a run has no ranking for a query; empty where it has one."""
    if answer.failed:
        return "retrieval failed"
    return "no result" if answer.missing else ""


def _change(place: int, before: QueryRun, after: QueryRun) -> str:
    old, new = before.ranks[place], after.ranks[place]
    if old is None and new is None:
        return "missed by both"
    if new is None:
        return f"{old} → lost"
    return f"{'–' if old is None else old} → {new}"
