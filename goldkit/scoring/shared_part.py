"""What two versions of a frozen set let one compare: the queries that both hold with the same labels."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING

from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.scoring.denominator import Denominator
    from goldkit.scoring.table import RunTable
    from goldkit.scoring.terms import Terms
    from goldkit.sets.scoreset import ScoreSet

LEAST = 5
"""Queries that the shared part and the rest must have, lest means of both tell of single ones."""


def shared_part(scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable], terms: Terms) -> list[str]:
    """A sentence for each other version, with the means on the part that it shares."""
    return [_part(name, ids, scored, tables, terms) for name, ids in sorted(scoreset.shared.items())]


def _part(name: str, ids: frozenset[str], scored: Denominator, tables: Sequence[RunTable], terms: Terms) -> str:
    places = [place for place, query in enumerate(scored.queries) if query.id in ids]
    rest = len(scored.queries) - len(places)
    said = f"scores of {name} are comparable on the {counted(len(places), 'query')} that both score by the same labels"
    if not places:
        return f"scores of {name} are not comparable: no query has the same labels in both"
    if not rest:
        return f"{said}, which are all of these"
    if len(places) < LEAST or rest < LEAST:
        return f"{said}; the other {rest} are too few to show apart"
    measure = terms.primary if terms.primary in tables[0].values else next(iter(tables[0].values))
    means = [
        f"{table.run.name} {fsum(table.values[measure][place] for place in places) / len(places):.3f}"
        for table in tables
    ]
    return f"{said}: {measure} {', '.join(means)}"
