"""The lines of a text as the guard reads them, and which of them are prose: in prose a line break is mostly a wrap.

A block is what stands between blank lines or code fences. One line of code, configuration or a table makes its block one:
there line breaks, indentation and gaps are kept. Whatever is not plainly prose is taken for code, since that only costs
a harmless pair its verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from goldkit.duplicates.code_lines import BULLETS, is_code, may_be_code
from goldkit.duplicates.runs import is_plain, runs_of
from goldkit.duplicates.unfolded import Token

SENTENCE_ENDS = frozenset(".!?。！？")

NARROWEST, WIDEST = 40, 140
"""Columns between which a text may be wrapped: shorter lines are entries, longer ones paragraphs on one line."""

LEAST_LINES = 3
"""Lines that show that a text is wrapped."""

KINSOKU = 4
"""Columns that a wrapped Chinese or Japanese line may be short, since some marks must not start a line."""

PLAIN = 0.8
"""The share of plain words in a paragraph on one line."""

_NO_BREAK = ("", "\u00a0", "\u202f", "\u2007")
_FENCES = frozenset("`~")
_COLUMN_GAP = 3
_JUSTIFIED_LINES = 3


@dataclass(frozen=True, slots=True)
class Line:
    """Tokens [start:stop] of one line. indent: columns before it; width: columns up to its end; breaks: line ends before it."""

    start: int
    stop: int
    indent: int
    width: int
    breaks: int
    prose: bool = True
    diff: bool = False


def line_breaks(gap: str) -> int:
    """How many lines end in this white space, whatever ends them (LF, CRLF, CR, form feed, U+2028, …)."""
    return 0 if gap in ("", " ") else len(f"x{gap}x".splitlines()) - 1


def lines_of(tokens: Sequence[Token]) -> list[Line]:
    """The lines of a text that hold a token, in order, those of a code block with prose False."""
    found = list(_lines(tokens))
    judged: list[Line] = []
    for block, fenced in _blocks(tokens, found):
        parts = [tokens[line.start : line.stop] for line in block]
        code = fenced or any(map(is_code, parts)) or _is_table(tokens, block)
        prose = not code and (not any(map(may_be_code, parts)) or _is_filled(tokens, block) or _is_paragraph(parts))
        diff = any(tokens[line.start].text in "+=" for line in block)
        judged += [Line(x.start, x.stop, x.indent, x.width, x.breaks, prose, diff) for x in block]
    return judged


def is_marker(tokens: Sequence[Token], line: Line) -> bool:
    """Whether a line starts as a list item: a bullet and a gap, or a number with a stop or bracket and a gap."""
    first, room = tokens[line.start], line.stop - line.start
    if first.kind == "sign":
        return first.text in BULLETS and room > 1 and not tokens[line.start + 1].glued
    if room < 3 or (first.kind != "number" and len(first.text) > 1):
        return False
    return tokens[line.start + 1].text in ".)" and tokens[line.start + 1].glued and not tokens[line.start + 2].glued


def columns(tokens: Sequence[Token], start: int, stop: int) -> int:
    """The width of the tokens [start:stop] of one line; East Asian characters are two columns wide."""
    wide = sum(is_wide(token) for token in tokens[start:stop])
    return tokens[stop - 1].end - tokens[start].start + wide


def wraps(tokens: Sequence[Token], before: Line, line: Line, limit: int) -> bool:
    """Whether a text wrapped at this many columns ends the line before there: the next word would not have fitted."""
    if is_wide(tokens[line.start]):
        return before.width + 2 > limit - KINSOKU
    stop = line.start + 1
    while stop < line.stop and tokens[stop].gap in _NO_BREAK and not is_wide(tokens[stop]):
        stop += 1
    return before.width + 1 + columns(tokens, line.start, stop) > limit


def is_wide(token: Token) -> bool:
    """Whether the token is a character of Chinese or Japanese, where a line may end anywhere."""
    return token.kind == "unspaced" and token.text >= "\u2e80"


def _lines(tokens: Sequence[Token]) -> Iterator[Line]:
    starts = [at for at, token in enumerate(tokens) if at == 0 or line_breaks(token.gap)]
    for start, stop in pairwise([*starts, len(tokens)]):
        gap = tokens[start].gap
        indent = len(f"{gap}x".splitlines()[-1][:-1].expandtabs(8))
        yield Line(start, stop, indent, indent + columns(tokens, start, stop), line_breaks(gap))


def _blocks(tokens: Sequence[Token], lines: Sequence[Line]) -> Iterator[tuple[list[Line], bool]]:
    """(lines, whether they are fenced) of each block; a fence belongs to what it fences."""
    block: list[Line] = []
    fenced = False
    for line in lines:
        fence = _is_fence(tokens, line)
        if block and not (fence and fenced) and (fence or (line.breaks > 1 and not fenced)):
            yield block, fenced
            block = []
        block.append(line)
        if fence and fenced:
            yield block, True
            block = []
        fenced = fenced != fence
    if block:
        yield block, fenced


def _is_fence(tokens: Sequence[Token], line: Line) -> bool:
    head = [token.text for token in tokens[line.start : min(line.start + 3, line.stop)]]
    return len(head) == 3 and len(set(head)) == 1 and head[0] in _FENCES


def _is_filled(tokens: Sequence[Token], block: Sequence[Line]) -> bool:
    """Whether the lines of a block are filled as only wrapped text is, so that signs of code in it are mentions."""
    limit = max(line.width for line in block)
    if len(block) < LEAST_LINES or not NARROWEST <= limit <= WIDEST:
        return False
    return all(wraps(tokens, before, line, limit) for before, line in pairwise(block))


def _is_paragraph(parts: Sequence[Sequence[Token]]) -> bool:
    """Whether a block is one long line of sentences, as a text has it that nobody wrapped; signs of code in it are mentions."""
    if len(parts) != 1 or columns(parts[0], 0, len(parts[0])) <= WIDEST:
        return False
    line = parts[0]
    runs = [line[start:stop] for start, stop in runs_of(line)]
    ended = (
        any(run[-1].text in SENTENCE_ENDS and run[0].kind == "word" for run in runs) or line[-1].text in SENTENCE_ENDS
    )
    return ended and sum(map(is_plain, runs)) >= PLAIN * len(runs)


def _is_table(tokens: Sequence[Token], block: Sequence[Line]) -> bool:
    """Columns: a gap of three spaces, two of two in a line, or gaps of two in several lines; unless the block is justified."""
    widths = [line.width for line in block]
    gaps = [
        [
            len(tokens[at].gap)
            for at in range(line.start + 1, line.stop)
            if len(tokens[at].gap) > 1
            and tokens[at - 1].text not in SENTENCE_ENDS
            and not _after_marker(tokens, line, at)
        ]
        for line in block
    ]
    wide = [line for line in gaps if line]
    if len(block) > _JUSTIFIED_LINES and len(set(widths[:-1])) == 1 and max(map(max, wide), default=0) <= _COLUMN_GAP:
        return False
    return len(wide) > 1 or any(len(line) > 1 or max(line) >= _COLUMN_GAP for line in wide)


def _after_marker(tokens: Sequence[Token], line: Line, at: int) -> bool:
    return is_marker(tokens, line) and at <= line.start + 2
