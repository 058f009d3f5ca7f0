"""What speaks against a chunk, weakly: a result passed over on the way down to a click, a question put anew within a minute.

People skip good results that they know already, and put a question anew because it was a bad question. So this only orders the
queue (see goldkit.mining.priority); no count of it makes a grade.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

from msgspec import Struct

from goldkit.logs.interactions import Click, Interaction
from goldkit.text.leaning import leans
from goldkit.text.normalise import question_key
from goldkit.text.tokens import words

SOON = timedelta(seconds=60)
"""Within this time a similar question is taken for the same one, put anew."""
SESSIONS = 10_000
"""Sessions whose last question is remembered; beyond it the one that was silent longest is forgotten, so that memory is bounded."""
SHARED = 0.5
"""The share of content words, of the question that has fewer, from which two questions are similar."""
ALIKE = 75
"""The similarity of spelling (rapidfuzz's ratio, 0 to 100) from which they are, whatever their words: a typing error mended."""
LETTERS = 4
"""Letters of a content word at least, in a script that spaces its words."""


def skipped(one: Interaction) -> tuple[Click, tuple[str, ...]] | None:
    """The lowest click, and the chunks shown above it and not taken up, best first (Joachims, KDD 2002: "click > skip above").

    None where nothing was clicked at a known rank.
    """
    if not one.clicked:
        return None
    ranks = {shown.chunk: shown.rank for shown in one.shown if shown.chunk is not None and shown.rank is not None}
    clicks = {click.chunk: click for click in one.clicked if click.chunk in ranks}
    if not clicks:
        return None
    lowest = max(clicks, key=lambda chunk: (ranks[chunk], chunk))
    above = sorted((rank, chunk) for chunk, rank in ranks.items() if rank < ranks[lowest] and chunk not in clicks)
    return clicks[lowest], tuple(chunk for _, chunk in above)


class Attempt(Struct, frozen=True):
    """A question as its session asked it. query: its id. chunks: what would have to answer for a failure."""

    time: datetime
    text: str
    reader: str
    record: str
    query: str
    batch: str
    chunks: tuple[str, ...]


class Reformulations:
    """Finds questions that were put anew, in a stream of any order; remembers the last attempt of each of SESSIONS sessions."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, Attempt] = OrderedDict()

    def given_up(self, session: str, attempt: Attempt) -> Attempt | None:
        """The earlier of this attempt and its session's one before, where the later puts it anew; None where nothing was.

        Which came first the times say; a stream sorted backwards gives the same as one sorted forwards.
        """
        before = self._last.pop(session, None)
        self._last[session] = attempt
        if len(self._last) > SESSIONS:
            self._last.popitem(last=False)
        if before is None or before.time == attempt.time or abs(attempt.time - before.time) > SOON:
            return None
        first, second = sorted((before, attempt), key=lambda one: one.time)
        return first if anew(first.text, second.text) else None


def anew(first: str, second: str) -> bool:
    """Whether the second of two texts looks like the first question, put anew: similar, not the same, no follow-up."""
    from rapidfuzz.fuzz import ratio

    if question_key(first) == question_key(second) or leans(second):
        return False
    one, other = _content(first), _content(second)
    fewer = min(len(one), len(other))
    if fewer and len(one & other) >= SHARED * fewer:
        return True
    return ratio(question_key(first), question_key(second)) >= ALIKE


def _content(text: str) -> set[str]:
    """Words that carry the subject: long ones, and short ones with a digit."""
    return {word for word in words(text) if len(word) >= LETTERS or any(map(str.isdigit, word))}
