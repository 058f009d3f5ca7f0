"""Reading single fields of other tools' records: which key, which type, and ids that are strings from here on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from goldkit.phrases import excerpt, some

TEXT_LENGTH, TEXT_SPACES = 60, 8
"""An id at least this long with at least so many spaces reads like a passage, not like an id."""


def reads_like_text(name: str) -> bool:
    """Whether an id is more likely a passage that was put in its place."""
    return len(name) >= TEXT_LENGTH and name.count(" ") >= TEXT_SPACES


def first_key(row: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    """The first of the keys that the row holds with a value other than null."""
    for key in keys:
        if row.get(key) is not None:
            return key
    return None


def as_id(value: Any) -> str:
    """An id as a string: strings stay as they are to the byte, whole numbers become their digits.

    Raises ValueError with what was found instead: an empty string, a number with a fraction, a boolean, a list, an object, null.
    """
    if isinstance(value, str):
        if not value:
            raise ValueError("an empty id")
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise ValueError(f"{described(value)} as an id")


def as_text(value: Any) -> str:
    """A text as it is. Raises ValueError with what was found instead."""
    if isinstance(value, str):
        return value
    raise ValueError(f"{described(value)} as a text")


def as_offset(value: Any) -> int:
    """A character offset: a whole number from 0, also as 3.0 where a table made it one. Raises ValueError otherwise."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"{described(value)} as an offset")


def as_object(value: Any) -> dict[str, Any]:
    """A JSON object. Raises ValueError with what was found instead."""
    if isinstance(value, dict):
        return value
    raise ValueError(f"{described(value)} as an object")


def as_list(value: Any, what: str) -> list[Any]:
    """A list. Raises ValueError that names what it should have been."""
    if isinstance(value, list):
        return value
    raise ValueError(f"{described(value)} as {what}")


def as_answer(value: Any) -> str | None:
    """A text, None for nothing said. Raises ValueError for anything else."""
    return as_text(value) if value else None


Place = int | str | None
"""The line of a record, or words for where it stands ("entry 7")."""


def placed(place: Place, found: str) -> tuple[int | None, str]:
    """For a problem: its line where the place is one, and what was found, with the place in words where it is not."""
    return (None, f"in {place} {found}") if isinstance(place, str) else (place, found)


def first_at(place: Place, unit: str = "line") -> str:
    """For a message: where something stood first; "" where no place is known. unit: what a numbered place is called."""
    if place is None:
        return ""
    return f", first in {place}" if isinstance(place, str) else f", first on {unit} {place}"


def described(value: Any) -> str:
    """A JSON value in a few words, for a message: its kind, and itself where it is short."""
    if value is None:
        return "null"
    if isinstance(value, bool | int | float):
        return f"{'a boolean' if isinstance(value, bool) else 'the number'} {value}"
    if isinstance(value, str):
        return repr(excerpt(value, 40))
    return {"dict": "an object", "list": "a list"}.get(type(value).__name__, f"a {type(value).__name__}")


def keys_found(row: Mapping[str, Any]) -> str:
    """The keys of a row, for a message, at most eight of them."""
    return some(list(row), 8) or "none"
