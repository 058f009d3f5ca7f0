"""What the guard said of pairs of texts, kept in the index for the next search: reading a pair takes longer than finding it.

A verdict follows from the two texts, the code that reads them, and what that code asked about the boilerplate of the corpus. The
first two are its key; what was asked is kept with the answers and asked again, since another corpus may answer otherwise. So
what is given is what would be said anew.
"""

from __future__ import annotations

import struct
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from goldkit.duplicates.verdicts import Judged

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from goldkit.duplicates.block_file import BlockFile
    from goldkit.duplicates.guard import Finding
    from goldkit.results.widen import WidenParameters

SOURCES = ("goldkit.duplicates", "goldkit.store", "goldkit.text")
"""Where the code is that reads texts. A change of any of it makes other keys, so that nothing stale is ever given."""
LIBRARIES = ("numpy", "rapidfuzz")
"""What that code reads texts with."""
_ROW = struct.Struct("<16sI")
"""The key of a pair, and how many bytes follow that say what was said of it."""
_pack, _unpack = msgspec.msgpack.encode, msgspec.msgpack.Decoder(Judged).decode


class KeptVerdicts:
    """Gives what was said of a pair before, and takes what is said now; about 200 bytes of memory a pair.

    kind: what its blocks in the file are called. known: pairs that were there when they were asked for. new: pairs added.
    """

    def __init__(self, file: BlockFile, kind: bytes, parameters: WidenParameters) -> None:
        self._file, self._kind = file, kind
        self._code = f"{code()} {parameters.least_words} {parameters.words} {parameters.characters}"
        self._places: dict[bytes, tuple[int, int]] = {}
        self.known = self.new = 0

    def learn(self, start: int, body: bytes) -> None:
        """Take in the pairs of a block whose body begins there in the file."""
        at = 0
        while at < len(body):
            key, size = _ROW.unpack_from(body, at)
            at += _ROW.size
            self._places[key] = start + at, size
            at += size

    def get(self, a: str, b: str, is_boilerplate: Callable[[str], bool]) -> Finding | None:
        """What was said of a pair of texts, named by their SHA-256 in its order; None where they are to be read."""
        place = self._places.get(self._key(a, b))
        if place is None:
            return None
        judged = _unpack(self._file.read(*place))
        if any(is_boilerplate(text) != answer for text, answer in judged.asked):
            return None
        self.known += 1
        return judged.finding

    def add(self, said: Iterable[tuple[str, str, Judged]]) -> None:
        """Keep what was said now of pairs of texts; it is there for good when this returns, unless the machine itself fails."""
        body = b"".join(self._packed(said))
        self.learn(self._file.add(self._kind, body), body)

    def _packed(self, said: Iterable[tuple[str, str, Judged]]) -> Iterator[bytes]:
        for a, b, judged in said:
            self.new += 1
            try:
                data = _pack(judged)
            except (
                UnicodeEncodeError
            ):  # half a surrogate pair has no bytes to be kept in: such a pair is read each time
                continue
            yield _ROW.pack(self._key(a, b), len(data)) + data

    def _key(self, a: str, b: str) -> bytes:
        return sha256(f"{self._code} {a} {b}".encode()).digest()[:16]


@cache
def code() -> str:
    """A digest of all code that a verdict depends on: goldkit's own, the libraries', Python's with its tables of Unicode."""
    found = sha256(f"{sys.version} {unicodedata.unidata_version} {[version(name) for name in LIBRARIES]}".encode())
    for package in SOURCES:
        for source in _sources(files(package)):
            found.update(sha256(source).digest())
    return found.hexdigest()


def _sources(folder: Traversable) -> Iterator[bytes]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _sources(one)
        elif one.name.endswith(".py"):
            yield one.read_bytes()
