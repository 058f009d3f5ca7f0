"""Identifiers in a text: codes, tickets, hosts, paths, options, quoted strings; what a retriever must match to the letter."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"`[^`\n]+`|\"[^\"\n]{2,}\"|“[^”\n]{2,}”|«[^»\n]{2,}»")
_MARKS = '`"“«'
_OPENING = "\"'`“”«»‘’,;:!?…([{<"
_CLOSING = "\"'`“”«»‘’.,;:!?…[]{}<>"
_AMOUNT = re.compile(r"[-+]?\d+(?:[.,:]\d+)*(?:%|°?[^\W\d_]{1,3}|st|nd|rd|th|min|days?|hours?)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONG_NUMBER = re.compile(r"\d{4,}")  # 3381
_CAMEL = re.compile(r".*[a-z][A-Z].*")  # camelCase
_FORMS = (
    _LONG_NUMBER,
    re.compile(r"(?=.*[^\W\d_])(?=.*\d).+"),  # letters and digits: XFR-1042, ferry-mv04, v2.1
    re.compile(r".*\w_\w.*"),  # snake_case, T2_XX_North
    re.compile(r"--?[^\W\d_][\w-]*"),  # --option, -x
    re.compile(r"[~.]?/\S+|\S+/\S+/\S*|\w+:/\S+"),  # /a/path, a/b/c, scheme://x
    re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:[a-z]{2,}|[A-Z]\w+)"),  # file.ext, host.site.org, module.Class
    re.compile(r".*\w(?:::|\(\)|@|\\)\w*.*"),  # a::b, f(), user@host, C:\x
    _CAMEL,
    re.compile(r"[^\W\d_]+(?:\+\+|#)"),  # C++, C#
)


def identifiers(text: str) -> list[str]:
    """The identifiers of a text in order, without the punctuation around them; quoted strings come first, with their quotes.

    An amount (30 s, 10GB, 2.5%, 3rd) and a year alone are none. Where a script has no spaces, only what stands apart is seen.
    """
    quoted = _QUOTED.findall(text) if any(mark in text for mark in _MARKS) else []
    rest = _QUOTED.sub(" ", text) if quoted else text
    words = (word if word.isalpha() else _bare(word) for word in rest.split())
    return quoted + [word for word in words if word and _is_identifier(word)]


def _bare(word: str) -> str:
    """The word without punctuation around it; the brackets of a call stay."""
    return word.lstrip(_OPENING).rstrip(_CLOSING if word.endswith("()") else _CLOSING + "()")


def _is_identifier(word: str) -> bool:
    if word.isalpha():  # most words are, and of all forms only this one has neither a digit nor a sign
        return _CAMEL.fullmatch(word) is not None
    if _YEAR.fullmatch(word) or (_AMOUNT.fullmatch(word) and not _LONG_NUMBER.fullmatch(word)):
        return False
    return any(form.fullmatch(word) for form in _FORMS)
