"""What a reviewer changes about a question itself, kept in it so that each change can be told and taken back.

A change is one entry of `provenance.review`: who, when, what the fields are now and what they were. Taking one back restores the
fields that still hold what it set, and leaves the entry there, marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldkit.errors import UsageError
from goldkit.records import JSON, Query
from goldkit.sets.unanswerable import LOG, review_log, unanswerable_by_hand
from goldkit.store.moments import moment
from goldkit.text.normalise import question_key

FIELDS = ("text", "aside", "answerable", "tags", "answer")
"""What a reviewer may change."""
BAD = ("unclear", "not self-contained", "private")
"""Why a question is a bad one; any other reason may be given in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionChange:
    """One change. name: of the request that made it. fields: field → (before, after). undone: when it was taken back."""

    query: str
    by: str
    at: str
    name: str
    fields: Mapping[str, tuple[Any, Any]]
    undone: str | None = None


def changed(query: Query, values: Mapping[str, Any], by: str, at: str, name: str) -> Query:
    """The question with other values, and the change in its history; as it is where nothing would change.

    A text that is replaced stays as a variant. Raises UsageError for an empty text or a field that is not in FIELDS.
    """
    strange = sorted(set(values) - set(FIELDS))
    if strange:
        raise UsageError(
            f"{strange[0]!r} is nothing that a review changes of a question; it changes {', '.join(FIELDS)}"
        )
    given = {field: _plain(value) for field, value in values.items()}
    wrong = sorted(field for field, value in given.items() if not _fits(field, value))
    if wrong:
        raise UsageError(f"{wrong[0]} cannot be {given[wrong[0]]!r:.60}")
    if "text" in given and not str(given["text"] or "").strip():
        raise UsageError("a question needs a text")
    was = {field: _plain(getattr(query, field)) for field in given}
    moved = {field: value for field, value in given.items() if value != was[field] or _confirms(query, field, value)}
    if not moved:
        return query
    after = _with(query, moved)
    if "text" in moved:
        was["variants"], moved["variants"] = list(query.variants), list(after.variants)
    entry = {"name": name, "by": by, "at": at, "was": {field: was[field] for field in moved}, "set": moved}
    return _logged(after, [*review_log(query), entry])


def changes(query: Query) -> list[QuestionChange]:
    """The changes of a question, in the order in which they were made."""
    return [
        QuestionChange(
            query=query.id,
            by=str(entry.get("by")),
            at=str(entry.get("at")),
            name=str(entry.get("name")),
            fields={field: (entry.get("was", {}).get(field), value) for field, value in entry.get("set", {}).items()},
            undone=entry.get("undone"),
        )
        for entry in review_log(query)
    ]


def last_change(queries: Iterable[Query], judge: str) -> QuestionChange | None:
    """The latest change by a judge that was not taken back."""
    own = (one for query in queries for one in changes(query) if one.by == judge and one.undone is None)
    return max(own, key=lambda one: (moment(one.at), one.query, one.name), default=None)


def without_change(query: Query, name: str, at: str, undo: str) -> Query:
    """The question with a change taken back. undo: the name of the request to do so."""
    log = review_log(query)
    entry = next(one for one in log if one.get("name") == name and "undone" not in one)
    was = entry.get("was", {})
    back = {
        field: was.get(field)
        for field, value in entry["set"].items()
        if field in (*FIELDS, "variants") and _plain(getattr(query, field)) == value
    }
    marked = [one | {"undone": at, "undo": undo} if one is entry else one for one in log]
    return _logged(_with(query, back), marked)


def names_of(query: Query) -> set[str]:
    """The names of all requests that changed a question or took a change back."""
    return {str(entry[key]) for entry in review_log(query) for key in ("name", "undo") if key in entry}


def _confirms(query: Query, field: str, value: Any) -> bool:
    """Whether a person says for the first time what so far a generator or a file has said: that nothing answers it."""
    return field == "answerable" and value == "no" and not unanswerable_by_hand(query)


def _with(query: Query, values: Mapping[str, Any]) -> Query:
    fields: dict[str, Any] = {
        field: tuple(value or ()) if field in ("tags", "variants") else value for field, value in values.items()
    }
    if "text" in fields and "variants" not in fields:
        text = str(fields["text"])
        key = question_key(text, query.context)
        kept = {*query.variants, query.text}
        fields["variants"] = tuple(sorted(one for one in kept if question_key(one, query.context) != key))
    return replace(query, **fields)


def _logged(query: Query, log: list[JSON]) -> Query:
    return replace(query, provenance={**query.provenance, LOG: log})


def _fits(field: str, value: Any) -> bool:
    """Whether a value is of the kind that a field holds, and can be written."""
    if field == "tags":
        return isinstance(value, list) and all(isinstance(one, str) and whole(one) for one in value)
    if field == "answerable":
        return value in (None, "yes", "no", "unknown")
    return value is None or (isinstance(value, str) and whole(value))


def whole(text: str) -> bool:
    """Whether a text holds no half of a character, which has no form in UTF-8."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _plain(value: Any) -> Any:
    """A value as JSON keeps it, a blank text as none."""
    if isinstance(value, str):
        return value.strip() or None
    return list(value) if isinstance(value, tuple | list) else value
