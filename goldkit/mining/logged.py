"""The passages that only a log has, as chunks."""

from __future__ import annotations

import struct
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping

import msgspec

from goldkit.files.canonical import sha256_text
from goldkit.files.hash_index import HashIndex, hash64
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.files.temporary import room_needed
from goldkit.records import Chunk

MEMORY = 16 << 20
"""Bytes of texts that are held in memory."""
STEP = 16
"""Texts begin at multiples of so many bytes, so that 32 bits tell a place in 64 GB."""
LATELY = 50_000
"""Chunks whose text is known to be kept without looking: a log shows the same ones again and again."""
SIZE = struct.Struct("<I")


class LoggedTexts:
    """Chunk id → the text that a log showed first for it. Beyond MEMORY the texts stand in a temporary file without a name."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._places = HashIndex()
        self._file = tempfile.SpooledTemporaryFile(memory, prefix="goldkit-")  # noqa: SIM115  # lives as long as the texts
        weakref.finalize(self, self._file.close)
        self._end = 0
        self._lately: set[str] = set()

    def add(self, chunk: str, text: str) -> None:
        """Keep the text, unless the chunk has one. Raises IncompleteError when the disk is full."""
        if chunk in self._lately:
            return
        if len(self._lately) >= LATELY:
            self._lately.clear()
        self._lately.add(chunk)
        if not self._places.add(hash64(chunk), self._end):
            return
        data = msgspec.msgpack.encode([one.encode("utf-8", "surrogatepass") for one in (chunk, text)])
        data = SIZE.pack(len(data)) + data
        with room_needed():
            self._file.seek(self._end * STEP)
            self._file.write(data + bytes(-len(data) % STEP))
        self._end += -(-len(data) // STEP)

    def get(self, chunk: str) -> str | None:
        """The text of a chunk, None where no log shows one."""
        place = self._places.get(hash64(chunk))
        return None if place is None else self._read(place)[1]

    def __iter__(self) -> Iterator[str]:
        """The chunks."""
        return (self._read(place)[0] for place in sorted(place for _, place in self._places.items()))

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, chunk: object) -> bool:
        return isinstance(chunk, str) and hash64(chunk) in self._places

    def _read(self, place: int) -> tuple[str, str]:
        self._file.seek(place * STEP)
        (size,) = SIZE.unpack(self._file.read(SIZE.size))
        chunk, text = msgspec.msgpack.decode(self._file.read(size))
        return chunk.decode("utf-8", "surrogatepass"), text.decode("utf-8", "surrogatepass")


class LoggedChunks(Mapping[str, Chunk]):
    """Chunk id → chunk, made when it is asked for: of what a log shows only the proposed few are kept.

    texts: id → the text as logged. clean: takes out what is private; a text that changes is a text of its own, with its own sha256.
    """

    def __init__(self, texts: LoggedTexts, clean: Callable[[str], str]) -> None:
        self._texts, self._clean = texts, clean
        self._made: dict[str, int] = {}
        self._chunks = RecordsOnDisk[Chunk]()

    def __getitem__(self, name: str) -> Chunk:
        if name in self._made:
            return self._chunks[self._made[name]]
        logged = self._texts.get(name)
        if logged is None:
            raise KeyError(name)
        text = self._clean(logged)
        chunk = Chunk(id=name, text=text, sha256=sha256_text(text))
        self._made[name] = self._chunks.add(chunk)
        return chunk

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __len__(self) -> int:
        return len(self._texts)
