"""Prose cut into sentences, by rule: blocks and list items first, then ends of sentences; in any script that marks them."""

from __future__ import annotations

import re
from collections.abc import Iterator

HEADING = re.compile(r"^\s*(?:#{1,6}\s.*|[=\-~*_]{3,})$")
"""A line that is a heading of Markdown, or its underline."""
STRUCTURE = re.compile(r"^\s*(?:[-*+>|]|\d+[.)]|```\w*)\s*")
"""What a line begins with to be an item, a quotation, a row or code."""
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>|]|\d+[.)])\s)")
END = re.compile(r"[.!?。！？](?:(?<=[。！？])|\s+(?=[^\sa-z]))")
"""The end of a sentence, with the space after it. It begins with one set of marks: so a text is searched many times faster."""


def prose_sentences(text: str) -> Iterator[str]:
    """The sentences of a text in order, each in one line; headings are none."""
    for block in BLOCK.split(text) if "\n" in text else (text,):
        prose = " ".join([STRUCTURE.sub("", line) for line in block.splitlines() if not HEADING.match(line)])
        start = 0
        for end in [*[match.end() for match in END.finditer(prose)], len(prose)]:
            if sentence := " ".join(prose[start:end].split()):
                yield sentence
            start = end
