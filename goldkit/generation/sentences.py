"""The sentences of a chunk, for models too small to copy: the reply's schema lets them pick one as the quote."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from goldkit.generation.answerable import HEADING, STRUCTURE
from goldkit.text.tokens import words

MOST = 30
"""Sentences that a schema offers."""
LEAST_WORDS = 4
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>|]|\d+[.)])\s)")
END = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|(?<=[。！？])")


def sentences(text: str) -> list[str]:
    """The sentences of a text with at least four words, each in one line, at most 30, without repetition; headings are none."""
    found: dict[str, None] = {}
    for block in BLOCK.split(text):
        prose = " ".join(STRUCTURE.sub("", line) for line in block.splitlines() if not HEADING.match(line))
        for sentence in END.split(prose):
            if len(words(sentence)) >= LEAST_WORDS:
                found[" ".join(sentence.split())] = None
    return list(found)[:MOST]


def picking(schema: dict[str, Any], text: str) -> dict[str, Any]:
    """The schema with its `quote` narrowed to the text's sentences; as it was where there are none."""
    choices = sentences(text)
    if not choices:
        return schema
    narrowed = deepcopy(schema)
    narrowed["properties"]["quote"] = {"type": "string", "enum": choices}
    return narrowed
