"""The sketches of a corpus in one file: the index of `widen --index` and `dedupe --index`, or a temporary one without a name.

A text is found by its SHA-256, whatever chunk holds it, so a corpus of which little changed is read again at little cost. What
the guard said of pairs of texts stands in the same file. What becomes of a broken or foreign one: see BlockFile.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from goldkit.duplicates.block_file import BlockFile
from goldkit.duplicates.kept_verdicts import KeptVerdicts
from goldkit.duplicates.shingles import VERSION, Shingled
from goldkit.duplicates.signatures import SCHEME
from goldkit.duplicates.sketches import Sketches
from goldkit.files.canonical import line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters

_KIND = {"goldkit": "sketches"}
_TEXTS, _VERDICTS = b"text", b"said"
"""What a block holds."""
_SIZES = struct.Struct("<QQ")
"""How many texts and how many shingles a block of texts has; it begins with it."""


class _Place(NamedTuple):
    """Where the arrays of a block lie in the file, the row of its first text, how many texts and shingles it has."""

    start: int
    row: int
    texts: int
    hashes: int


class SketchFile:
    """Takes sketches and gives them back in blocks, or one by its row, which is its place among all; about 250 bytes
    of memory each.

    path: of the file, made where there is none; None for a temporary one. cut: bytes of a broken end that were taken away.
    rows: SHA-256 → row of the text; who adds texts in order may give new ones their rows, len(rows), before.
    verdicts: what the guard said of pairs of texts; None where the file is a temporary one. Raises as BlockFile.
    """

    def __init__(self, path: Path | None, parameters: WidenParameters) -> None:
        self._permutations = parameters.permutations
        self._file = BlockFile(path, line(_KIND | _made(parameters)))
        self._places: list[_Place] = []
        self.rows: dict[bytes, int] = {}
        self._starts, self._counts, self._words, self._digests = array("Q"), array("Q"), array("i"), array("B")
        self.verdicts = None if path is None else KeptVerdicts(self._file, _VERDICTS, parameters)
        try:
            for kind, start, body in self._file.begin():
                if kind == _TEXTS:
                    self._learn(start, body)
                elif self.verdicts is not None:
                    self.verdicts.learn(start, body)
        except BaseException:
            self.close()
            raise
        self.cut = self._file.cut
        self.known = len(self.rows)

    def __len__(self) -> int:
        return len(self._words)

    def add(self, sketches: Sketches) -> None:
        """More texts, none of which is there yet; they are there for good when this returns, unless the machine itself fails."""
        sizes = len(sketches), len(sketches.hashes)
        body = b"".join([_SIZES.pack(*sizes), *(part.tobytes() for part in _arrays(sketches))])
        start = self._file.add(_TEXTS, body) + _SIZES.size
        self._take(_Place(start, len(self), *sizes), sketches)

    def shingled(self, row: int) -> Shingled:
        """The shingles of one text."""
        read = self._file.read(self._starts[row], 8 * self._counts[row])
        return Shingled(np.frombuffer(read, np.uint64), self._words[row])

    def digest(self, row: int) -> bytes:
        """The SHA-256 of one text."""
        return self._digests[32 * row : 32 * row + 32].tobytes()

    @property
    def counts(self) -> NDArray[np.uint64]:
        """How many shingles each text has, by row; shape (texts,)."""
        return np.array(self._counts, np.uint64)

    def blocks(self) -> Iterator[tuple[int, Sketches]]:
        """All sketches in the order of their rows, a block at a time with the row of its first."""
        for place in self._places:
            yield place.row, self._block(place, self._file.read(place.start, self._size(place)))

    def close(self) -> None:
        """Let go of the file; a temporary one is gone then. It happens by itself when the object is no longer used."""
        self._file.close()

    def _learn(self, start: int, body: bytes) -> None:
        texts, hashes = _SIZES.unpack_from(body)
        place = _Place(start + _SIZES.size, len(self), texts, hashes)
        self._take(place, self._block(place, memoryview(body)[_SIZES.size :]))

    def _take(self, place: _Place, block: Sketches) -> None:
        self._places.append(place)
        # As items of 32 bytes they become keys several times faster than one slice after another.
        keys = np.ascontiguousarray(block.digests).view("V32").ravel().tolist()
        self.rows.update(zip(keys, range(place.row, place.row + place.texts), strict=True))
        before = np.concatenate([np.zeros(1, np.int64), block.ends])
        self._starts.frombytes((place.start + 8 * before[:-1]).tobytes())
        self._counts.frombytes(np.diff(before).tobytes())
        self._words.frombytes(block.words.tobytes())
        self._digests.frombytes(block.digests.tobytes())

    def _size(self, place: _Place) -> int:
        return place.hashes * 8 + place.texts * (32 + 8 + 4 + 4 * self._permutations)

    def _block(self, place: _Place, body: bytes | memoryview) -> Sketches:
        kinds: list[tuple[type, tuple[int, ...]]] = [
            (np.uint64, (place.hashes,)),
            (np.int64, (place.texts,)),
            (np.uint32, (place.texts, self._permutations)),
            (np.uint8, (place.texts, 32)),
            (np.int32, (place.texts,)),
        ]
        parts: list[NDArray[Any]] = []
        at = 0
        for kind, shape in kinds:
            count = int(np.prod(shape))
            parts.append(np.frombuffer(body, kind, count, at).reshape(shape))
            at += parts[-1].nbytes
        hashes, ends, signatures, digests, words = parts
        return Sketches(digests, hashes, ends, words, signatures)


def _arrays(sketches: Sketches) -> list[NDArray[np.generic]]:
    return [sketches.hashes, sketches.ends, sketches.signatures, sketches.digests, sketches.words]


def _made(parameters: WidenParameters) -> dict[str, object]:
    """All that decides what the sketch of a text is."""
    chosen = ("words", "characters", "permutations", "seed")
    return {"format": 2, "scheme": SCHEME, "shingles": VERSION} | {name: getattr(parameters, name) for name in chosen}
