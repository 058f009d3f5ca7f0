"""Where a person sits at a terminal, and what is in reach from there."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from goldkit.review.library import Library
from goldkit.review.screen import UNBOUNDED, Line, Size
from goldkit.review.session import Session

SAME_KEY = {"?": "h", " ": "m", "/": "f"}
"""Keys that need a modifier on some keyboard, or none at all, and the plain ones that mean the same."""
REDRAW = "\x0c"
"""Ctrl-L, and what a console gives for a key where its terminal was resized or is back in the foreground."""


class Console(Protocol):
    """Where a person sits."""

    def key(self) -> str | None:
        """The next key, None at the end of input. "" for one that means nothing, such as an arrow; REDRAW to be painted anew."""

    def line(self, prompt: str, start: str = "") -> str | None:
        """A line of text, without its end; None for one that was given up, and at the end of input. start: what to edit."""

    def show(self, lines: Sequence[Line]) -> None:
        """Paint lines in place of the ones before."""

    def size(self) -> Size | None:
        """The terminal's size now; None where output is no terminal."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A judge's sitting, where they sit, and the chunks to choose from."""

    session: Session
    console: Console
    library: Library

    def pressed(self, paint: Callable[[Size], Sequence[Line]]) -> str | None:
        """Show what `paint` makes of the room there is, anew where that changed, until a key is pressed; returns that key."""
        while True:
            self.console.show(paint(self.size()))
            key = self._key()
            if key != REDRAW:
                return key

    def _key(self) -> str | None:
        """The next key as it is meant: full-width digits of an input method and capitals are the plain ones."""
        pressed = self.console.key()
        if pressed is None:
            return None
        key = unicodedata.normalize("NFKC", pressed).lower()
        return SAME_KEY.get(key, key)

    def line(self, prompt: str, start: str = "") -> str | None:
        """A typed line without the blanks around it; None where it was given up."""
        typed = self.console.line(prompt, start)
        return None if typed is None else typed.strip()

    def size(self) -> Size:
        """The room there is; without bound where output is no terminal."""
        return self.console.size() or UNBOUNDED
