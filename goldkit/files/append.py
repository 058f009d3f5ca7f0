"""Appending lines so that no process loses or interleaves another's, and a crash leaves at most one torn last line.

POSIX file locks on a local file system are relied on; network file systems are not supported.
"""

from __future__ import annotations

import codecs
import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import msgspec

from goldkit.errors import IncompleteError, bad
from goldkit.files.atomic import sync_folder
from goldkit.files.compression import is_compressed
from goldkit.files.room import NO_ROOM, write_whole

TAIL = 1 << 16
BLOCK = 1 << 20
"""Bytes that are written at once."""


@contextmanager
def locked(lock: str | Path) -> Iterator[None]:
    """Hold the lock file: one process at a time. It is released when the process ends, however it ends."""
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def append_lines(path: str | Path, lines: Iterable[bytes]) -> bytes:
    """Append whole lines (each with its newline), a BLOCK at once, and bring them to disk; the caller holds the lock.

    The lines may be made while they are written: whatever making them raises, the file is taken back to its former size.

    Returns the torn last line that an earlier crash left and that was cut, b"" where there was none. Raises IncompleteError when
    there is no room, DataError for a compressed file, which cannot be added to: the file then stands as it was.
    """
    path = Path(path)
    waiting = iter(lines)
    first = next(waiting, None)
    if first is None:
        return b""
    new = not path.exists()
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        if is_compressed(os.pread(handle, 4, 0)):
            raise bad(path, None, "a compressed file", "plain JSON lines, to add more", "Decompress it in its place.")
        torn = _cut_torn_tail(handle)
        size = os.lseek(handle, 0, os.SEEK_END)
        _write_all(handle, chain([_gap(handle, size)], [first], waiting), size, path)
    finally:
        os.close(handle)
    if new:
        sync_folder(path.parent)
    return torn


def torn_tail(data: bytes) -> bytes:
    """The last line of a file's bytes when no newline ends it and it is no JSON: what a write that was cut off leaves."""
    tail = data[data.rfind(b"\n") + 1 :]
    if not tail.strip():
        return b""
    try:
        msgspec.json.decode(tail.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError):
        return tail
    return b""


def _write_all(handle: int, lines: Iterable[bytes], size: int, path: Path) -> None:
    """Whatever keeps the writing from being whole, the file is taken back to its former size."""
    try:
        for block in _blocks(lines):
            write_whole(handle, block)
        os.fsync(handle)
    except BaseException as error:
        os.ftruncate(handle, size)
        if isinstance(error, OSError):
            error.filename = str(path)  # a write through a handle says not where
            if error.errno in NO_ROOM:
                raise IncompleteError(_full(path, error.errno)) from error
        raise


def _blocks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines joined to blocks of at least BLOCK bytes, but for the last."""
    held: list[bytes] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size >= BLOCK:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)


def _full(path: Path, code: int) -> str:
    what, cure = NO_ROOM[code]
    return f"{path}: {what}; nothing was added to this file. {cure} and try again."


def _gap(handle: int, size: int) -> bytes:
    """A newline where the last line is whole but lacks its own, as an editor may leave it."""
    if not size or os.pread(handle, 1, size - 1) == b"\n":
        return b""
    return b"\n"


def _cut_torn_tail(handle: int) -> bytes:
    size = os.fstat(handle).st_size
    tail, reach = b"", TAIL
    while len(tail) < size and b"\n" not in tail:
        start = max(0, size - reach)
        tail = os.pread(handle, size - start, start)
        reach *= 2  # a line may be long: the work stays in proportion to it
    torn = torn_tail(tail)
    if torn:
        os.ftruncate(handle, size - len(torn))
        os.fsync(handle)
    return torn
