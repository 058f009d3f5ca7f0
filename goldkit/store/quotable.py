"""Messages about the files of a golden directory: they quote nothing once a part of it is held out.

A line that cannot be read does not say which query it is about, and one that can may be about a held-out one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from goldkit.errors import Problem
from goldkit.store.presence import frozen_names


def quotable(folder: Path, problems: Iterable[Problem]) -> list[Problem]:
    """The problems, without what stands in the lines where the golden directory has frozen sets; file and line remain."""
    return [replace(problem, quote="") for problem in problems] if frozen_names(folder) else list(problems)


def shown_bytes(folder: Path, line: bytes) -> str:
    """How a torn line begins, after a colon; nothing where the golden directory has frozen sets."""
    return "" if frozen_names(folder) else f": {line[:80]!r}"
