"""The lines of a TREC file in blocks of one query each, found without looking at every line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import BinaryIO

READ = 1 << 18
"""Bytes read at a time: few enough to stay in a processor's cache while they are taken apart."""
KEY = re.compile(rb"[^\s]+[ \t]")


def blocks(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """(1-based number of its first line, lines) of every stretch of lines that begin with the same column, as it stands.

    The end of a block is searched for by halves, so a line of another query may hide within one; whoever reads it sees that. A
    line that begins with white space is a block of its own. Every line ends with a newline, also the last one.
    """
    held, number, guess = stream.read(READ).removeprefix(BOM_UTF8), 1, 0
    ended = not held
    while held:
        start, whole = 0, held.rfind(b"\n") + 1
        while start < whole:
            end = _end(held, start, whole, guess)
            if end == whole and not ended:
                break  # the block may go on in what was not read yet
            block = held[start:end]
            yield number, block
            number += block.count(b"\n")
            start, guess = end, end - start
        held = held[start:]
        if ended:
            return
        more = stream.read(max(READ, len(held)))
        ended = not more
        held += more if more or held.endswith(b"\n") or not held else b"\n"


def _end(held: bytes, start: int, whole: int, guess: int) -> int:
    """Where the block that begins at `start` ends. whole: the end of the last whole line. guess: how long a block may be."""
    key = KEY.match(held, start, whole)
    inside = held.find(b"\n", start) + 1  # everything before belongs to the block
    if key is None:
        return inside
    first = key.group()
    beyond = whole  # everything from here on does not
    step, stride = guess - guess // 16 or 1, guess // 8 or 1
    while inside < beyond:
        probe = min(inside + step, beyond - 1)
        line = held.rfind(b"\n", 0, probe) + 1
        if held.startswith(first, line):
            inside = held.find(b"\n", line) + 1
            step, stride = stride, 2 * stride
        else:
            beyond = line
        if beyond < whole:
            step = max((beyond - inside) // 2, 1)
    return beyond
