"""One process at a time that works on a folder for long, told at once when another is there instead of waiting for it."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from goldkit.errors import IncompleteError, UsageError


@contextmanager
def alone(folder: Path, busy: str) -> Iterator[None]:
    """Hold the folder itself, which is made where there is none, and taken away again if nothing was put there.

    It is let go when the process ends, however it ends. busy: the words of the IncompleteError where another process holds it.
    Raises UsageError for what is no folder.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder")
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            raise IncompleteError(busy) from error
        yield
    finally:
        os.close(handle)
        with suppress(OSError):  # there is something in it now
            folder.rmdir()
