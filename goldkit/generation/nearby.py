"""The chunks of a corpus that are nearest to a question by its words, read and indexed when the first question needs it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from threading import Lock

import msgspec

from goldkit.files.rows_on_disk import RowsOnDisk
from goldkit.records import Chunk
from goldkit.store.texts import text_sha256
from goldkit.text.word_search import WordIndex


class Nearby:
    """Any number of threads may ask; the first one waits until the corpus is indexed, and so do those that come meanwhile.

    read: gives the chunks anew each time. copies: pairs of ids that are known to say the same. Texts lie in a temporary file; the
    index takes memory, see WordIndex. most: with more chunks it is not made, nothing is near anything, and `too_many` says so.
    """

    def __init__(
        self,
        read: Callable[[], Iterable[Chunk]],
        copies: Iterable[tuple[str, str]] = (),
        most: int | None = None,
    ) -> None:
        self.too_many = False
        self._read, self._most = read, most
        self._copies: dict[str, set[str]] = defaultdict(set)
        for one, other in copies:
            self._copies[one].add(other)
            self._copies[other].add(one)
        self._lock = Lock()
        self._built: tuple[WordIndex, RowsOnDisk, dict[str, int]] | None = None

    def best(self, text: str, depth: int) -> list[str]:
        """The ids of the nearest chunks, the nearest first."""
        return self._index()[0].best(text, depth)

    def copies_of(self, name: str) -> Collection[str]:
        """The ids that are known to say the same as one."""
        return self._copies.get(name, ())

    def others(self, text: str, seeds: Collection[Chunk], depth: int) -> list[Chunk]:
        """The nearest chunks that are neither one of the seeds nor a known copy of one, nor of the same text; at most `depth`.

        A depth of 0 gives none and builds nothing.
        """
        if not depth:
            return []
        texts = {text_sha256(chunk) for chunk in seeds}
        same = {name for chunk in seeds for name in (chunk.id, *self.copies_of(chunk.id))}
        found: list[Chunk] = []
        asked = depth
        while len(found) < depth:
            asked *= 2  # copies may stand in front
            names = self.best(text, asked)
            strange = (name for name in names if name not in same)
            found = [chunk for chunk in map(self._chunk, strange) if text_sha256(chunk) not in texts]
            if len(names) < asked:
                break
        return found[:depth]

    def _chunk(self, name: str) -> Chunk:
        _, rows, places = self._index()
        return msgspec.msgpack.decode(rows[places[name]], type=Chunk)

    def _index(self) -> tuple[WordIndex, RowsOnDisk, dict[str, int]]:
        with self._lock:
            if self._built is None:
                self.too_many = self._most is not None and any(True for _ in islice(self._read(), self._most, None))
                rows, places = RowsOnDisk(), dict[str, int]()
                index = WordIndex(_kept([] if self.too_many else self._read(), rows, places))
                rows.written()
                self._built = index, rows, places
        return self._built


def _kept(chunks: Iterable[Chunk], rows: RowsOnDisk, places: dict[str, int]) -> Iterator[tuple[str, str]]:
    """The texts to index, each chunk written to the rows first; not those with a lone surrogate, which cannot be sent."""
    for chunk in chunks:
        try:
            places[chunk.id] = rows.add(msgspec.msgpack.encode(chunk))
        except UnicodeEncodeError:
            continue
        yield chunk.id, chunk.text
