"""Looking a query up: by its wording, or by any name it goes by."""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.records import Query
from goldkit.text.normalise import question_key


def ids_by_wording(queries: Iterable[Query]) -> dict[str, str]:
    """Question key → query id, for texts and variants, gone through once.

    The text of one query goes before a variant of another, then the smaller id.
    """
    texts: dict[str, str] = {}
    variants: dict[str, str] = {}
    for query in queries:
        _least(texts, question_key(query.text, query.context), query.id)
        for variant in query.variants:
            _least(variants, question_key(variant, query.context), query.id)
    return variants | texts


def _least(ids: dict[str, str], key: str, name: str) -> None:
    ids[key] = min(name, ids.get(key, name))


def ids_by_name(queries: Iterable[Query]) -> dict[str, str]:
    """Id or alias → query id; an id goes before an alias."""
    aliases: dict[str, str] = {}
    own: dict[str, str] = {}
    for query in queries:
        own[query.id] = query.id
        aliases |= dict.fromkeys(query.aliases, query.id)
    return aliases | own
