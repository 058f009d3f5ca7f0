"""The sketches of a corpus in one file: the index of `widen --index` and `dedupe --index`, or a temporary one without a name.

A text is found by its SHA-256, whatever chunk holds it, so a corpus of which little changed is read again at little cost. The
file begins with one line that says how the sketches were made; then come blocks, each with its length and checksum. A block cut
off at the end, as a killed process leaves one, is taken away and its texts are sketched again; a block that does not
hold what was written is an error.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import struct
import tempfile
import weakref
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from goldkit.duplicates.shingles import VERSION, Shingled
from goldkit.duplicates.signatures import SCHEME
from goldkit.duplicates.sketches import Sketches
from goldkit.errors import IncompleteError, UsageError, bad
from goldkit.files.canonical import line
from goldkit.files.temporary import room_needed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters

_KIND = {"goldkit": "sketches"}
_HEAD = re.compile(rb'\{[^\n]*"goldkit":"sketches"[^\n]*\}\n')
_BLOCK = struct.Struct("<4sIQQ")
"""Mark, CRC-32 of all after it in the block, number of texts, number of shingles."""
_MARK = b"blok"
_CURE = "Delete it, and it is made again, or name another file."


class _Place(NamedTuple):
    """Where a block lies in the file, the row of its first text, how many texts and shingles it has."""

    offset: int
    row: int
    texts: int
    hashes: int


class SketchFile:
    """Takes sketches and gives them back in blocks, or one by its row, which is its place among all; about 250 bytes
    of memory each.

    path: of the file, made where there is none; None for a temporary one. cut: bytes of a broken end that were taken away.
    rows: SHA-256 → row of the text; who adds texts in order may give new ones their rows, len(rows), before.
    Raises DataError for a file that is no index of goldkit's or is damaged, UsageError for one made in another way,
    IncompleteError where another process works on it or the disk is full.
    """

    def __init__(self, path: Path | None, parameters: WidenParameters) -> None:
        self._path, self._permutations = path, parameters.permutations
        self._head = line(_KIND | _made(parameters))
        self._handle = _temporary() if path is None else _opened(path)
        self._close = weakref.finalize(self, os.close, self._handle)
        self._places: list[_Place] = []
        self.rows: dict[bytes, int] = {}
        self._starts, self._counts, self._words, self._digests = array("Q"), array("Q"), array("i"), array("B")
        self.cut = 0
        try:
            self._end = self._read() if path is not None and os.fstat(self._handle).st_size else self._begun()
        except BaseException:
            self.close()
            raise
        self.known = len(self.rows)

    def __len__(self) -> int:
        return len(self._words)

    def add(self, sketches: Sketches) -> None:
        """More texts, none of which is there yet; they are there for good when this returns, unless the machine itself fails."""
        body = b"".join(part.tobytes() for part in _arrays(sketches))
        place = _Place(self._end, len(self), len(sketches), len(sketches.hashes))
        head = _BLOCK.pack(_MARK, self._checksum(body), place.texts, place.hashes)
        with room_needed(self._path):
            _written(self._handle, head + body, self._end)
        self._end += len(head) + len(body)
        self._take(place, sketches)

    def shingled(self, row: int) -> Shingled:
        """The shingles of one text."""
        read = os.pread(self._handle, 8 * self._counts[row], self._starts[row])
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
            yield place.row, self._block(place, os.pread(self._handle, self._size(place), place.offset + _BLOCK.size))

    def close(self) -> None:
        """Let go of the file; a temporary one is gone then. It happens by itself when the object is no longer used."""
        self._close()

    def _begun(self) -> int:
        with room_needed(self._path):
            _written(self._handle, self._head, 0)
        return len(self._head)

    def _read(self) -> int:
        """Check the whole file and learn its rows; returns where the next block goes."""
        size = os.fstat(self._handle).st_size
        head = os.pread(self._handle, 1 << 16, 0).partition(b"\n")[0] + b"\n"
        if self._head.startswith(head.rstrip(b"\n")) and size < len(self._head):
            self.cut = size
            return self._begun()
        if not _HEAD.fullmatch(head):
            raise bad(str(self._path), None, "something else", "an index of goldkit", _CURE)
        if head != self._head:
            raise UsageError(f"{self._path}: an index made with other settings or by another version. {_CURE}")
        end = len(head)
        while end < size:
            place = self._checked(end, size)
            if place is None:
                break
            end += _BLOCK.size + self._size(place)
        self.cut = size - end
        if self.cut:
            os.ftruncate(self._handle, end)
        return end

    def _checked(self, offset: int, size: int) -> _Place | None:
        """The block there, whose rows are learnt; None where the file ends before it does."""
        head = os.pread(self._handle, _BLOCK.size, offset)
        if len(head) < _BLOCK.size:
            return None
        mark, checksum, texts, hashes = _BLOCK.unpack(head)
        place = _Place(offset, len(self), texts, hashes)
        whole = offset + _BLOCK.size + self._size(place) <= size
        body = os.pread(self._handle, self._size(place), offset + _BLOCK.size) if whole and mark == _MARK else b""
        if mark == _MARK and not whole:
            return None
        if mark != _MARK or self._checksum(body) != checksum:
            raise bad(
                str(self._path), None, f"damage in the block at byte {offset:,}", "the bytes that were written", _CURE
            )
        self._take(place, self._block(place, body))
        return place

    def _take(self, place: _Place, block: Sketches) -> None:
        self._places.append(place)
        # As items of 32 bytes they become keys several times faster than one slice after another.
        keys = np.ascontiguousarray(block.digests).view("V32").ravel().tolist()
        self.rows.update(zip(keys, range(place.row, place.row + place.texts), strict=True))
        before = np.concatenate([np.zeros(1, np.int64), block.ends])
        first = place.offset + _BLOCK.size
        self._starts.frombytes((first + 8 * before[:-1]).tobytes())
        self._counts.frombytes(np.diff(before).tobytes())
        self._words.frombytes(block.words.tobytes())
        self._digests.frombytes(block.digests.tobytes())

    def _checksum(self, body: bytes) -> int:
        # Nobody else can write to a file without a name.
        return 0 if self._path is None else zlib.crc32(body)

    def _size(self, place: _Place) -> int:
        return place.hashes * 8 + place.texts * (32 + 8 + 4 + 4 * self._permutations)

    def _block(self, place: _Place, body: bytes) -> Sketches:
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
    return {"format": 1, "scheme": SCHEME, "shingles": VERSION} | {name: getattr(parameters, name) for name in chosen}


def _temporary() -> int:
    handle, name = tempfile.mkstemp(prefix="goldkit-")
    Path(name).unlink()
    return handle


def _opened(path: Path) -> int:
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise UsageError(f"--index {path}: {error.strerror}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
            raise
        raise IncompleteError(f"{path}: another goldkit works on this index; wait for it") from error
    return handle


def _written(handle: int, data: bytes, offset: int) -> None:
    done = 0
    while done < len(data):
        done += os.pwrite(handle, memoryview(data)[done:], offset + done)
