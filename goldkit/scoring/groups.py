"""Which slices there are: the queries of one origin, of one tag, or with one value of a metadata field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.errors import UsageError
from goldkit.phrases import some
from goldkit.sets.scoreset import ScoreQuery

ALWAYS = ("origin", "tag")
"""What slices are made by without being asked."""


@dataclass(frozen=True, slots=True)
class Group:
    """One slice. by: `origin`, `tag` or a metadata field. members: the ids of its queries, of the whole set."""

    by: str
    name: str
    members: frozenset[str]


def groups(queries: Sequence[ScoreQuery], asked: Sequence[str] = ()) -> list[Group]:
    """All slices, by origin, by tag, then by each field asked for, each kind in the order of its values.

    Raises UsageError for a field that no query has, naming those there are.
    """
    fields = [by for by in dict.fromkeys(asked) if by not in ALWAYS]
    known = {field for query in queries for field in query.metadata}
    unknown = [field for field in fields if field not in known]
    if unknown:
        there = f"the fields of metadata are {some(sorted(known), 20)}" if known else "no query has any metadata"
        raise UsageError(f"--by {unknown[0]}: no query has that field; besides origin and tag, {there}")
    return [group for by in (*ALWAYS, *fields) for group in _groups(queries, by)]


def values_of(query: ScoreQuery, by: str) -> tuple[str, ...]:
    """The slices of one kind that a query is in: its origin, its tags, or the value of a field, each of a list's apart."""
    if by == "origin":
        return (query.origin,)
    if by == "tag":
        return query.tags
    value = query.metadata.get(by)
    values = value if isinstance(value, list | tuple) else () if value is None else (value,)
    return tuple(one if isinstance(one, str) else json.dumps(one, sort_keys=True) for one in values)


def _groups(queries: Sequence[ScoreQuery], by: str) -> list[Group]:
    members: dict[str, set[str]] = {}
    for query in queries:
        for name in values_of(query, by):
            members.setdefault(name, set()).add(query.id)
    return [Group(by, name, frozenset(members[name])) for name in sorted(members)]
