"""A file that only grows, by blocks: one line that says how it was made, then blocks of bytes, each with its length and checksum.

A block cut off at the end, as a killed process leaves one, is taken away; a block that does not hold what was written is an
error. One process at a time works on it.
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
from collections.abc import Iterator
from pathlib import Path

from goldkit.errors import IncompleteError, UsageError, bad
from goldkit.files.temporary import room_needed

_HEAD = re.compile(rb'\{[^\n]*"goldkit":"sketches"[^\n]*\}\n')
_BLOCK = struct.Struct("<4s4sIQ")
"""Mark, kind, CRC-32 of kind and body, length of the body."""
_MARK = b"blok"
_CURE = "Delete it, and it is made again, or name another file."


class BlockFile:
    """path: of the file, made where there is none; None for a temporary one. head: its first line.

    cut: bytes of a broken end that were taken away. Raises DataError for a file that is no index of goldkit's or is damaged,
    UsageError for one made in another way, IncompleteError where another process works on it or the disk is full.
    """

    def __init__(self, path: Path | None, head: bytes) -> None:
        self._path, self._head = path, head
        self._handle = _temporary() if path is None else _opened(path)
        self._close = weakref.finalize(self, os.close, self._handle)
        self._end = self.cut = 0

    def begin(self) -> Iterator[tuple[bytes, int, bytes]]:
        """Check the whole file; gives (kind, where the body begins, body) of each block. To be gone through before adding."""
        size = 0 if self._path is None else os.fstat(self._handle).st_size
        head = os.pread(self._handle, 1 << 16, 0).partition(b"\n")[0] + b"\n" if size else b""
        if size < len(self._head) and self._head.startswith(head.rstrip(b"\n")):
            self.cut = size
            with room_needed(self._path):
                _written(self._handle, self._head, 0)
            self._end = len(self._head)
            return
        if not _HEAD.fullmatch(head):
            raise bad(str(self._path), None, "something else", "an index of goldkit", _CURE)
        if head != self._head:
            raise UsageError(f"{self._path}: an index made with other settings or by another version. {_CURE}")
        self._end = len(head)
        while (block := self._checked(self._end, size)) is not None:
            kind, body = block
            yield kind, self._end + _BLOCK.size, body
            self._end += _BLOCK.size + len(body)
        self.cut = size - self._end
        if self.cut:
            os.ftruncate(self._handle, self._end)

    def add(self, kind: bytes, body: bytes) -> int:
        """One more block, there for good when this returns, unless the machine itself fails; returns where its body begins."""
        start = self._end + _BLOCK.size
        with room_needed(self._path):
            _written(self._handle, _BLOCK.pack(_MARK, kind, self._checksum(kind, body), len(body)) + body, self._end)
        self._end = start + len(body)
        return start

    def read(self, start: int, size: int) -> bytes:
        """Bytes of the file, of a body that was given or added."""
        return os.pread(self._handle, size, start)

    def close(self) -> None:
        """Let go of the file; a temporary one is gone then. It happens by itself when the object is no longer used."""
        self._close()

    def _checked(self, offset: int, size: int) -> tuple[bytes, bytes] | None:
        """The kind and the body of the block there; None where the file ends before it does."""
        head = os.pread(self._handle, _BLOCK.size, offset)
        if len(head) < _BLOCK.size:
            return None
        mark, kind, checksum, length = _BLOCK.unpack(head)
        if mark == _MARK and offset + _BLOCK.size + length > size:
            return None
        body = os.pread(self._handle, length, offset + _BLOCK.size) if mark == _MARK else b""
        if mark != _MARK or self._checksum(kind, body) != checksum:
            raise bad(
                str(self._path), None, f"damage in the block at byte {offset:,}", "the bytes that were written", _CURE
            )
        return kind, body

    def _checksum(self, kind: bytes, body: bytes) -> int:
        # Nobody else can write to a file without a name.
        return 0 if self._path is None else zlib.crc32(body, zlib.crc32(kind))


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
