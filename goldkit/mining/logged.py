"""The passages that only a log has, as chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import overload

import msgspec

from goldkit.files.canonical import sha256_text
from goldkit.files.hash_index import HashIndex, hash64
from goldkit.files.rows_on_disk import RowsOnDisk
from goldkit.records import Chunk

MEMORY = 32 << 20
"""Characters of texts that are held in memory."""
ENTRY = 300
"""What a chunk takes beside its text, in characters, about."""
LATELY = 50_000
"""Chunks on disk whose text is known to be kept without looking: a log shows the same ones again and again."""


class LoggedTexts(Mapping[str, str]):
    """Chunk id → the text that a log showed first for it. Beyond MEMORY the texts stand in a temporary file without a name."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._held: dict[str, str] = {}
        self._room = memory
        self._places = HashIndex()
        self._rows = RowsOnDisk()
        self._lately: set[str] = set()

    def add(self, chunk: str, text: str) -> None:
        """Keep the text, unless the chunk has one. Raises IncompleteError when the disk is full."""
        if chunk in self._held or chunk in self._lately:
            return
        if self._room > 0:
            self._held[chunk] = text
            self._room -= len(chunk) + len(text) + ENTRY
            return
        if len(self._lately) >= LATELY:
            self._lately.clear()
        self._lately.add(chunk)
        if self._places.add(hash64(chunk), len(self._rows)):
            row = [one.encode("utf-8", "surrogatepass") for one in (chunk, text)]
            self._rows.add(msgspec.msgpack.encode(row))

    def __getitem__(self, chunk: str) -> str:
        text = self._held.get(chunk)
        if text is not None:
            return text
        number = self._places.get(hash64(chunk))
        if number is None:
            raise KeyError(chunk)
        return self._row(number)[1]

    def __iter__(self) -> Iterator[str]:
        return chain(self._held, (self._row(number)[0] for number in range(len(self._rows))))

    def __len__(self) -> int:
        return len(self._held) + len(self._rows)

    def __contains__(self, chunk: object) -> bool:
        return chunk in self._held or (isinstance(chunk, str) and hash64(chunk) in self._places)

    def _row(self, number: int) -> tuple[str, str]:
        self._rows.written()
        chunk, text = msgspec.msgpack.decode(self._rows[number])
        return chunk.decode("utf-8", "surrogatepass"), text.decode("utf-8", "surrogatepass")


class LoggedChunks(Mapping[str, Chunk]):
    """Chunk id → chunk, made when it is asked for: of what a log shows only the proposed few are written.

    texts: id → the text as logged. clean: takes out what is private, asked once a chunk; a text that changes is a text of its own,
    with its own sha256.
    """

    def __init__(self, texts: Mapping[str, str], clean: Callable[[str], str]) -> None:
        self._texts, self._clean = texts, clean
        self._cleaned = LoggedTexts()
        self._sums: dict[str, str] = {}

    def __getitem__(self, name: str) -> Chunk:
        logged = self._texts[name]
        if name not in self._sums:
            text = self._clean(logged)
            if text != logged:
                self._cleaned.add(name, text)
            self._sums[name] = sha256_text(text)
        return Chunk(id=name, text=self._cleaned.get(name, logged), sha256=self._sums[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __len__(self) -> int:
        return len(self._texts)


@dataclass(frozen=True, slots=True)
class PickedChunks(Sequence[Chunk]):
    """Those of some names, each looked up when it is asked for."""

    chunks: Mapping[str, Chunk]
    names: Sequence[str]

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, number: int) -> Chunk: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Chunk]: ...
    def __getitem__(self, number: int | slice) -> Chunk | Sequence[Chunk]:
        if isinstance(number, slice):
            return PickedChunks(self.chunks, self.names[number])
        return self.chunks[self.names[number]]
