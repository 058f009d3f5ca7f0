"""From the paths on the command line to log files: folders are walked, in sorted order."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldkit.errors import UsageError


def log_files(paths: Iterable[Path]) -> list[tuple[Path, bool]]:
    """(file, whether it was found in a folder rather than named), each file once. Hidden files of folders are passed over.

    Raises UsageError for a path that does not exist and for a folder without any file.
    """
    found: dict[Path, bool] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file() and not _hidden(file, path))
            if not inside:
                raise UsageError(f"{path}: a folder without files")
            for file in inside:
                found.setdefault(file, True)
        elif path.exists():
            found[path] = False
        else:
            raise UsageError(f"{path}: no such file")
    return list(found.items())


def _hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)
