"""How the ranks of a query's facts changed between two runs: "3 → 1", "– → 4", "3 → lost"; "2 → 1/8" where two runs differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.results.per_query import QueryRun, QueryScore

FACTS = 6
"""Facts of one query that are listed before the rest is counted."""


def rank_changes(query: QueryScore, baseline: str, run: str) -> str:
    """All facts of a query on one line, changed ones first, each by one of its chunks."""
    before, after = query.runs[baseline], query.runs[run]
    facts = sorted(range(len(query.facts)), key=lambda place: before.all_ranks(place) == after.all_ranks(place))
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
    old, new = before.all_ranks(place), after.all_ranks(place)
    if not any(old) and not any(new):
        return "missed by both"
    return f"{_ranks(old)} → {_ranks(new) if any(new) else 'lost'}"


def _ranks(ranks: tuple[int | None, ...]) -> str:
    """One rank, or those of several runs of one pipeline: "3", "–", "1/8"."""
    return "/".join("–" if rank is None else str(rank) for rank in ranks)
