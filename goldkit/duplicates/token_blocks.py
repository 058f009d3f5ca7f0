"""The hashes of the tokens of many texts at once: what `token_hash` gives for each token of `runs`.

Texts are cut at the bytes no token can hold; almost every piece is then a plain word, whose hash is made of its bytes. Only
longer words and pieces with signs or beyond ASCII are tokenised one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.shingles import LONGEST, packed_hashes, token_hash
from goldkit.text.tokens import folded, piece_tokens, unspaced

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
_IS_KEPT, _IS_ASKED, _IS_WORD = np.uint8(1), np.uint8(2), np.uint8(4)
_CLASSES = (
    _KEPT * _IS_KEPT + (_BETWEEN_DIGITS | _BETWEEN_WORDS | _BEFORE_DIGIT) * _IS_ASKED + _WORD * _IS_WORD
).tobytes()
"""What each byte is, as a sum; what is asked about is nothing else."""


class Tokens(NamedTuple):
    """hashes: of the tokens of text 0, then of text 1, …; unspaced: of each token; sizes: how many each text has."""

    hashes: NDArray[np.uint64]
    unspaced: NDArray[np.bool_]
    sizes: NDArray[np.int64]


def tokens(texts: Sequence[str]) -> Tokens:
    """The folded tokens of each text, in the order given."""
    parts = [folded(text).encode("utf-8", "surrogatepass") for text in texts]
    data = b"\n".join([b"", *parts, bytes(LONGEST)])
    starts, ends, plain = _pieces(data)
    low, high = _packed(data, starts[plain], ends[plain])
    odd = [
        _piece_of(data[start:end]) for start, end in zip(starts[~plain].tolist(), ends[~plain].tolist(), strict=True)
    ]
    counts = np.ones(len(starts), np.int64)
    counts[~plain] = [len(piece[1]) for piece in odd]
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    hashes, of_odd = np.empty(before[-1], np.uint64), np.ones(before[-1], np.bool_)
    of_odd[before[:-1][plain]] = False
    hashes[~of_odd], hashes[of_odd] = (
        packed_hashes(low, high),
        np.frombuffer(b"".join([piece[0] for piece in odd]), np.uint64),
    )
    flags = np.zeros(before[-1], np.bool_)
    flags[of_odd] = np.frombuffer(b"".join([piece[1] for piece in odd]), np.bool_)
    stops = 1 + np.cumsum(np.fromiter((len(part) + 1 for part in parts), np.int64, len(parts)))
    return Tokens(hashes, flags, np.diff(before[np.searchsorted(starts, stops)], prepend=0))


def _pieces(text: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Where each piece starts and ends, and whether it is a plain word of few bytes. The text begins and ends with white space."""
    data, classes = np.frombuffer(text, np.uint8), np.frombuffer(text.translate(_CLASSES), np.uint8)
    kept = (classes & _IS_KEPT).view(np.bool_)
    asked = np.flatnonzero(classes == _IS_ASKED)
    before, here, after = data[asked - 1], data[asked], data[asked + 1]
    kept[asked] = (
        (_BETWEEN_DIGITS[here] & _DIGIT[before] & _DIGIT[after])
        | (_BETWEEN_WORDS[here] & _KEPT[before] & _KEPT[after])
        | (_BEFORE_DIGIT[here] & _DIGIT[after])
    )
    edges = np.flatnonzero(kept[1:] != kept[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]
    plain = ends - starts <= LONGEST
    plain[np.searchsorted(starts, np.flatnonzero(kept & (classes < _IS_WORD)), "right") - 1] = False
    return starts, ends, plain


def _packed(
    data: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Bytes 0 to 7 and 8 to 15 of each word as little-endian numbers, zeros after its end. No word holds a zero byte."""
    windows = np.ndarray((len(data) - 7,), "<u8", data, strides=(1,))
    sizes = ends - starts
    low, high = windows[starts] & _MASKS[np.minimum(sizes, 8)], np.zeros(len(starts), np.uint64)
    long = np.flatnonzero(sizes > 8)
    high[long] = windows[starts[long] + 8] & _MASKS[sizes[long] - 8]
    return low, high


def _piece_of(piece: bytes) -> tuple[bytes, bytes]:
    return _piece(piece) if len(piece) <= _SHORT_PIECE else _piece.__wrapped__(piece)


@lru_cache(maxsize=1 << 16)
def _piece(piece: bytes) -> tuple[bytes, bytes]:
    """The hashes of a piece's tokens, eight bytes each, and one byte each whether it is an unspaced character."""
    found = piece_tokens(piece.decode("utf-8", "surrogatepass"))
    hashes = np.fromiter(map(token_hash, found), np.uint64, len(found)).tobytes()
    return hashes, bytes(len(found)) if piece.isascii() else bytes(map(unspaced, found))
