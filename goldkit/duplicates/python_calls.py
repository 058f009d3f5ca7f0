"""Calls of an interactive Python session that are wrapped in their brackets: there a line end with its prompt is a mere gap."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.duplicates.lines import line_breaks
from goldkit.duplicates.unfolded import Token

_OPENING, _CLOSING, _QUOTES = frozenset("([{"), frozenset(")]}"), frozenset("'\"")


def unwrapped(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without the prompts (...) of lines that go on inside of brackets which a line with >>> opened.

    The token after such a prompt is glued to a bracket beside it, else it has one space before it. A comment or an open string
    ends what is known of a statement.
    """
    if not any(token.text == ">" and _is_prompt(tokens, at, ">") for at, token in enumerate(tokens)):
        return tokens
    kept: list[Token] = []
    at, depth, in_session = 0, 0, False
    while at < len(tokens):
        if at == 0 or line_breaks(tokens[at].gap):
            if in_session and depth > 0 and _is_prompt(tokens, at, "."):
                at += 3
                near = tokens[at].text in _CLOSING or kept[-1].text in _OPENING
                kept.append(tokens[at].after("" if near else " "))
            else:
                in_session = _is_prompt(tokens, at, ">")
                depth = 0
                kept.append(tokens[at])
            end = _line_end(tokens, at + 1)
            kept += tokens[at + 1 : end]
            opened = _opened(tokens[at:end])
            in_session, depth = in_session and opened is not None, depth + (opened or 0)
            at = end
    return kept


def _is_prompt(tokens: Sequence[Token], at: int, sign: str) -> bool:
    """Whether a line starts here with three of these signs and goes on after a space."""
    starts = at == 0 or bool(line_breaks(tokens[at].gap))
    if not starts or at + 3 >= len(tokens) or not tokens[at + 3].gap or line_breaks(tokens[at + 3].gap):
        return False
    return all(token.text == sign for token in tokens[at : at + 3]) and tokens[at + 1].glued and tokens[at + 2].glued


def _line_end(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and not line_breaks(tokens[at].gap):
        at += 1
    return at


def _opened(line: Sequence[Token]) -> int | None:
    """How many more brackets a line opens than it closes, outside of strings; None where it ends in a string or a comment."""
    quote, depth = "", 0
    for token in line:
        if quote:
            quote = "" if token.text == quote else quote
        elif token.text in _QUOTES:
            quote = token.text
        elif token.text == "#":
            return None
        else:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
    return None if quote else depth
