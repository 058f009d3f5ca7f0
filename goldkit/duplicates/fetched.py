"""Chunks of a corpus that is read once more for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from goldkit.errors import IncompleteError
from goldkit.files.canonical import sha256_text
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.records import Chunk


class Fetched(Mapping[str, Chunk]):
    """The chunks with the given ids; they lie in a temporary file.

    sums: chunk id → the SHA-256 its text had when the corpus was read before. Raises IncompleteError where it is another now.
    """

    def __init__(self, chunks: Iterable[Chunk], sums: Mapping[str, str]) -> None:
        self._chunks: RecordsOnDisk[Chunk] = RecordsOnDisk()
        self._numbers: dict[str, int] = {}
        for chunk in chunks:
            wanted = sums.get(chunk.id)
            if wanted is not None and chunk.id not in self._numbers and sha256_text(chunk.text) == wanted:
                self._numbers[chunk.id] = self._chunks.add(chunk)
        gone = sorted(sums.keys() - self._numbers.keys())
        if gone:
            raise IncompleteError(f"the corpus changed while it was read ({gone[0]}); run the command again")

    def __getitem__(self, name: str) -> Chunk:
        return self._chunks[self._numbers[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)
