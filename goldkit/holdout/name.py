"""What a frozen set may be called."""

from __future__ import annotations

import re

from goldkit.errors import UsageError
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.resolve import DEV

FORM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
"""Safe as a folder, a word of a command line and a side in split.jsonl."""


def check_name(name: str) -> None:
    """Raise UsageError when a frozen set cannot have this name."""
    if not FORM.fullmatch(name):
        raise UsageError(
            f"{name!r}: a frozen set's name has up to 100 letters, digits, '.', '_' or '-' and begins with a letter or digit"
        )
    if name in (DEV, EMBARGOED):
        raise UsageError(f"{name!r} is the name of a side that is always there; choose another")
