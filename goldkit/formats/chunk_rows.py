"""From rows of any corpus file to chunks: which key is which, ids as strings, every id once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from goldkit.errors import Problem
from goldkit.files.canonical import sha256_text
from goldkit.files.known_ids import KnownIds
from goldkit.formats.autorag_corpus import as_chunk_row, is_passage
from goldkit.formats.fields import as_id, as_object, as_offset, as_text, first_key, keys_found
from goldkit.records import JSON, Chunk

ID_KEYS = ("_id", "id", "chunk_id")
TEXT_KEYS = ("text", "contents", "page_content")
FURTHER: Mapping[str, Callable[[Any], Any]] = {
    "doc_id": as_id,
    "title": as_text,
    "start": as_offset,
    "end": as_offset,
    "metadata": as_object,
}
CHUNK_FIELDS = frozenset(field.name for field in fields(Chunk)) - {"unknown"}

Place = int | tuple[str, int] | str
"""Where a row stands: its line number, or ("row", 7) or other words for it where the file has no lines."""


class ChunkRows:
    """Turns rows into chunks, one after another, and collects in `problems` what is wrong with the others."""

    def __init__(self, path: str | Path) -> None:
        self.problems: list[Problem] = []
        self._path = str(path)
        self._ids = KnownIds()
        self._unit = "line"
        self._words: list[str] = []
        self._pieces: list[tuple[int, str]] = []
        self._rows = 0

    def begin(self, path: Path) -> None:
        """Go on to the next of several files that hold the rows together."""
        self._path = str(path)
        self._pieces.append((self._rows, path.name))

    def take(self, place: Place, row: Any) -> Chunk | None:
        """The chunk of a row; None, with the reason in `problems`, where it makes none."""
        try:
            row = as_object(row)
        except ValueError as error:
            self._report(place, str(error), "one object a chunk")
            return None
        row = as_chunk_row(row) if is_passage(row) else row
        id_key, text_key = first_key(row, ID_KEYS), first_key(row, TEXT_KEYS)
        if id_key is None or text_key is None:
            self._missing(place, row, id_key)
            return None
        try:
            chunk = chunk_of(row, id_key, text_key)
        except ValueError as error:
            self._report(place, str(error), "ids that are strings or whole numbers, and texts")
            return None
        return chunk if self._new(place, chunk.id, row[id_key]) else None

    def _new(self, place: Place, name: str, raw: Any) -> bool:
        """Whether the id is new; remembers its place, and whether it came as a number."""
        number = isinstance(raw, int)
        at = place if isinstance(place, int) else self._number(place)
        known = self._ids.first(name, 2 * at + number)
        if known is None:
            return True
        before, was_number = divmod(known, 2)
        if number != was_number:
            other = repr(name) if number else name
            found = f"the id {raw!r} here and {other} on {self._place(before)}: the same once both are strings"
        else:
            found = f"the id {name!r} a second time, first on {self._place(before)}"
        self._report(place, found, "every chunk id once", "Remove one of the two, or give it an id of its own.")
        return False

    def _number(self, place: tuple[str, int] | str) -> int:
        """A place as a number; places of one file are all of one kind."""
        if isinstance(place, str):
            self._words.append(place)
            return len(self._words) - 1
        self._unit = place[0]
        self._rows = place[1] + (self._pieces[-1][0] if self._pieces else 0)
        return self._rows

    def _place(self, number: int) -> str:
        if self._words:
            return self._words[number]
        before, name = next((piece for piece in reversed(self._pieces) if piece[0] < number), (0, ""))
        return f"{self._unit} {number - before}" + (f" of {name}" if len(self._pieces) > 1 else "")

    def _missing(self, place: Place, row: JSON, id_key: str | None) -> None:
        what, keys = ("id", ID_KEYS) if id_key is None else ("text", TEXT_KEYS)
        self._report(place, f"no {what} (keys: {keys_found(row)})", f"one of the keys {', '.join(keys)}")

    def _report(self, place: Place, found: str, expected: str, cure: str = "") -> None:
        if isinstance(place, int):
            self.problems.append(Problem(self._path, place, found, expected, cure))
        else:
            words = place if isinstance(place, str) else f"{place[0]} {place[1]}"
            self.problems.append(Problem(self._path, None, f"in {words} {found}", expected, cure))


def chunk_of(row: JSON, id_key: str, text_key: str) -> Chunk:
    """The chunk of a row whose id and text stand under these keys. Raises ValueError with what is wrong.

    Other keys go to `unknown`; one that has the name of a field but another meaning goes to `metadata`, so that writing the
    chunk never overwrites the field.
    """
    text = as_text(row[text_key])
    digest = sha256_text(text)
    further: dict[str, Any] = {}
    kept: JSON = {}
    unknown: JSON = {}
    for key, value in row.items():
        if key in (id_key, text_key):
            continue
        if key in FURTHER:
            if value is not None:
                further[key] = FURTHER[key](value)
        elif key not in CHUNK_FIELDS:
            unknown[key] = value
        elif value is not None and (key != "sha256" or value != digest):
            kept[key] = value
    metadata = kept | further.pop("metadata", {})
    return Chunk(id=as_id(row[id_key]), text=text, sha256=digest, metadata=metadata, unknown=unknown, **further)
