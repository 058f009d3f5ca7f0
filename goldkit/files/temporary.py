"""Temporary files without a name, so that nothing is left of them however the process ends. They lie in TMPDIR."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goldkit.errors import IncompleteError
from goldkit.files.room import NO_ROOM


@contextmanager
def room_needed(path: Path | None = None) -> Iterator[None]:
    """Writing of temporary files, or of the file at a path. Raises IncompleteError when the disk is full: where, and what to do."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        what, cure = NO_ROOM[error.errno]
        if path is not None:
            raise IncompleteError(f"{path}: {what}. {cure}, then go on by the same command") from error
        where = tempfile.gettempdir()
        raise IncompleteError(
            f"{where}: {what}; set TMPDIR to a folder with room for a copy of what is read"
        ) from error
