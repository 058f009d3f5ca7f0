"""The past of a verb at the end of a headline: `why transfers stalled` asks what `why do transfers stall` asks.

Only there, and only after `why`: `what changed` and `what changes` are two questions, and so are `why did it stop` and `why does it
stop`, where a verb of its own says when.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_HELPERS = """
did does do is are was were am be been being has have had can could will would shall should may might must
"""
HELPERS = frozenset(_HELPERS.split())
"""Verbs beside which the last word is a participle or the sentence has a time of its own."""
_DOUBLED = re.compile(r"([a-z]{2,}([bdgmnprt]))\2ed")  # stopped, planned
_PLAIN = re.compile(r"([a-z]+(?:[aeiou]{2}[b-df-hj-np-tv-z]|[b-df-hj-np-tv-z]{2}))ed")  # failed, stalled, crashed
LEAST_STEM = 4


def in_present(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a plain `why` question without a helping verb, with the past of its last word taken off."""
    if len(words) < 3 or words[0] != "why" or not HELPERS.isdisjoint(words):
        return tuple(words)
    return (*words[:-1], _base(words[-1]))


def _base(word: str) -> str:
    """The verb of a regular past whose spelling leaves no doubt; stared, of star or stare, stays."""
    found = _DOUBLED.fullmatch(word) or _PLAIN.fullmatch(word)
    return found[1] if found and len(found[1]) >= LEAST_STEM else word
