"""Looking a query up: by its wording, or by any name it goes by."""

from __future__ import annotations

from collections.abc import Collection

from goldkit.records import Query
from goldkit.text.normalise import question_key


def ids_by_wording(queries: Collection[Query]) -> dict[str, str]:
    """Question key → query id, for texts and variants; the text of one query goes before a variant of another."""
    keys: dict[str, str] = {}
    ordered = sorted(queries, key=lambda query: query.id)
    for query in ordered:
        keys.setdefault(question_key(query.text, query.context), query.id)
    for query in ordered:
        for variant in query.variants:
            keys.setdefault(question_key(variant, query.context), query.id)
    return keys


def ids_by_name(queries: Collection[Query]) -> dict[str, str]:
    """Id or alias → query id; an id goes before an alias."""
    aliases = {alias: query.id for query in queries for alias in query.aliases}
    return aliases | {query.id: query.id for query in queries}
