"""Wins and losses query by query: by how much, where the facts stood before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.phrases import excerpt, signed
from goldkit.reports.columns import columns
from goldkit.reports.rank_changes import rank_changes

if TYPE_CHECKING:
    from goldkit.results.moves import Moves
    from goldkit.results.per_query import QueryScore
    from goldkit.results.score import ScoreResult

TEXT = 60
"""Characters of a question that are shown."""


def per_query_lines(result: ScoreResult) -> list[str]:
    """A paragraph a run: the queries that rose, then those that fell, two lines each; empty where they were not asked for."""
    lines: list[str] = []
    for moved in result.per_query:
        lines += [*([""] if lines else []), *_paragraph(moved)]
    return lines


def _paragraph(moved: Moves) -> list[str]:
    title = f"query by query, {moved.measure} of {moved.run} against {moved.baseline}: {moved.up} up, {moved.down} down"
    if not moved.up and not moved.down:
        return [title]
    ranks = "each fact's rank before → after; – not found, lost: found no more"
    return [
        title,
        f"  {ranks}",
        *_side("up", moved.wins, moved.up, moved),
        *_side("down", moved.losses, moved.down, moved),
    ]


def _side(word: str, queries: Sequence[QueryScore], total: int, moved: Moves) -> list[str]:
    if not total:
        return []
    more = f", the first {len(queries)} of {total}" if len(queries) < total else ""
    heads = columns([_head(query, moved) for query in queries], [True, False, False])
    details = [rank_changes(query, moved.baseline, moved.run) for query in queries]
    pairs = [
        line for head, detail in zip(heads, details, strict=True) for line in (f"    {head}", f"            {detail}")
    ]
    return [f"  {word}{more}", *pairs]


def _head(query: QueryScore, moved: Moves) -> list[str]:
    text = f"“{excerpt(query.text, TEXT)}”" if query.text else ""
    return [signed(query.change(moved.baseline, moved.run, moved.measure)), query.id, text]
