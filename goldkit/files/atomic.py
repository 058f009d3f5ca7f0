"""Replacing a whole file so that a crash leaves the old one or the new one, never half of either."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def replace(path: str | Path, data: bytes) -> None:
    """Write data beside the path, bring it to disk, then rename it over the path. Raises OSError; the old file then stands."""
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:  # whatever stops the writing, the half-made copy goes
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring a folder's entries to disk: a rename or a new file is only safe after that."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
