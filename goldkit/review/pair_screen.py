"""A pair of near-duplicates as the lines of a terminal: who holds what of it, what differs, the other text, and the keys."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.phrases import counted, excerpt
from goldkit.records import Chunk, Copy
from goldkit.review.screen import LEAST, NO_TEXT, Line, Size, fitted, paged
from goldkit.review.wording import READINGS, quoted
from goldkit.review.wrap import wrapped

AROUND = 30
"""Characters of the text that are shown on each side of a difference."""
KEYS = "s same  d differs  p next pair  m more  any other key goes back"


def pair_screen(pair: Copy, place: str, here: Chunk | None, there: Chunk | None, page: int, size: Size) -> list[Line]:
    """The lines that show a pair, at most one less than the terminal has rows unless it is tiny.

    place: which of how many pairs. here: the chunk being judged, the pair's a. there: the other.
    """
    head = fitted(
        [Line(f"{place}: do these two say the same?", "dim"), Line(pair.a), Line(pair.b), Line(about(pair)), Line()],
        size,
    )
    differ = fitted([*map(Line, difference_lines(pair, here, there)), Line()], size)
    foot = fitted(
        [Line(), Line("same: what one is worth for a question, the other is worth, too"), Line(KEYS, "dim")], size
    )
    text = [Line(one) for one in wrapped(NO_TEXT if there is None else there.text, size.columns)]
    title = fitted([Line(f"── {pair.b}", "bold")], size)
    room = size.rows - 1 - len(head) - len(differ) - len(title) - len(foot)
    return [*head, *differ, *title, *paged(text, page, max(room, LEAST)), *foot]


def difference_lines(pair: Copy, here: Chunk | None, there: Chunk | None) -> Iterator[str]:
    """What differs, a line for either side, and what is left to say about it."""
    for ours, theirs in readings(pair, here, there):
        yield f"  here   {ours}"
        yield f"  there  {theirs}"
    if rest := unread(pair):
        yield f"  {rest}"


def readings(pair: Copy, here: Chunk | None, there: Chunk | None) -> list[tuple[str, str]]:
    """The first differences, as they stand here and there: with the words around them where these are known."""
    return [
        (
            _within(pair, number, "a", here) or quoted(excerpt(ours)),
            _within(pair, number, "b", there) or quoted(excerpt(theirs)),
        )
        for number, (ours, theirs) in enumerate(pair.differs[:READINGS])
    ]


def unread(pair: Copy) -> str:
    """How many differences are left out of `readings`, or why there are none; "" where all are there."""
    if not pair.differs:
        return "no difference is noted" if pair.verdict == "differs" else "only form differs, or nothing"
    rest = len(pair.differs) - READINGS
    return f"… and {counted(rest, 'more difference')}" if rest > 0 else ""


def about(pair: Copy) -> str:
    """Who holds what of a pair, and how alike both are."""
    rule = f" ({pair.rule})" if pair.rule else ""
    one_way = ", safe one way only" if pair.direction else ""
    return f"{pair.by} says: {pair.verdict}{rule}{one_way}; Jaccard {pair.jaccard:.3f}"


def _within(pair: Copy, number: int, side: str, chunk: Chunk | None) -> str:
    """A difference in brackets within its text; "" where it is not known to stand there."""
    digest = pair.a_sha256 if side == "a" else pair.b_sha256
    if chunk is None or chunk.sha256 != digest or len(pair.spans) != len(pair.differs):
        return ""
    match pair.spans[number].get(side):
        case [int(start), int(end)] if 0 <= start <= end <= len(chunk.text):
            before, after = chunk.text[max(0, start - AROUND) : start], chunk.text[end : end + AROUND]
            opening, closing = "…" if start > AROUND else "", "…" if end + AROUND < len(chunk.text) else ""
            return " ".join(f"{opening}{before}[{excerpt(chunk.text[start:end])}]{after}{closing}".split())
    return ""
