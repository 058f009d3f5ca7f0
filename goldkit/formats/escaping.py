"""White space in ids, for forms whose columns it separates: refused, or written as %20 and read back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from goldkit.errors import DataError, Problem

SEPARATES = re.compile("[\\s\ufeff%]")
"""White space of any script: tools in Python split at all of it, trec_eval at the ASCII part. The sign itself is escaped too, and
the mark that at the start of a file would be one of byte order."""
SPACE = re.compile("[\\s\ufeff]")
CURE = "Write it as %20 and the like with --escape, which `import --unescape` reads back; or export as ranx, which carries any id."


def escaped(name: str) -> str:
    """An id with white space and `%` as the bytes of their UTF-8, %20 for a space."""
    return SEPARATES.sub(lambda found: quote(found[0], safe=""), name)


def unescaped(name: str) -> str:
    """The id that `escaped` made this of. Raises ValueError where it is none: bytes that are not UTF-8."""
    try:
        return unquote_to_bytes(name.encode()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name!r} as an escaped id") from error


def refuse_spaces(names: Iterable[str], place: Path) -> None:
    """Raise DataError with every id that holds white space."""
    bad = [name for name in dict.fromkeys(names) if SPACE.search(name)]
    if bad:
        expected = "ids without white space, which ends a column there"
        raise DataError(Problem(str(place), None, f"the id {name!r}", expected, CURE) for name in bad)
