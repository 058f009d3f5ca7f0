"""The items of one JSON list over a whole file, or of the lists inside pages of an API, one after another.

Such a file may be larger than memory. Brackets and strings alone tell where an item ends; it is then decoded by itself, so that one
that is broken costs only itself.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from goldkit.files.compression import open_binary
from goldkit.logs.tolerant import loads

HEAD = 1 << 20
"""Bytes by which the form of a file is told; what is not longer is decoded at once."""
PAGES = ("data", "resourceSpans")
"""Keys under which a page of an API, or a dump of traces, holds its records."""
TORN, AFTER = "a torn last record", "text after the end of the list"
Watch = Callable[[int], object] | None
Item = tuple[int, Any, str | None]
"""1-based position, value, and the reason why there is none."""

_STRING = rb'(?:"[^"]*+"(?<!\\")|"[^"\\]*+(?:\\.[^"\\]*+)*+")'
"""First the form that holds no quote, which is found five times as fast."""
_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:' + _STRING + rb'[^"\[\]{}]*+)*+([\[\]{}])', re.DOTALL)
_SCALAR = re.compile(rb'(?:[^",\]]++|' + _STRING + rb")*+(?=[,\]])", re.DOTALL)
_GAP = re.compile(rb"[\s,]*+")
_PAGE = re.compile(rb'\s*+"(' + "|".join(PAGES).encode() + rb')"\s*+:\s*+\[')
_MEMBER = re.compile(rb"\s*+" + _STRING + rb"\s*+:\s*+(?:" + _STRING + rb'|[^\s",\[\]{}]++)\s*+,', re.DOTALL)


def json_items(path: Path, watch: Watch = None) -> Iterator[Item] | None:
    """The items of a file that is one JSON value; None for JSON lines, which a torn first line does not make it stop being.

    An object alone is one item. Of pages longer than HEAD each item comes as a page of its own: `{"data": [item]}`.
    watch: told of how many bytes were read, each time, where the items are streamed.
    """
    with open_binary(path) as stream:
        head = _read(stream, HEAD)
        whole = not stream.read(1)
    text = head.removeprefix(BOM_UTF8).lstrip()
    if text[:1] not in (b"[", b"{"):
        return None
    if whole and (value := _value(text)) is not None:
        return ((number, item, None) for number, item in enumerate(value if isinstance(value, list) else [value], 1))
    if any(_value(line) is not None for line in text.split(b"\n", 2)[: 2 if text[:1] == b"{" else 1]):
        return None
    if text[:1] == b"[" or (not whole and _page(text, 0)):
        return _streamed(path, len(head) - len(text), watch)
    return None if whole or b"\n" not in text else _decoded(path)


def _value(text: bytes) -> Any:
    """The JSON value of a text; None for what is none."""
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


def _page(text: bytes, at: int) -> re.Match[bytes] | None:
    """Where the records of a page begin; None for an object that is no page. Only scalars may stand before them."""
    at += 1
    while (found := _PAGE.match(text, at)) is None:
        member = _MEMBER.match(text, at)
        if member is None:
            return None
        at = member.end()
    return found


def _streamed(path: Path, start: int, watch: Watch = None) -> Iterator[Item]:
    """The items of the list or the pages that begin at `start`."""
    with open_binary(path, watch) as stream:
        _read(stream, start)
        scanner = _Scanner(stream)
        for number, (key, raw) in enumerate(scanner.items(), 1):
            if raw is None:
                yield number, None, scanner.fault
                continue
            try:
                value = loads(raw)
            except (ValueError, RecursionError) as error:
                yield number, None, "no JSON" if isinstance(error, ValueError) else "JSON nested too deeply"
            else:
                yield number, value if key is None else {key: [value]}, None


def _decoded(path: Path) -> Iterator[Item] | None:
    """The one object that a file is over several lines; None where it is none."""
    with open_binary(path) as stream:
        value = _value(stream.read().removeprefix(BOM_UTF8))
    return None if value is None else iter([(1, value, None)])


class _Scanner:
    """Cuts a stream of bytes into the items of its lists. fault: why the last one has no bytes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._held = _read(stream, HEAD)
        self._at = 0
        self.fault: str | None = None

    def items(self) -> Iterator[tuple[str | None, bytes | None]]:
        """(key of the page, bytes of an item); None for bytes at last where the file ends too early or goes on after its end."""
        if self._held[:1] == b"[":
            self._at = 1
            yield from ((None, raw) for raw in self._list())
        while self.fault is None and (page := self._next_page()) is not None:
            self._at = page.end()
            key = page[1].decode()
            yield from ((key, raw) for raw in self._list())
            if self.fault is None:
                self._skip_to_end_of_object()
        if self.fault is not None or self._next():
            self.fault = self.fault or AFTER
            yield None, None

    def _list(self) -> Iterator[bytes]:
        """The items up to the end of the list."""
        while True:
            sign = self._next()
            if sign == b"]":
                self._at += 1
                return
            end = self._end(_BRACKET, 0) if sign in (b"{", b"[") else self._end(_SCALAR, 0)
            if end is None:
                self.fault = TORN
                return
            yield self._held[self._at : end].rstrip()
            self._at = end

    def _next(self) -> bytes:
        """The next sign that is neither white space nor a comma; b"" at the end of the file."""
        while True:
            gap = _GAP.match(self._held, self._at)
            self._at = gap.end() if gap else self._at
            if self._at < len(self._held) or not self._more(HEAD):
                return self._held[self._at : self._at + 1]

    def _end(self, pattern: re.Pattern[bytes], depth: int) -> int | None:
        """Where the item at hand ends; None where the file does before it. depth: brackets open already."""
        scanned, ask = self._at, HEAD
        while True:
            found = pattern.match(self._held, scanned)
            if found is None:
                scanned -= self._at
                if not self._more(ask):
                    return None
                ask = len(self._held)  # a long string is looked at again: twice in all, not once a block
                continue
            scanned = found.end()
            if pattern is _BRACKET:
                depth += 1 if found[1] in b"[{" else -1
            if depth <= 0:
                return scanned

    def _next_page(self) -> re.Match[bytes] | None:
        if self._next() != b"{":
            return None
        self._more(HEAD)
        return _page(self._held, self._at)

    def _skip_to_end_of_object(self) -> None:
        end = self._end(_BRACKET, 1)
        self._at = len(self._held) if end is None else end
        self.fault = TORN if end is None else None

    def _more(self, size: int) -> bool:
        """Read on; what was taken is let go, and what is at hand moves to the front."""
        more = _read(self._stream, size)
        self._held, self._at = self._held[self._at :] + more, 0
        return bool(more)


def _read(stream: BinaryIO, size: int) -> bytes:
    """As many bytes as there are, up to a size; one call of read may give fewer."""
    parts = []
    while size > 0 and (data := stream.read(size)):
        parts.append(data)
        size -= len(data)
    return b"".join(parts)
