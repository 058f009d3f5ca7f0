"""Bullets whose sign is meaning, where others are all the same."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.duplicates.lines import Line, is_marker
from goldkit.duplicates.unfolded import Token


def distinct_bullets(tokens: Sequence[Token], lines: Sequence[Line]) -> set[int]:
    """The places of bullets of several kinds at one depth, of - beside + in a patch, and of * beside the * of a footnote."""
    first = {line.start for line in lines}
    bullets = [line for line in lines if tokens[line.start].kind == "sign" and is_marker(tokens, line)]
    starred = any(token.text == "*" and at not in first for at, token in enumerate(tokens))
    kinds: dict[int, set[str]] = {}
    for line in bullets:
        kinds.setdefault(line.indent, set()).add(tokens[line.start].text)
    return {
        line.start
        for line in bullets
        if line.diff or len(kinds[line.indent]) > 1 or (starred and tokens[line.start].text == "*")
    }
