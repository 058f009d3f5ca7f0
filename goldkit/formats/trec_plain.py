"""One query's TREC lines taken apart all at once, where they are written as every tool writes them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from goldkit.records import Results

BREAKS = "\t\n\r\x0b\x0c"
"""What separates columns beside a space."""
PLAIN_NUMBERS = frozenset("0123456789+-.eEinfINF")
"""Of what a score is made. Python reads more as numbers: digits of other scripts, 1_0."""

_floats = msgspec.json.Decoder(list[float])


class PlainBlocks:
    """Reads blocks whose lines differ in chunk, rank and score only, with one sign between columns."""

    def __init__(self) -> None:
        self._numerals = ["0"]

    def read(self, number: int, block: bytes) -> Results | None:
        """The results in the lines of a block; None where they have to be read line by line, be it to say what is wrong with them.

        number: of its first line.
        """
        columns = _columns(block)
        values = columns and _numbers(columns[3])
        if not columns or not values:
            return None
        query, chunks, ranks, _ = columns
        lines: Sequence[int] = range(number, number + len(chunks))
        if self._counts_up(ranks):
            return Results(query, chunks, values, _falling(values), None, lines)
        if not all(rank.isascii() and rank.isdecimal() for rank in ranks):
            return None
        return in_order(query, chunks, list(map(int, ranks)), values, lines)

    def _counts_up(self, ranks: Sequence[str]) -> bool:
        """Whether the ranks are 0, 1, 2, … or 1, 2, 3, …"""
        while len(self._numerals) <= len(ranks):
            self._numerals.append(str(len(self._numerals)))
        first = 0 if ranks[0] == "0" else 1
        return ranks == self._numerals[first : first + len(ranks)]


def in_order(
    query: str, chunks: Sequence[str], ranks: Sequence[int], scores: Sequence[float], lines: Sequence[int]
) -> Results:
    """Results in the order of their ranks, which is the ranking where these are distinct and no score rises along them."""
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    values = [scores[at] for at in order]
    ordered = len(set(ranks)) == len(ranks) and _falling(values)
    return Results(query, [chunks[at] for at in order], values, ordered, None, [lines[at] for at in order])


def _falling(values: list[float]) -> bool:
    """Whether no value is above the one before it. Sorting what is sorted is the quickest way to see it."""
    return values == sorted(values, reverse=True)


def _numbers(texts: Sequence[str]) -> list[float] | None:
    """The numbers in texts, None where one is none, or NaN.

    The reader of JSON gives the same floats as Python's own, several times as fast; Python's knows more ways to write them.
    """
    row = ",".join(texts)
    if not _is_unbroken(row):
        return None  # white space, to JSON
    try:
        values = _floats.decode(f"[{row}]")
        if len(values) == len(texts):
            return values
    except msgspec.MsgspecError:
        pass
    if set("".join(texts)) - PLAIN_NUMBERS:
        return None
    try:
        return list(map(float, texts))
    except ValueError:
        return None


def _columns(block: bytes) -> tuple[str, list[str], list[str], list[str]] | None:
    """Query, chunks, ranks and scores of the lines of a block, None where it is not plain.

    The block is split once, at the sign between columns, and never into lines: behind the first query there are in turn Q0, a
    chunk, its rank, its score, and a seam: the tag with the query of the next line. Q0 and seam are the same throughout.
    """
    sign = "\t" if block.count(b"\t", 0, block.find(b"\n")) == 5 else " "
    try:
        cells = block.decode().split(sign)
    except UnicodeDecodeError:
        return None
    query, last = cells[0], cells[-1]
    seconds, chunks, ranks, scores, seams = (cells[column::5] for column in range(1, 6))
    count = len(seams)
    if len(cells) != 5 * count + 1 or seams.count(last + query) != count - 1 or seconds.count(seconds[0]) != count:
        return None
    ids = [query, seconds[0], last.rstrip("\r\n"), *chunks]
    return (query, chunks, ranks, scores) if all(ids) and _is_unbroken("".join(ids)) else None


def _is_unbroken(text: str) -> bool:
    """Whether nothing in a text could end a column or a line."""
    return not any(map(text.__contains__, BREAKS))
