"""Texts without any white space: the form in which one corpus is laid over another, whatever chunker spaced and cut it.

Positions in a squeezed text count characters that are no white space, so that a passage has the same place in both corpora.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from goldkit.text.passage import plain, spaced

Form = Callable[[str], str]
"""`spaced` or `plain`: what is taken out before the white space."""


def squeezed(text: str, form: Form = spaced) -> str:
    """The text in this form without its blanks: NFC, invisible marks out."""
    return "".join(form(text).split())


def lowered(text: str) -> str:
    """The text in lower case, character for character: as long as it was."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(map(_lower, text))


def _lower(sign: str) -> str:
    lower = sign.lower()
    return lower if len(lower) == 1 else sign


def unsqueezed(text: str, start: int, end: int, form: Form = spaced) -> str:
    """The stretch of a text that [start, end) of its squeezed form is, with its blanks, in this form."""
    shown = unicodedata.normalize("NFC", form(text))
    places = [place for place, sign in enumerate(shown) if not sign.isspace()]
    return shown[places[start] : places[end - 1] + 1] if start < end <= len(places) else ""


def compatible(text: str) -> str:
    """`plain` in NFKC: full-width signs and ligatures as plain ones, and meaning that this takes away (10² and 102)."""
    return unicodedata.normalize("NFKC", plain(text))
