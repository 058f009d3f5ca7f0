"""Temporary files without a name, so that nothing is left of them however the process ends. They lie in TMPDIR."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from goldkit.errors import IncompleteError


@contextmanager
def room_needed() -> Iterator[None]:
    """Writing of temporary files. Raises IncompleteError when the disk is full, which says where and what to do."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        where = tempfile.gettempdir()
        raise IncompleteError(
            f"{where}: the disk is full; set TMPDIR to a folder with room for a copy of the logs"
        ) from error
