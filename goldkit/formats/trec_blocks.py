"""The lines of a TREC file in blocks of one query each, found without looking at every line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import BinaryIO

READ = 1 << 18
"""Bytes read at a time: few enough to stay in a processor's cache while they are taken apart."""
STRIDE = 1 << 10
"""Bytes looked ahead where nothing tells how long a block may be."""
KEY = re.compile(rb"[^\s]+[ \t]")


def blocks(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of every stretch of lines that begin with the same column, as it stands.

    The end of a block is looked for about where the one before it ended, so a line of another query may hide within one; whoever
    reads it sees that. A line that begins with white space is a block of its own. Every line ends with a newline, also the last.
    """
    held, guess = stream.read(READ).removeprefix(BOM_UTF8), 0
    ended = not held
    while held:
        start, whole = 0, held.rfind(b"\n") + 1
        while start < whole:
            end = _end(held, start, whole, guess)
            if end == whole and not ended:
                break  # the block may go on in what was not read yet
            yield held[start:end]
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
    end = held.find(b"\n", start) + 1
    if key is None:
        return end
    first = key.group()
    again = b"\n" + first
    step, stride = guess + guess // 16, guess // 8 or STRIDE
    while end < whole and held.startswith(first, end):
        last = held.rfind(again, end, min(end + step, whole))  # backwards, so only through what is beyond the block
        end = held.find(b"\n", max(last + 1, end)) + 1
        step, stride = stride, 2 * stride
    return end
