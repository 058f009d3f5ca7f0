"""File names as text that can be stored and printed."""

from __future__ import annotations

import os
from pathlib import Path


def name_of(path: str | Path) -> str:
    """The last part of a path; bytes that are not UTF-8, which any file name may hold, as \\xff and the like."""
    return os.fsencode(Path(path).name).decode("utf-8", "backslashreplace")
