"""Writing questions into a golden directory during a review: changed ones, and new ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from goldkit.errors import UsageError
from goldkit.records import Query
from goldkit.review.loaded import Loaded
from goldkit.review.question_changes import changed
from goldkit.sets.enroll import enroll
from goldkit.sets.lookup import ids_by_wording
from goldkit.sets.unanswerable import LOG
from goldkit.text.normalise import query_id, question_key

TAKEN_BACK = "taken back by who wrote it"


def change_question(loaded: Loaded, query: str, values: Mapping[str, Any], at: str, name: str) -> Query:
    """Change a question of `dev`, or one that was set aside; it is on disk on return. values: see question_changes.FIELDS.

    Nothing is written where the request of this name was carried out. Raises UsageError for a question that is frozen or unknown,
    or a text that is another question's.
    """
    known = loaded.set.queries.get(query)
    if known is None or query in loaded.set.sides:
        raise UsageError(f"the query {query!r} is unknown or frozen: it is not open to change")
    if name in loaded.names:
        return known
    if "text" in values:
        key = question_key(str(values["text"] or ""), known.context)
        other = ids_by_wording(loaded.set.queries.values()).get(key)
        if other not in (None, query):
            raise UsageError(f"this is the wording of another question already: {other}")
    rewritten(loaded, query, lambda found: changed(found, values, loaded.judge, at, name))
    return loaded.set.queries[query]


def add_question(loaded: Loaded, text: str, at: str, name: str) -> str:
    """A question written by hand, or the one that has this wording already; returns its id. Raises UsageError for no text."""
    if not text.strip():
        raise UsageError("a question needs a text")
    known = ids_by_wording(loaded.set.queries.values()).get(question_key(text))
    if known is not None:
        return known
    # Taken back it is set aside, for what was written is never deleted.
    entry = {"name": name, "by": loaded.judge, "at": at, "was": {"aside": TAKEN_BACK}, "set": {"aside": None}}
    query = Query(id=query_id(text), text=text.strip(), origin="manual", provenance={LOG: [entry]})
    given = enroll(loaded.golden, [query]).ids[query.id]
    loaded.read()
    return given


def rewritten(loaded: Loaded, name: str, change: Callable[[Query], Query]) -> None:
    """Replace one question by what `change` makes of it as it is on disk. All is read anew where others changed questions, too."""
    told: list[Query] = []

    def changing(queries: dict[str, Query]) -> Iterable[Query]:
        if name in queries:
            after = change(queries[name])
            if queries == loaded.set.queries:
                told.append(after)
            return {**queries, name: after}.values()
        return queries.values()

    loaded.golden.rewrite_queries(changing)
    if told:
        loaded.take_question(told[0])
    else:
        loaded.read()
