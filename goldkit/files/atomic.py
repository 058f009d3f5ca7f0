"""Replacing a whole file so that a crash leaves the old one or the new one, never half of either."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path


def replace(path: str | Path, data: bytes) -> None:
    """Write data beside the path, bring it to disk, then rename it over the path. Raises OSError; the old file then stands."""
    replace_by(path, [data])


def replace_by(path: str | Path, parts: Iterable[bytes], wanted: Callable[[], bool] = lambda: True) -> bool:
    """The same with data that is made part by part, while it is written. Whatever making it raises, the old file stands.

    wanted: asked once all is written, whether to replace the file at all; returned.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as stream:
            stream.writelines(parts)
            stream.flush()
            if not wanted():
                temporary.unlink()
                return False
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException as error:  # whatever stops the writing, the half-made copy goes
        if isinstance(error, OSError) and error.filename is None:  # a full disk says not where
            error.filename = str(path)
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)
    return True


def remove_leftovers(folder: Path) -> None:
    """Remove what killed processes of this machine had begun to write in a folder; that of running ones stays."""
    for path in folder.glob(".*.tmp"):
        process = path.name.split(".")[-2]
        if process.isdigit() and not _runs(int(process)):
            path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Bring a folder's entries to disk: a rename or a new file is only safe after that."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # somebody else's
    return True
