"""Writing where there may be no room: all of it, or words about what is full and how to go on."""

from __future__ import annotations

import errno
import os

NO_ROOM = {
    errno.ENOSPC: ("the disk is full", "Make room"),
    errno.EDQUOT: ("the disk is full", "Make room"),
    errno.EFBIG: ("the file has grown to the largest size allowed here", "Allow larger files (`ulimit -f`)"),
}
"""What the operating system says when there is no room → what that means, and what helps."""


def write_whole(handle: int, data: bytes) -> None:
    """Write all of the data. Raises OSError where there is no room, with a part of it written."""
    left = memoryview(data)
    while left:
        written = os.write(handle, left)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left = left[written:]


def lacks_room(error: BaseException) -> bool:
    """Whether there was no room for what was to be written."""
    return isinstance(error, OSError) and error.errno in NO_ROOM


def said_by_system(error: OSError) -> str:
    """What the operating system refused, in one line: the file, what is wrong, and the cure where there is no room."""
    place = f"{error.filename}: " if error.filename else ""
    if error.errno not in NO_ROOM:
        return f"{place}{error.strerror or error}"
    what, cure = NO_ROOM[error.errno]
    return f"{place}{what}. {cure} and try again"
