"""Python code as far as its form is known: quotes of either kind in an interactive session, and the empty body `...`.

In most languages a quote of the other kind is another string; the prompts >>> and ... tell that a line is Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldkit.duplicates.lines import Line
from goldkit.duplicates.unfolded import Token

_PROMPTS = (">>>", "...")
_QUOTES = frozenset("'\"")
_HEADS = frozenset(("def", "class", "async"))


def string_quotes(tokens: Sequence[Token], lines: Sequence[Line]) -> set[int]:
    """The places of quotes around plain strings in lines of interactive sessions: either kind of quote is the same there."""
    sessions = (line for line in lines if not line.prose and _opens(tokens, line) in _PROMPTS)
    return {at for line in sessions for at in _quotes(tokens, line)}


def is_empty_body(tokens: Sequence[Token], before: Line, line: Line) -> bool:
    """Whether a line is the `...` that stands for the body of the function or class before it, which may stand behind it."""
    if line.prose or line.breaks > 1 or line.stop - line.start != 3 or _opens(tokens, line) != "...":
        return False
    opened = tokens[before.start].text in _HEADS and tokens[before.stop - 1].text == ":"
    return opened and line.indent > before.indent


def _opens(tokens: Sequence[Token], line: Line) -> str:
    """The first three signs of a line that are glued to one another and to nothing else."""
    head = tokens[line.start : min(line.start + 3, line.stop)]
    alone = line.start + 3 >= line.stop or bool(tokens[line.start + 3].gap)
    return "".join(token.text for token in head) if alone and all(token.glued for token in head[1:]) else ""


def _quotes(tokens: Sequence[Token], line: Line) -> Iterator[int]:
    """Both quotes of each string that holds no quote, no backslash and is not empty."""
    opened: int | None = None
    for at in range(line.start + 3, line.stop):
        if tokens[at].text not in _QUOTES:
            continue
        if opened is None:
            opened = at
        elif tokens[at].text == tokens[opened].text:
            plain = at - opened > 1 and all(token.text not in "\\'\"" for token in tokens[opened + 1 : at])
            if plain:
                yield from (opened, at)
            opened = None
