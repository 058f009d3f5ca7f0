"""From what a person marked on the page to the very words of the chunk: the page shows it rendered, the quote is its source."""

from __future__ import annotations

import re
from collections.abc import Iterator

_UNSEEN = re.compile(
    r"\]\([^()\s]*(?:\s\"[^\"\n]*\")?\)|&#?\w+;|^ {0,3}(?:`{3,}|~{3,})[^\n]*$|^\s*\d{1,9}[.)](?=\s)", re.MULTILINE
)
"""What holds letters or digits in the source and shows none: targets of links, entities, heads of code blocks, numbers of lists."""


def quoted(text: str, selected: str, near: int = 0) -> str | None:
    """The part of a text that was marked, as it stands there; None where it is not to be found.

    Letters and digits decide, so that markup and line breaks are no matter. near: where about in the text; of several equal
    passages the nearest one is meant.
    """
    wanted = "".join(character for character in selected if character.isalnum())
    if not wanted:
        return selected.strip() if selected.strip() and selected.strip() in text else None
    for hidden in (_UNSEEN, None):
        found = _found(text, wanted, near, hidden)
        if found is not None:
            return _with_signs(text, selected, *found)
    return None


def _found(text: str, wanted: str, near: int, hidden: re.Pattern[str] | None) -> tuple[int, int] | None:
    skipped = set() if hidden is None else {at for match in hidden.finditer(text) for at in range(*match.span())}
    places = [at for at, character in enumerate(text) if character.isalnum() and at not in skipped]
    letters = "".join(text[at] for at in places)
    starts = ((places[at], places[at + len(wanted) - 1] + 1) for at in _occurrences(letters, wanted))
    return min(starts, key=lambda span: (abs(span[0] - near), span), default=None)


def _occurrences(letters: str, wanted: str) -> Iterator[int]:
    at = letters.find(wanted)
    while at >= 0:
        yield at
        at = letters.find(wanted, at + 1)


def _with_signs(text: str, selected: str, start: int, end: int) -> str:
    """The signs before and after the first and last letter that were marked, too, such as a minus or a full stop."""
    marked = selected.strip()
    first = next(at for at, character in enumerate(marked) if character.isalnum())
    last = next(at for at in range(len(marked), 0, -1) if marked[at - 1].isalnum())
    before, after = marked[:first], marked[last:]
    start -= len(before) if before and text[:start].endswith(before) else 0
    end += len(after) if after and text[end:].startswith(after) else 0
    return text[start:end]
