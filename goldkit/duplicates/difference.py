"""A difference between two texts: the tokens that do not match, and how a person would read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.duplicates.gaps import Gap
from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import UNITS

WIDEST = 12
"""Most tokens a reading is widened by on one side."""

LONGEST = 200
"""Most characters of a reading; the rest is an ellipsis, and the span tells where it is."""

_EDGES = frozenset(",;:!?()[]{}\"'")


@dataclass(frozen=True, slots=True)
class Side:
    """One text of a pair: its NFC form, its tokens, their keys, the gaps before them, and which are kept to the letter (code).

    Equal keys and agreeing gaps throughout mean equal but for form.
    """

    text: str
    tokens: Sequence[Token]
    keys: Sequence[str]
    gaps: Sequence[Gap]
    kept: Sequence[bool]

    def glued(self, at: int) -> bool:
        """Whether the token at this position exists and is glued to the one before."""
        return 0 < at < len(self.tokens) and self.tokens[at].glued

    def edge(self, at: int) -> bool:
        """Whether a reading ends here: at punctuation, at a stop with a gap after it, at an unspaced character."""
        token = self.tokens[at]
        stop = token.text == "." and not self.glued(at + 1)
        return token.kind == "unspaced" or (token.kind == "sign" and (token.text in _EDGES or stop))

    def read(self, start: int, stop: int) -> str:
        """The text of the tokens [start:stop], shortened to LONGEST characters."""
        if start >= stop:
            return ""
        reading = self.text[self.tokens[start].start : self.tokens[stop - 1].end]
        return reading if len(reading) <= LONGEST else reading[: LONGEST - 1] + "…"

    def span(self, start: int, stop: int) -> list[int]:
        """[start, end] offsets of the tokens [start:stop]; of none, the place between their neighbours twice."""
        if start < stop:
            return [self.tokens[start].start, self.tokens[stop - 1].end]
        place = self.tokens[start].start if start < len(self.tokens) else len(self.text)
        return [place, place]


@dataclass(frozen=True, slots=True)
class Difference:
    """Tokens [a_from:a_to] of a stand where b has [b_from:b_to]; one of the two may be empty. What is around is equal."""

    a: Side
    b: Side
    a_from: int
    a_to: int
    b_from: int
    b_to: int

    @property
    def in_a(self) -> Sequence[Token]:
        """The tokens of a that do not match."""
        return self.a.tokens[self.a_from : self.a_to]

    @property
    def in_b(self) -> Sequence[Token]:
        """The tokens of b that do not match."""
        return self.b.tokens[self.b_from : self.b_to]

    @property
    def only(self) -> list[Token]:
        """The tokens of either side whose text, case aside, the other side does not have here."""
        return [*_missing(self.in_a, self.in_b), *_missing(self.in_b, self.in_a)]

    @property
    def before(self) -> str:
        """The token before the difference, case folded; "" at the start."""
        return self.a.tokens[self.a_from - 1].text.casefold() if self.a_from else ""

    @property
    def one_sided(self) -> bool:
        """Whether one side merely has more."""
        return self.a_from == self.a_to or self.b_from == self.b_to

    @property
    def longer(self) -> str:
        """The text of the side that has more tokens here."""
        side, start, stop = max(
            (self.a, self.a_from, self.a_to), (self.b, self.b_from, self.b_to), key=lambda place: place[2] - place[1]
        )
        return side.text[slice(*side.span(start, stop))]

    @property
    def at_edge(self) -> bool:
        """Whether it stands at the start or at the end of the texts."""
        ends = self.a_to == len(self.a.tokens) and self.b_to == len(self.b.tokens)
        return ends or (self.a_from == 0 and self.b_from == 0)

    @property
    def readings(self) -> tuple[str, str]:
        """What stands in a and in b, widened to what is glued to it, and to the unit after a number."""
        left, right = self._left(), self._right()
        return (
            self.a.read(self.a_from - left, self.a_to + right),
            self.b.read(self.b_from - left, self.b_to + right),
        )

    @property
    def spans(self) -> dict[str, list[int]]:
        """[start, end] character offsets in the NFC texts of a and b."""
        return {"a": self.a.span(self.a_from, self.a_to), "b": self.b.span(self.b_from, self.b_to)}

    def _left(self) -> int:
        width = 0
        while width < min(WIDEST, self.a_from, self.b_from):
            glued = self.a.glued(self.a_from - width) or self.b.glued(self.b_from - width)
            if not glued or (self.a.edge(self.a_from - width - 1) and self.b.edge(self.b_from - width - 1)):
                break
            width += 1
        return width

    def _right(self) -> int:
        width, room = 0, min(WIDEST, len(self.a.tokens) - self.a_to, len(self.b.tokens) - self.b_to)
        while width < room:
            glued = self.a.glued(self.a_to + width) or self.b.glued(self.b_to + width)
            if not glued or self.a.edge(self.a_to + width):
                break
            width += 1
        return 1 if not width and room and self._unit_follows() else width

    def _unit_follows(self) -> bool:
        last = [*self.in_a[-1:], *self.in_b[-1:]]
        return self.a.tokens[self.a_to].text.casefold() in UNITS and any(token.kind == "number" for token in last)


def _missing(tokens: Sequence[Token], others: Sequence[Token]) -> list[Token]:
    known = {token.text.casefold() for token in others}
    return [token for token in tokens if token.text.casefold() not in known]
