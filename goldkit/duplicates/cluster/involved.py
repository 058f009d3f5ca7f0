"""The texts that pairs are made of, brought here by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.shingles import Shingled

if TYPE_CHECKING:
    from goldkit.duplicates.cluster.frames import Frame
    from goldkit.duplicates.pairs import Writer


class _Known(NamedTuple):
    ids: tuple[str, ...]
    digest: bytes
    words: int


class Involved:
    """Some of the texts of a corpus; its length is that of all."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.known: dict[int, _Known] = {}

    def take(self, texts: Frame) -> None:
        """Bring these texts here."""
        for rank, first, ids, digest, words in texts.only("rank", "first", "ids", "digest", "words").rows():
            self.known[rank] = _Known(tuple(ids) or (first,), digest, words)

    def sums(self, writer: Writer) -> dict[str, str]:
        """Chunk id → the SHA-256 of its text, of those that pairs may name."""
        return {name: known.digest.hex() for known in self.known.values() for name in writer.used(known.ids)}

    def __len__(self) -> int:
        return self._size

    def first(self, rank: int) -> str:
        """The smallest id of the chunks with this text."""
        return self.known[rank].ids[0]

    def ids(self, rank: int) -> tuple[str, ...]:
        """The ids of the chunks with this text, sorted."""
        return self.known[rank].ids

    def shingled(self, rank: int) -> Shingled:
        """Its length in words; the shingles stay where they are."""
        return Shingled(np.empty(0, np.uint64), self.known[rank].words)

    def sha256(self, rank: int) -> str:
        """The SHA-256 of one text, in hex."""
        return self.known[rank].digest.hex()
