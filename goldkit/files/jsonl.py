"""JSON lines with line numbers: tolerant line by line, or strict with all of a file's errors in one report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from goldkit.errors import DataError, Problem
from goldkit.files.compression import open_binary
from goldkit.files.utf8 import not_utf8, refuse_other
from goldkit.phrases import excerpt

if TYPE_CHECKING:
    import jsonlines

T = TypeVar("T")
HALF = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])")
"""The first escape of two that make a character, without the second; msgspec calls such a line truncated."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: its 1-based number, and its value, or the reason why it has none.

    raw: the bytes as read, without the line end. ended: whether a newline followed; a torn write leaves none.
    """

    number: int
    value: Any
    error: str | None
    raw: bytes
    ended: bool

    @property
    def quote(self) -> str:
        """For a message: how the line begins."""
        return excerpt(self.raw.decode("utf-8", "backslashreplace"))

    @property
    def found(self) -> str:
        """For a message: why the line has no value, and how it begins."""
        return f"{self.error}: {self.quote}"


def read_lines(
    path: str | Path,
    loads: Callable[[str | bytes], Any] | None = None,
    watch: Callable[[int], object] | None = None,
) -> Iterator[Line]:
    """Every line that is not blank, decoded or with its error. Compression, a byte order mark and CRLF make no difference.

    loads: from text to value; raises ValueError for a line it cannot take. By default any JSON value but null. watch: told of how
    many bytes of the file were read, each time.
    Raises UsageError or DataError when the file itself cannot be read.
    """
    with open_binary(path, watch) as stream:
        lines = iter(stream)
        first = list(islice(lines, 1))
        refuse_other(path, b"".join(first))
        yield from parse_lines(chain(first, lines), loads)


def parse_lines(lines: Iterator[bytes], loads: Callable[[str | bytes], Any] | None = None) -> Iterator[Line]:
    """As read_lines, from lines in memory or from a stream."""
    import jsonlines  # not at the top: much that imports this file reads no line

    source = _Numbered(lines)
    with jsonlines.Reader(source, loads=_guarded(loads or msgspec.json.decode)) as reader:
        while True:
            value, error = None, None
            try:
                value = reader.read(skip_empty=True)
            except EOFError:
                if source.ended:
                    return
                raise  # gzip's own: the file is cut off
            except jsonlines.InvalidLineError as found:
                error = _reason(found, source.line)
            raw = source.line.rstrip(b"\r\n")
            yield Line(source.number, value, error, raw, source.line.endswith(b"\n"))


def read_records(path: str | Path, kind: type[T]) -> Iterator[tuple[int, T]]:
    """(line, record) for every line, typed and validated; fields the record does not know are kept in its `unknown`, if it has one.

    Raises DataError with all bad lines, after the last good one was yielded.
    """
    yield from read_with(path, decoder(kind), f"a {kind.__name__.lower()} record")


def read_with(path: str | Path, loads: Callable[[str | bytes], T], expected: str) -> Iterator[tuple[int, T]]:
    """(line, value) for every line that `loads` takes. Raises DataError with all others, at the end."""
    problems = []
    for line in read_lines(path, loads):
        if line.error is None:
            yield line.number, line.value
        else:
            problems.append(Problem(str(path), line.number, line.found, expected))
    if problems:
        raise DataError(problems)


def decoder(kind: type[T]) -> Callable[[str | bytes], T]:
    """A function from a JSON text to a record of that kind. It raises ValueError with msgspec's reason."""
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # every kind is a dataclass
    if "unknown" not in names:
        return msgspec.json.Decoder(kind).decode
    known = names - {"unknown"}

    def decode(text: str | bytes) -> T:
        return _with_unknown(decode_object(text), kind, known)

    return decode


def record_of(value: dict[str, Any], kind: type[T]) -> T:
    """A record from a JSON object already decoded, unknown fields kept. Raises ValueError with msgspec's reason."""
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # every kind is a dataclass
    return _with_unknown(value, kind, names - {"unknown"}) if "unknown" in names else msgspec.convert(value, kind)


def _with_unknown(value: dict[str, Any], kind: type[T], known: set[str]) -> T:
    mine = {key: item for key, item in value.items() if key in known}
    rest = {key: item for key, item in value.items() if key not in known}
    return msgspec.convert(mine | {"unknown": rest}, kind)


def decode_object(text: str | bytes) -> dict[str, Any]:
    """A JSON object from its text. Raises ValueError for broken JSON and for any other JSON value, naming it."""
    value = msgspec.json.decode(text)
    if not isinstance(value, dict):
        raise ValueError(f"a JSON {_json_name(value)}, not an object")
    return value


def _json_name(value: object) -> str:
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "list", type(None): "null"}
    return names[type(value)]


def _guarded(loads: Callable[[str | bytes], Any]) -> Callable[[str | bytes], Any]:
    def load(text: str | bytes) -> Any:
        try:
            return loads(text)
        except RecursionError:
            raise ValueError("JSON nested too deeply") from None

    return load


def _reason(error: jsonlines.InvalidLineError, line: bytes) -> str:
    cause = error.__cause__
    if "surrogate" in str(cause) or (cause is not None and HALF.search(line)):
        return "half a character: a surrogate escape without the other one of its pair"
    if isinstance(cause, UnicodeDecodeError):
        return not_utf8(cause, "line")
    return str(cause) if cause is not None else "null"


class _Numbered:
    """An iterator over lines that remembers the last one and its number; jsonlines tells the number only for bad lines."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines
        self.number = 0
        self.line = b""
        self.ended = False

    def __iter__(self) -> _Numbered:
        return self

    def __next__(self) -> bytes:
        try:
            self.line = next(self._lines)
        except StopIteration:
            self.ended = True
            raise
        self.number += 1
        return self.line
