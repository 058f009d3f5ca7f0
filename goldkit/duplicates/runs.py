"""Runs: what is glued together, and whether it is plain words, or an identifier, a path, a figure with its unit, code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldkit.duplicates.unfolded import Token

_PLAIN_SIGNS = frozenset(".,;:!?()\"'-‐‑–—―…。、，！？%")
_FLAG_SIGNS = frozenset("-‐‑–.:%!")
_JOINING_SIGNS = frozenset(".:")


def runs_of(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """[start, stop] of each run in order; a character of a script without spaces is a run of its own."""
    start = 0
    for at in range(1, len(tokens) + 1):
        if at == len(tokens) or not tokens[at].glued or "unspaced" in (tokens[at].kind, tokens[at - 1].kind):
            yield start, at
            start = at


def is_plain(run: Sequence[Token]) -> bool:
    """Whether a run is words or figures with punctuation around them: no sign before or in it."""
    if run[0].text.islower() and (
        len(run) == 1 or (len(run) == 2 and run[1].text in ".,;:!?" and run[0].kind == "word")
    ):
        return True
    kinds = {token.kind for token in run}
    if {"word", "number"} <= kinds:
        return False
    if any(token.kind == "sign" and token.text not in _PLAIN_SIGNS for token in run):
        return False
    if len(run) > 1 and run[0].text in _FLAG_SIGNS and run[1].kind != "number":
        return False
    inner = (token.text[1:] for token in run if token.kind == "word")
    if any(rest not in (rest.lower(), rest.upper()) for rest in inner):
        return False
    return not any(
        token.text in _JOINING_SIGNS and "sign" not in (run[at - 1].kind, run[at + 1].kind)
        for at, token in enumerate(run[:-1])
        if at
    )
