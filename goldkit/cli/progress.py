"""How far a long piece of work is, on stderr: one line that is painted anew on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

from goldkit.cli.loudness import quiet

PAUSE = 10.0
"""Off a terminal: the seconds between two lines, and before the first."""


class Counter:
    """Told of each piece that is done. noun: what is counted, in the plural. now: seconds since any moment; given by tests."""

    def __init__(self, noun: str, now: Callable[[], float] = time.monotonic) -> None:
        self._noun = noun
        self._quiet = quiet()
        self._painted = not self._quiet and sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._now = now
        self._said = now()

    def show(self, done: int, whole: int | None = None, words: str = "") -> None:
        """done of `whole` pieces, None where nobody knows; words: what else to say."""
        text = f"{done:,} {'' if whole is None else f'of {whole:,} '}{self._noun}{words}"
        if self._painted:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
        elif not self._quiet and self._now() - self._said >= PAUSE:
            self._said = self._now()
            print(text, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for the next line of words."""
        if self._painted:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
