"""Where texts lie over the chunks of another corpus: the same passage, cut elsewhere.

An overlap is a stretch that both texts have, and that begins where one of the two begins and ends where one of the two ends.
That is what a new cut leaves, with or without overlapping windows, and what an edit hardly ever does. Hashes of windows find
overlaps; characters prove them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WINDOW = 16
"""Characters without white space that an overlap has at least."""
BATCH = 1_000_000
"""Characters of the corpus that are hashed at a time."""
MOST = 1_000
"""Places of the texts that one window may have: of a window with more, boilerplate, only so many are tried."""
_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)


class Cut(NamedTuple):
    """An overlap: [start, end) of the asked text number `text` is what stands from `at` on in the chunk number `chunk`."""

    text: int
    chunk: int
    start: int
    end: int
    at: int


class Cuts:
    """Finds the overlaps of some texts with any chunks. texts: without white space, in lower case; so are the chunks.

    About 20 bytes of memory a character of the texts.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._begin = _begins(texts)
        hashes = _hashed("".join(texts))
        self._order = np.argsort(hashes, kind="stable")
        self._hashes = hashes[self._order]
        long = [place for place, text in enumerate(texts) if len(text) >= WINDOW]
        first = hashes[self._begin[long]] if len(hashes) else hashes
        order = np.argsort(first, kind="stable")
        self._first, self._owner = first[order], np.asarray(long, dtype=np.int64)[order]

    def over(self, chunks: Iterable[str]) -> Iterator[Cut]:
        """The overlaps with each chunk, in the order of the chunks, each once. A chunk below WINDOW characters has none."""
        batch: list[str] = []
        size, number = 0, 0
        for chunk in chunks:
            batch.append(chunk)
            size += len(chunk)
            if size >= BATCH:
                yield from self._of(batch, number)
                number += len(batch)
                batch, size = [], 0
        yield from self._of(batch, number)

    def _of(self, chunks: Sequence[str], number: int) -> Iterator[Cut]:
        hashes, begin = _hashed("".join(chunks)), _begins(chunks)
        if not len(hashes) or not len(self._hashes):
            return
        inner = np.flatnonzero(_isin(hashes, self._first))
        holders = np.searchsorted(begin, inner, "right") - 1
        within: dict[int, list[int]] = {}
        for place, holder in zip(inner.tolist(), holders.tolist(), strict=True):
            within.setdefault(holder, []).append(place)
        for place, chunk in enumerate(chunks):
            if len(chunk) >= WINDOW:
                at = int(begin[place])
                found = {
                    *self._from_start(chunk, hashes[at]),
                    *self._from_end(chunk, hashes[at + len(chunk) - WINDOW]),
                    *(cut for one in within.get(place, ()) for cut in self._inside(chunk, hashes[one], one - at)),
                }
                yield from (Cut(text, number + place, start, end, at) for text, start, end, at in sorted(found))

    def _from_start(self, chunk: str, key: np.uint64) -> Iterator[tuple[int, int, int, int]]:
        for text, start in self._places(key):
            length = min(len(self._texts[text]) - start, len(chunk))
            if length >= WINDOW and self._texts[text].startswith(chunk[:length], start):
                yield text, start, start + length, 0

    def _from_end(self, chunk: str, key: np.uint64) -> Iterator[tuple[int, int, int, int]]:
        for text, start in self._places(key):
            end = start + WINDOW
            length = min(end, len(chunk))
            if end <= len(self._texts[text]) and self._texts[text].endswith(chunk[-length:], 0, end):
                yield text, end - length, end, len(chunk) - length

    def _inside(self, chunk: str, key: np.uint64, at: int) -> Iterator[tuple[int, int, int, int]]:
        left, right = np.searchsorted(self._first, key, "left"), np.searchsorted(self._first, key, "right")
        for text in self._owner[left:right].tolist():
            length = min(len(self._texts[text]), len(chunk) - at)
            if length >= WINDOW and chunk.startswith(self._texts[text][:length], at):
                yield text, 0, length, at

    def _places(self, key: np.uint64) -> Iterator[tuple[int, int]]:
        """(text, offset) of the windows with this hash."""
        left, right = np.searchsorted(self._hashes, key, "left"), np.searchsorted(self._hashes, key, "right")
        places = self._order[left : min(right, left + MOST)]
        texts = np.searchsorted(self._begin, places, "right") - 1
        yield from zip(texts.tolist(), (places - self._begin[texts]).tolist(), strict=True)


def _begins(texts: Sequence[str]) -> NDArray[np.int64]:
    """Where each text begins in all of them joined."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    return np.cumsum(lengths) - lengths


def _hashed(text: str) -> NDArray[np.uint64]:
    """A hash of the window at each position, by a polynomial modulo 2⁶⁴; the last ones, shorter than a window, are 0."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    size = len(codes)
    hashes = np.zeros(size, dtype=np.uint64)
    if size >= WINDOW:
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(codes * _powers(_BASE, size), dtype=np.uint64)])
        whole = size - WINDOW + 1
        hashes[:whole] = (sums[WINDOW:] - sums[:whole]) * _powers(_INVERSE, whole)
    return hashes


def _powers(base: int, size: int) -> NDArray[np.uint64]:
    """1, base, base², … modulo 2⁶⁴."""
    factors = np.full(size, base, dtype=np.uint64)
    factors[:1] = 1
    return np.cumprod(factors, dtype=np.uint64)


def _isin(keys: NDArray[np.uint64], sorted_keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    if not len(sorted_keys):
        return np.zeros(len(keys), dtype=np.bool_)
    places = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    found: NDArray[np.bool_] = sorted_keys[places] == keys
    return found
