"""Writing a format that is one file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldkit.files.atomic import replace_by


def write_file(path: Path, parts: Iterable[bytes]) -> tuple[str, ...]:
    """Write the parts to a file, whose folder is made where it is not there; its name, for Written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_by(path, parts)
    return (str(path),)
