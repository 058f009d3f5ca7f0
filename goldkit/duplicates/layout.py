"""What white space means: where a line must end, how deep it is indented, and which gaps are more than a gap.

In prose nothing of it does: lines are wrapped anew and paragraphs parted after a sentence. A line end is a wrap when the
next word would not have fitted; one that comes earlier parts an entry from the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldkit.duplicates.bullets import distinct_bullets
from goldkit.duplicates.gaps import Gap
from goldkit.duplicates.lines import (
    KINSOKU,
    NARROWEST,
    SENTENCE_ENDS,
    WIDEST,
    Line,
    is_marker,
    is_wide,
    lines_of,
    wraps,
)
from goldkit.duplicates.python_code import is_empty_body, string_quotes
from goldkit.duplicates.runs import is_plain, runs_of
from goldkit.duplicates.unfolded import Token

FULL = 0.8
"""The share of the columns that at least two lines of a wrapped text fill."""

_NONE, _STIFF = Gap(), Gap(flows=False)
_QUOTES = frozenset("`\"'")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the place of each token says; one entry a token.

    gaps: the white space before it. plain: whether its run is plain words. kept: whether it is code or in backticks, where
    no difference is form. distinct: the places of bullets whose sign is meaning. quotes: the places of quotes that may be of
    either kind though they are code. verbatim: whether it is code whose quotation marks are its own: a kept token outside of
    headings and rows of tables, which are prose as far as these go.
    """

    gaps: list[Gap]
    plain: list[bool]
    kept: list[bool]
    distinct: set[int]
    quotes: set[int]
    verbatim: list[bool]


def layout_of(tokens: Sequence[Token]) -> Layout:
    """The layout of a text."""
    lines = lines_of(tokens)
    plain: list[bool] = []
    for start, stop in runs_of(tokens):
        plain += [is_plain(tokens[start:stop])] * (stop - start)
    distinct, quotes = distinct_bullets(tokens, lines), string_quotes(tokens, lines)
    made = Layout([_NONE] * len(tokens), plain, [False] * len(tokens), distinct, quotes, [False] * len(tokens))
    _read_gaps(tokens, lines, made)
    _read_starts(tokens, lines, _limit(tokens, lines), made)
    return made


def _read_gaps(tokens: Sequence[Token], lines: Sequence[Line], made: Layout) -> None:
    """Within lines: every gap of code that is not one space; wide gaps of prose in quotes, in backticks or beside a path."""
    quotes: set[str] = set()
    for line in lines:
        if line.breaks > 1 or not line.prose:
            quotes.clear()
        piped = tokens[line.start].text == "|"
        coded = not line.prose and tokens[line.start].text not in "#|"
        for at in range(line.start, line.stop):
            made.kept[at] = not line.prose or "`" in quotes
            made.verbatim[at] = coded or "`" in quotes
            if at > line.start and not (piped and "|" in (tokens[at - 1].text, tokens[at].text)):
                mark = _gap(tokens, at, made, quoted=bool(quotes))
                if mark:
                    made.gaps[at] = Gap(mark)
            if tokens[at].kind == "sign":
                _toggle(tokens, at, quotes)


def _toggle(tokens: Sequence[Token], at: int, quotes: set[str]) -> None:
    """Open or close a quotation; an apostrophe after a letter opens none."""
    text = tokens[at].text
    if text in quotes:
        quotes.remove(text)
    elif text in _QUOTES and "`" not in quotes:
        apostrophe = text == "'" and at > 0 and tokens[at].glued and tokens[at - 1].kind != "sign"
        quotes.update(() if apostrophe else text)


def _gap(tokens: Sequence[Token], at: int, made: Layout, quoted: bool) -> str:
    gap = tokens[at].gap
    if not gap:
        return ""
    if gap == " " or (len(gap) == 1 and gap != "\t" and not made.kept[at]):
        return _between_characters(tokens, at)
    after_sentence = tokens[at - 1].text in SENTENCE_ENDS and not quoted
    if not made.kept[at] and (after_sentence or (not quoted and made.plain[at] and made.plain[at - 1])):
        return _between_characters(tokens, at)
    return gap


def _between_characters(tokens: Sequence[Token], at: int) -> str:
    """A space between two characters of a script without spaces parts entries or phrases."""
    both = tokens[at].kind == tokens[at - 1].kind == "unspaced"
    return " " if both and tokens[at].gap else ""


def _limit(tokens: Sequence[Token], lines: Sequence[Line]) -> int:
    """The columns the prose is wrapped at; a line of one word (an address) may be wider. 0 where nothing is wrapped."""
    widths = [
        line.width
        for line in lines
        if line.prose
        and (is_wide(tokens[line.start]) or any(token.gap for token in tokens[line.start + 1 : line.stop]))
    ]
    wrapped = [width for width in widths if width <= WIDEST]
    widest = max(wrapped, default=0)
    full = sum(width >= FULL * widest for width in wrapped) > 1
    margin = min((line.indent for line in lines), default=0)
    least = NARROWEST - 2 * KINSOKU if any(is_wide(tokens[line.start]) for line in lines) else NARROWEST
    return widest if full and widest - margin >= least else 0


def _may_wrap(tokens: Sequence[Token], before: Line, line: Line, limit: int) -> bool:
    """Whether the line end before this line may be a wrap: the next word would not have fitted. Elsewhere it is an entry's."""
    if not _in_prose(tokens, before, line) or line.breaks > 1 or not limit or before.width > WIDEST:
        return False
    return wraps(tokens, before, line, limit)


def _in_prose(tokens: Sequence[Token], before: Line, line: Line) -> bool:
    return before.prose and line.prose and not is_marker(tokens, line)


def _sentence_ended(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    while before > 0 and tokens[before].text in "\"')" and tokens[before].glued:
        before -= 1
    return tokens[before].kind == "sign" and tokens[before].text in SENTENCE_ENDS


def _read_starts(tokens: Sequence[Token], lines: Sequence[Line], limit: int, made: Layout) -> None:
    """The line ends: which may be wraps, and how far each line steps in or out. A list in prose may be indented as a whole."""
    steps: list[tuple[int, int]] = []
    last: dict[bool, int] = {}
    for at, line in enumerate(lines):
        item = line.prose and is_marker(tokens, line)
        gap = _line_gap(tokens, lines[at - 1], line, limit) if at else _NONE
        steps.append((line.start, line.indent - last.get(item, line.indent)))
        if not gap.form:
            last[item] = line.indent
        made.gaps[line.start] = gap
    unit = min((abs(step) for _, step in steps if step), default=1)
    for start, step in steps:
        made.gaps[start] = replace(made.gaps[start], step=step / unit)
    _read_flow(tokens, lines, made)


def _line_gap(tokens: Sequence[Token], before: Line, line: Line, limit: int) -> Gap:
    prose = _in_prose(tokens, before, line)
    return Gap(
        mark="" if is_wide(tokens[line.start]) else _between_characters(tokens, line.start),
        line=True,
        shift=line.indent - before.indent,
        wrap=_may_wrap(tokens, before, line, limit),
        sentence=(prose and _sentence_ended(tokens, line.start)) or is_empty_body(tokens, before, line),
        parted=line.breaks > 1 and prose and line.width - line.indent < NARROWEST,
    )


def _read_flow(tokens: Sequence[Token], lines: Sequence[Line], made: Layout) -> None:
    """Mark the gaps of paragraphs that hold an entry's line end; a heading right above a paragraph is none of its lines."""
    paragraphs: list[list[Line]] = []
    for line in lines:
        heading = bool(paragraphs) and len(paragraphs[-1]) == 1 and paragraphs[-1][0].width < NARROWEST
        ends = not made.gaps[line.start].form
        if not paragraphs or line.breaks > 1 or is_marker(tokens, line) or (heading and ends):
            paragraphs.append([])
        paragraphs[-1].append(line)
    for paragraph in paragraphs:
        if all(made.gaps[line.start].form for line in paragraph[1:]):
            continue
        for at in range(paragraph[0].start, paragraph[-1].stop):
            gap = made.gaps[at]
            made.gaps[at] = _STIFF if gap is _NONE else replace(gap, flows=False)
