"""From what a person marked to the very words of the chunk: a page shows it rendered, the quote is its source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldkit.text.tokens import UNSPACED

_UNSEEN = re.compile(
    r"\]\([^()\s]*(?:\s\"[^\"\n]*\")?\)|&#?\w+;|^ {0,3}(?:`{3,}|~{3,})[^\n]*$|^\s*\d{1,9}[.)](?=\s)", re.MULTILINE
)
"""What holds letters or digits in the source and shows none: targets of links, entities, heads of code blocks, numbers of lists."""

_SPACELESS = re.compile(f"[{UNSPACED}]")
NEXT = 20
"""How many of the last words after one occurrence of the first ones are looked at: the nearest may be part of another word."""


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


def between(text: str, first: str, last: str = "") -> str | None:
    """The part of a text from its first words to its last ones, the shortest there is; None where there is none.

    As in `quoted` letters and digits decide; capitals are no matter. What begins and ends with whole words goes before what does
    not. Without last words the first ones are all of it.
    """
    places, letters = _letters(text)
    opening, closing = (_letters(words)[1] for words in (first, last))
    if not opening or (last and not closing):
        return None
    ends = list(_occurrences(letters, closing)) if closing else []
    found = []
    for start in _occurrences(letters, opening):
        after = start + len(opening)
        for end in [at + len(closing) for at in ends if at >= after][:NEXT] if closing else [after]:
            span = (places[start], places[end - 1] + 1)
            found.append((not _of_whole_words(text, *span), end - start, *span))
    return _with_signs(text, f"{first} {last}", *min(found)[2:]) if found else None


def _of_whole_words(text: str, start: int, end: int) -> bool:
    """Whether a part of a text cuts no word at its ends; scripts without spaces have no words to cut."""
    before, after = text[max(start - 1, 0) : start + 1], text[end - 1 : end + 1]
    return all(len(both) < 2 or not both.isalnum() or _SPACELESS.search(both) for both in (before, after))


def _letters(text: str) -> tuple[list[int], str]:
    """The places of the letters and digits of a text, and these in small letters, one for each."""
    places = [at for at, character in enumerate(text) if character.isalnum()]
    return places, "".join(small if len(small := text[at].lower()) == 1 else text[at] for at in places)


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
