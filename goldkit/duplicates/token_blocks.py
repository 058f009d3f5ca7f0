"""The hashes of the tokens of many texts at once: what `token_hash` gives for each token of `runs`.

Texts are cut at the bytes no token can hold; almost every piece is then a plain word. Words of up to 16 bytes are looked up by
those bytes in a table of the hashes met before; only new words, and pieces with signs or beyond ASCII, are tokenised one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.shingles import STEP, mixed, token_hash
from goldkit.text.tokens import folded, piece_tokens, unspaced

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLOTS = 1 << 17
"""Of the table of words: two that meet in one take turns, which costs time only."""

LONGEST = 16
"""Bytes of a word in the table."""

_SHORT_PIECE = 64
"""Characters; a longer piece will hardly come again."""

_MASKS = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)


def _bytes(chosen: Sequence[int]) -> NDArray[np.bool_]:
    table = np.zeros(256, np.bool_)
    table[list(chosen)] = True
    return table


_BEYOND = range(0x80, 0x100)
_DIGIT = _bytes([*b"0123456789", *_BEYOND])
_WORD = _bytes(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_KEPT = _WORD | _bytes([*b"<>=+%&|^~@$\\/#", *_BEYOND])
"""Bytes that can be part of a token wherever they stand; what is beyond ASCII is looked at later."""
_BETWEEN_DIGITS, _BETWEEN_WORDS, _BEFORE_DIGIT = _bytes(b".,:"), _bytes(b"'"), _bytes(b"-")
_SOMETIMES = _BETWEEN_DIGITS | _BETWEEN_WORDS | _BEFORE_DIGIT


class Tokens(NamedTuple):
    """hashes: of the tokens of text 0, then of text 1, …; unspaced: of each token; sizes: how many each text has."""

    hashes: NDArray[np.uint64]
    unspaced: NDArray[np.bool_]
    sizes: NDArray[np.int64]


class Words:
    """A table of words met before and their hashes. It changes what a block costs, never what it gives; of one thread only."""

    def __init__(self) -> None:
        self._low, self._high, self._hash = (np.zeros(SLOTS, np.uint64) for _ in range(3))

    def hashes(
        self, low: NDArray[np.uint64], high: NDArray[np.uint64], spans: NDArray[np.int64], data: bytes
    ) -> NDArray[np.uint64]:
        """The hash of each word: low and high are its bytes 0 to 7 and 8 to 15, spans where it starts and ends in the data."""
        slots = (mixed(low * STEP + high) % np.uint64(SLOTS)).astype(np.int64)
        missing = self._missing(slots, low, high)
        slot, first = np.unique(slots[missing], return_index=True)
        new = missing[first]
        self._low[slot], self._high[slot], self._hash[slot] = low[new], high[new], _hashed(spans[new], data)
        found = self._hash[slots]
        second = self._missing(slots, low, high)
        found[second] = _hashed(spans[second], data)
        return found

    def _missing(
        self, slots: NDArray[np.int64], low: NDArray[np.uint64], high: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        return np.flatnonzero((self._low[slots] != low) | (self._high[slots] != high))


def _hashed(spans: NDArray[np.int64], data: bytes) -> NDArray[np.uint64]:
    words = (data[start:end].decode("ascii") for start, end in spans.tolist())
    return np.fromiter(map(token_hash, words), np.uint64, len(spans))


def tokens(texts: Sequence[str], words: Words) -> Tokens:
    """The folded tokens of each text, in the order given."""
    parts = [folded(text).encode("utf-8", "surrogatepass") for text in texts]
    data = b"\n".join([b"", *parts, bytes(LONGEST)])
    starts, ends, plain = _pieces(np.frombuffer(data, np.uint8))
    low, high = _packed(data, starts[plain], ends[plain])
    known = words.hashes(low, high, np.stack([starts[plain], ends[plain]], axis=1), data)
    odd = [
        _piece_of(data[start:end]) for start, end in zip(starts[~plain].tolist(), ends[~plain].tolist(), strict=True)
    ]
    counts = np.ones(len(starts), np.int64)
    counts[~plain] = [len(piece[1]) for piece in odd]
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    hashes, of_odd = np.empty(before[-1], np.uint64), np.ones(before[-1], np.bool_)
    of_odd[before[:-1][plain]] = False
    hashes[~of_odd], hashes[of_odd] = known, np.frombuffer(b"".join([piece[0] for piece in odd]), np.uint64)
    flags = np.zeros(before[-1], np.bool_)
    flags[of_odd] = np.frombuffer(b"".join([piece[1] for piece in odd]), np.bool_)
    stops = 1 + np.cumsum(np.fromiter((len(part) + 1 for part in parts), np.int64, len(parts)))
    return Tokens(hashes, flags, np.diff(before[np.searchsorted(starts, stops)], prepend=0))


def _pieces(data: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Where each piece starts and ends, and whether it is a plain word for the table. The data begins and ends with white space."""
    kept = _KEPT[data]
    asked = np.flatnonzero(_SOMETIMES[data])
    before, here, after = data[asked - 1], data[asked], data[asked + 1]
    kept[asked] = (
        (_BETWEEN_DIGITS[here] & _DIGIT[before] & _DIGIT[after])
        | (_BETWEEN_WORDS[here] & _KEPT[before] & _KEPT[after])
        | (_BEFORE_DIGIT[here] & _DIGIT[after])
    )
    edges = np.flatnonzero(kept[1:] != kept[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]
    plain = ends - starts <= LONGEST
    plain[np.searchsorted(starts, np.flatnonzero(kept & ~_WORD[data]), "right") - 1] = False
    return starts, ends, plain


def _packed(
    data: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Bytes 0 to 7 and 8 to 15 of each word as little-endian numbers, zeros after its end. No word holds a zero byte."""
    windows = np.ndarray((len(data) - 7,), "<u8", data, strides=(1,))
    sizes = ends - starts
    low = windows[starts] & _MASKS[np.minimum(sizes, 8)]
    high = windows[np.minimum(starts + 8, len(windows) - 1)] & _MASKS[np.maximum(sizes - 8, 0)]
    return low, high


def _piece_of(piece: bytes) -> tuple[bytes, bytes]:
    return _piece(piece) if len(piece) <= _SHORT_PIECE else _piece.__wrapped__(piece)


@lru_cache(maxsize=1 << 16)
def _piece(piece: bytes) -> tuple[bytes, bytes]:
    """The hashes of a piece's tokens, eight bytes each, and one byte each whether it is an unspaced character."""
    found = piece_tokens(piece.decode("utf-8", "surrogatepass"))
    hashes = np.fromiter(map(token_hash, found), np.uint64, len(found)).tobytes()
    return hashes, bytes(len(found)) if piece.isascii() else bytes(map(unspaced, found))
