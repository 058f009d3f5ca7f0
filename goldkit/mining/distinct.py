"""How many different sessions there are, and some of them, in memory that does not grow with how often they come."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from goldkit.files.hash_index import hash64

MOST = 1000
"""Values that are told apart exactly; beyond it the number is estimated."""
_hash = lru_cache(maxsize=1024)(hash64)
"""One session is counted several times for each of its questions."""


class Distinct:
    """Different texts by their 64-bit hashes, of which the smallest MOST are kept: a sample that does not depend on the order."""

    __slots__ = ("_full", "_keys")

    def __init__(self) -> None:
        self._keys = array("Q")
        self._full = False

    def add(self, text: str) -> None:
        """One more text, met before or not."""
        self._insert(_hash(text))

    def update(self, other: Distinct) -> None:
        """All texts of another."""
        self._full = self._full or other._full
        for key in other._keys:
            self._insert(key)

    def __iter__(self) -> Iterator[str]:
        """The hashes that are kept, in hex, sorted."""
        return (f"{key:016x}" for key in self._keys)

    def __len__(self) -> int:
        """How many: exact up to MOST, else estimated, with a standard error of 3 %.

        From the largest of the k smallest hashes, (k - 1) / its share of their range (Bar-Yossef et al., RANDOM 2002; Beyer et
        al., SIGMOD 2007).
        """
        return len(self._keys) if not self._full else round((MOST - 1) / (self._keys[-1] / 2**64))

    def _insert(self, key: int) -> None:
        keys = self._keys
        at = bisect_left(keys, key)
        if at < len(keys) and keys[at] == key:
            return
        if len(keys) < MOST:
            keys.insert(at, key)
            return
        self._full = True
        if at < MOST:
            keys.insert(at, key)
            keys.pop()
