"""Editing one line of text on a terminal that need not be able to do more than go back to the start of a line.

The terminal's own editing can neither begin with a text nor delete a wide character whole, and cuts a line at 4,095 bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from goldkit.review.wrap import visible
from goldkit.text.width import columns_of, width

ENTER, RUBOUT, CLEARING, ENDING = ("\r", "\n"), ("\x7f", "\b"), "\x15", "\x04"
MOVES = {"\x01": "home", "\x05": "end", "\x02": "left", "\x06": "right"}
"""Control keys that people are used to, besides those with a name."""


def edited_line(
    stroke: Callable[[], str], put: Callable[[str], None], columns: Callable[[], int], prompt: str, start: str = ""
) -> str | None:
    """The line as it is when Enter is pressed; None for Escape, and at the end of input.

    stroke: the next character, or the name of another key; "" at the end of input. put: writes to the terminal. columns: its width
    now. A line that is longer than the row shows the part around the cursor.
    """
    if width(prompt) > columns() // 2:
        put(f"{prompt}\n")
        prompt = "> "
    line = _Line(start)
    while True:
        put(line.row(prompt, columns()))
        key = stroke()
        if key in ENTER:
            put("\n")
            return line.text
        if key in ("", "escape") or (key == ENDING and not line.text):
            put("\n")
            return None
        line.press(MOVES.get(key, key))


class _Line:
    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split("\n"))
        self.at = len(self.text)

    def press(self, key: str) -> None:
        """Do what a key says; nothing for one that means nothing in a line."""
        if key in RUBOUT:
            self._cut(self._before(), self.at)
        elif key == "delete":
            self._cut(self.at, self._after())
        elif key == CLEARING:
            self._cut(0, self.at)
        elif key in ("left", "right", "home", "end"):
            self.at = {"left": self._before(), "right": self._after(), "home": 0, "end": len(self.text)}[key]
        elif len(key) == 1 and (key.isprintable() or key in "\t\u200c\u200d"):
            self.text = self.text[: self.at] + (" " if key == "\t" else key) + self.text[self.at :]
            self.at += 1

    def row(self, prompt: str, columns: int) -> str:
        """What to write so that the row shows the line, or the part around the cursor, and the cursor stands where it is."""
        shown = [visible(character) for character in self.text]
        taken = [width(one) for one in shown]
        room = columns - 1 - width(prompt)
        first = 0
        while first < self.at and sum(taken[first : self.at]) >= room - (first > 0):
            first += max(1, (self.at - first) // 8)
        mark, last, used = "…" if first else "", first, int(first > 0)
        while last < len(shown) and used + taken[last] <= room:
            used += taken[last]
            last += 1
        before, after = "".join(shown[first : self.at]), "".join(shown[self.at : last])
        left = f"\r{prompt}{mark}{before}"
        return f"{left}{after}{' ' * (room - used)}{left}"

    def _cut(self, start: int, end: int) -> None:
        self.text, self.at = self.text[:start] + self.text[end:], start

    def _before(self) -> int:
        """Where the character before the cursor begins, marks that it carries included."""
        at = self.at
        while at > 1 and columns_of(self.text[at - 1]) == 0:
            at -= 1
        return max(at - 1, 0)

    def _after(self) -> int:
        """Where the character after the cursor ends."""
        at = min(self.at + 1, len(self.text))
        while at < len(self.text) and columns_of(self.text[at]) == 0:
            at += 1
        return at
