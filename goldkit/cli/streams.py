"""stdout and stderr that take any text, whatever encoding they were opened with."""

from __future__ import annotations

import codecs
import io
import os
import sys
from pathlib import Path

ESCAPE = "goldkit.escape"
"""The name of the error handler."""


def prepare() -> None:
    r"""Let both streams write what their encoding lacks as \uXXXX, and a closed one swallow everything.

    Outside of strings JSON is ASCII, and inside them a reader takes \uXXXX for the character itself: no script reads anything else.
    """
    codecs.register_error(ESCAPE, _escape)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # open as long as the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPE)


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4)), error.end
