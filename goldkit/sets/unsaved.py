"""Saving what a generating run made so that no crash leaves half of it for good.

All of it goes to one file of the golden directory first, `.unsaved.jsonl`, which is there whole or not at all; then into the set,
and when the run has said so the file goes. A run that finds one saves it before anything else: adding the same again changes
nothing, so it does not matter how far the killed one had come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from goldkit.errors import bad
from goldkit.files import atomic, canonical, jsonl
from goldkit.files.append import locked
from goldkit.records import JSON, Chunk, Judgment, Query
from goldkit.results.generate import GenerateResult
from goldkit.results.rejected import Rejected
from goldkit.sets.enroll import enroll
from goldkit.sets.rejected import keep_rejected
from goldkit.store.golden import GoldenDirectory
from goldkit.text.redact import Redactor

NAME = ".unsaved.jsonl"
PARTS: dict[str, type] = {"queries": Query, "judgments": Judgment, "chunks": Chunk, "rejects": Rejected}
"""The fields of a result that hold records, in the order in which they are written, and what they hold."""

Record = TypeVar("Record")


def put_aside(golden: GoldenDirectory, result: GenerateResult, command: JSON) -> None:
    """Bring a result to disk, in one file, with the command it is of; the golden directory is made where there is none."""
    golden.create()
    with locked(golden.lock):
        atomic.replace_by(golden.path / NAME, _lines(result, command))


def put_aside_before(golden: GoldenDirectory) -> tuple[JSON, GenerateResult] | None:
    """The command and the result that a killed run left, None where none did. Raises DataError for a file of another form."""
    path = golden.path / NAME
    if not path.exists():
        return None
    try:
        with path.open("rb") as stream:
            head = msgspec.json.decode(stream.readline())
        parts: dict[str, Any] = {name: _OnDisk(path, name, kind, head["sizes"][name]) for name, kind in PARTS.items()}
        numbers = msgspec.convert(head["result"], GenerateResult)
        return head["command"], replace(numbers, **parts)
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        cure = "Delete the file: the replies are in the journal."
        raise bad(path, 1, str(error), "what goldkit generate wrote there", cure) from error


def save(golden: GoldenDirectory, result: GenerateResult, redactor: Redactor | None) -> None:
    """Add a result to the golden directory. redactor: of what is private in rejected drafts."""
    if result.queries:
        enroll(golden, result.queries, result.judgments, result.chunks)
    keep_rejected(golden, result.rejects, redactor)


def saved(golden: GoldenDirectory) -> None:
    """Nothing is left to be saved."""
    if (golden.path / NAME).exists():
        (golden.path / NAME).unlink(missing_ok=True)
        atomic.sync_folder(golden.path)


def _lines(result: GenerateResult, command: JSON) -> Iterator[bytes]:
    numbers = {one.name: getattr(result, one.name) for one in fields(result) if one.name not in PARTS}
    sizes = {name: len(getattr(result, name)) for name in PARTS}
    yield canonical.line({"command": command, "result": numbers, "sizes": sizes})
    for name in PARTS:
        for record in getattr(result, name):
            yield canonical.line({name: record})


class _OnDisk(Collection[Record], Generic[Record]):
    """The records of one part, read anew each time."""

    def __init__(self, path: Path, name: str, kind: type[Record], size: int) -> None:
        self._path, self._name, self._size = path, name, size
        self._decode = jsonl.decoder(kind)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Record]:
        with self._path.open("rb") as stream:
            stream.readline()
            for line in stream:
                ((name, raw),) = msgspec.json.decode(line, type=dict[str, msgspec.Raw]).items()
                if name == self._name:
                    yield self._decode(bytes(raw))

    def __contains__(self, record: object) -> bool:
        return any(record == other for other in self)
