"""Prose cut into sentences, by rule: blocks and list items first, then ends of sentences; in any script that marks them."""

from __future__ import annotations

import re
from collections.abc import Iterator

HEADING = re.compile(r"^\s*(?:#{1,6}\s.*|[=\-~*_]{3,})$")
"""A line that is a heading of Markdown, or its underline."""
STRUCTURE = re.compile(r"^\s*(?:[-*+>|]|\d+[.)]|```\w*)\s*")
"""What a line begins with to be an item, a quotation, a row or code."""
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>|]|\d+[.)])\s)")
LONG_LINE = 50
"""Characters from which a line is taken for one that was only broken to fit a page."""
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


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """[start, end) of each sentence of a text as it stands, without the space around it; a heading, an item or a row is one.

    A line ends a sentence unless it is so long that it was only broken to fit a page.
    """
    spans = []
    start = 0
    ends = [match.end() for match in END.finditer(text)]
    for end in sorted({*ends, *_line_ends(text), len(text)}):
        part = text[start:end]
        if part.strip():
            left = start + len(part) - len(part.lstrip())
            spans.append((left, left + len(part.strip())))
            start = end
    return spans


def _line_ends(text: str) -> Iterator[int]:
    """Where a line ends that is not continued on the next one."""
    at = 0
    lines = text.splitlines(keepends=True)
    for line, after in zip(lines, [*lines[1:], ""], strict=False):
        at += len(line)
        own = bool(HEADING.match(line) or (STRUCTURE.match(line) and line.lstrip()[:1] in "|`"))
        if own or len(line.rstrip()) < LONG_LINE or not after.strip() or STRUCTURE.match(after) or HEADING.match(after):
            yield at
