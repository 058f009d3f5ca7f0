"""The identifiers of a chunk that a question may be asked by: codes, tickets, hosts, paths, options."""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldkit.text.identifiers import identifiers
from goldkit.text.tokens import UNSPACED

MOST = 10
QUOTES = '`"“”«»'
LONGEST = 60
"""Characters of an identifier that somebody types."""
_SPACE = re.compile(r"\s")
_APART = re.compile(f"[{UNSPACED}。、，；：？！؟،؛]+")


def named_in(texts: Iterable[str]) -> list[str]:
    """The identifiers of the texts in the order in which they stand, at most 10, each once."""
    found = dict.fromkeys(name for text in texts for name in all_named(text))
    return list(found)[:MOST]


def all_named(text: str) -> list[str]:
    """The identifiers of a text, without quotation marks; a quoted phrase of several words is none.

    Where a script has no spaces, what stands between its characters stands apart: E-21 in E-21が出た.
    """
    names = (name.strip(QUOTES) for name in identifiers(_APART.sub(" ", text)))
    return [name for name in names if 1 < len(name) <= LONGEST and not _SPACE.search(name) and _is_a_name(name)]


def holds(text: str, name: str) -> bool:
    """Whether an identifier stands in a text, in whatever case, and not as a part of a longer one."""
    edge = r"[A-Za-z0-9_]"
    return re.search(rf"(?<!{edge}){re.escape(name)}(?!{edge})", text, re.IGNORECASE) is not None


def _is_a_name(name: str) -> bool:
    """What was only quoted, a plain word, is none; nor is a bare number, which says nothing alone, or the address of a person."""
    return not name.isdigit() and "@" not in name and bool(identifiers(name))
