"""Whether a chunk says what one taken before says: looked for among the taken ones only, so a large corpus costs nothing."""

from __future__ import annotations

import struct
from array import array
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from goldkit.duplicates.shingles import Shingled, shingled
from goldkit.duplicates.texts import Text
from goldkit.duplicates.verdicts import verdict
from goldkit.duplicates.verify import figures
from goldkit.duplicates.widen import DEFAULTS
from goldkit.files.hash_index import HashIndex, hash64
from goldkit.files.rows_on_disk import RowsOnDisk
from goldkit.records import Chunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEYS = 6
"""The smallest shingles by which a text is looked up. Of the smallest ones of two texts together each is in both with the
probability of their Jaccard similarity (Broder 1997), so a pair at 0.8 has none of six in common once in 15,000 times."""
MOST = 64
"""Texts that are compared for one key; a shingle that more have is boilerplate."""
HEAD = struct.Struct("<QQ")
"""How many shingles a text has and how many words; its shingles and its characters follow."""
Likeness = Literal["same", "differs"]


class Taken:
    """The chunks taken so far. About 300 bytes of memory a chunk; the texts and their shingles lie in a temporary file.

    copies: pairs of ids that are known to say the same, whatever their texts are.
    """

    def __init__(self, copies: Iterable[tuple[str, str]] = ()) -> None:
        self._partners: defaultdict[str, set[str]] = defaultdict(set)
        for one, other in copies:
            self._partners[one].add(other)
            self._partners[other].add(one)
        self._ids: set[str] = set()
        self._texts = HashIndex()
        self._first = HashIndex()
        self._entries = array("I", [0, 0])  # pairs of (text, next entry of the same key); entry 0 ends a list
        self._rows = RowsOnDisk()

    def add_id(self, name: str) -> None:
        """An id that was taken, even if its text is not known."""
        if name in self._partners:
            self._ids.add(name)

    def add(self, chunk: Chunk) -> None:
        """One more chunk."""
        self.add_id(chunk.id)
        if not self._texts.add(hash64(chunk.text), 1):
            return
        own = _shingled(chunk.text)
        head = HEAD.pack(len(own.hashes), own.words)
        number = self._rows.add(head + own.hashes.tobytes() + chunk.text.encode("utf-8", "surrogatepass"))
        for key in _keys(own.hashes):
            entry = len(self._entries) // 2
            before = self._first.get(key)
            if before is None:
                self._first.add(key, entry)
                before = 0
            else:  # behind the first, which stays
                before, self._entries[2 * before + 1] = self._entries[2 * before + 1], entry
            self._entries.extend((number, before))

    def likeness(self, chunk: Chunk) -> Likeness | None:
        """same: a copy of one that was taken. differs: nearly its text, but not what it says. None: like none of them."""
        if not self._ids.isdisjoint(self._partners.get(chunk.id, ())) or hash64(chunk.text) in self._texts:
            return "same"
        own = _shingled(chunk.text)
        found: Likeness | None = None
        for number in self._candidates(own):
            likeness = self._compare(chunk.text, own, number)
            if likeness == "same":
                return likeness
            found = found or likeness
        return found

    def _candidates(self, own: Shingled) -> list[int]:
        numbers: dict[int, None] = {}
        for key in _keys(own.hashes):
            entry, left = self._first.get(key) or 0, MOST
            while entry and left:
                numbers[self._entries[2 * entry]] = None
                entry, left = self._entries[2 * entry + 1], left - 1
        return sorted(numbers)

    def _compare(self, text: str, own: Shingled, number: int) -> Likeness | None:
        import numpy as np

        self._rows.written()
        row = self._rows[number]
        size, many = HEAD.unpack_from(row)
        there = Shingled(np.frombuffer(row, np.uint64, size, HEAD.size), many)
        if figures(own.hashes, there.hashes).jaccard < DEFAULTS.jaccard:
            return None
        other = row[HEAD.size + 8 * size :].decode("utf-8", "surrogatepass")
        pair = Text(other, (), there), Text(text, (), own)
        return "same" if verdict(*pair, False, np.empty(0, np.uint64), DEFAULTS).verdict == "same" else "differs"


def _keys(hashes: NDArray[np.uint64]) -> list[int]:
    """The smallest hashes of a text, none of them 0, which the index has no place for."""
    return [key or 1 for key in hashes[:KEYS].tolist()]


@lru_cache(maxsize=1)
def _shingled(text: str) -> Shingled:
    """Kept for the text that was looked up last: it is mostly the next one to be taken."""
    return shingled(text, DEFAULTS)
