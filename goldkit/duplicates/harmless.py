"""Harmless differences: each token's key is the same in two texts that differ only in form.

Harmless are: Unicode form, white space, invisible marks, full-width, ligatures (these by the tokens themselves), sentence
case, a whole passage in capitals, and typographic marks between words: quotes, dashes, bullets, and a full stop for a
semicolon or a dash. Whatever touches a digit, a unit, a flag, a path, an identifier or code is no form: there the key is
the token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import CODE_WORDS, UNITS

DASHES = frozenset("-‐‑–—―")
BULLETS = frozenset("•‣◦▪●○*-–")
CLOSING = frozenset(",;:!?)")
SENTENCE_ENDS = frozenset(".!?。！？")

_SEPARATOR, _BULLET, _GLUED = "\x01separator", "\x01bullet", "\x00"


def keys(tokens: Sequence[Token]) -> list[str]:
    """One key a token; where two texts have equal keys throughout, they differ only in form.

    The final full stop of a text has the empty key. A key starts with NUL where the token is glued to the one before and
    that can be meaning.
    """
    lowered = _lowered(tokens)
    return [_key(tokens, at, lowered[at]) for at in range(len(tokens))]


def sentence_start(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sentence starts here: the text's first token, or after a sentence end, a blank line, a bullet, a dash."""
    if at == 0:
        return True
    before, gap = tokens[at - 1], tokens[at].gap
    if not gap:
        return before.text in "。！？" and before.kind == "sign"
    return (
        before.text in SENTENCE_ENDS or gap.count("\n") > 1 or _is_bullet(tokens, at - 1) or _separates(tokens, at - 1)
    )


def _key(tokens: Sequence[Token], at: int, text: str) -> str:
    token = tokens[at]
    if token.kind == "sign":
        if token.text == "." and at == len(tokens) - 1 and token.glued and _touches(tokens, at - 1):
            return ""
        if _separates(tokens, at):
            return _SEPARATOR
        if _is_bullet(tokens, at):
            return _BULLET
        if token.text in DASHES and _glued_between_words(tokens, at):
            return _GLUED + "-"
    return (_GLUED if _glue_means(tokens, at) else "") + text


def _glue_means(tokens: Sequence[Token], at: int) -> bool:
    """Whether a gap before this token would be another text; before closing punctuation and beside unspaced script it is not."""
    token = tokens[at]
    if token.text in CLOSING and token.kind == "sign" and _gap_after(tokens, at):
        return False
    if token.kind == "unspaced" or (at > 0 and tokens[at - 1].kind == "unspaced"):
        return False
    return token.glued


def _touches(tokens: Sequence[Token], at: int) -> bool:
    return at >= 0 and (tokens[at].kind != "sign" or tokens[at].text in ")\"'")


def _gap_after(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 >= len(tokens) or bool(tokens[at + 1].gap)


def _word(tokens: Sequence[Token], at: int) -> bool:
    """A plain word of two letters or more: single letters are variables, flags or list numbers."""
    return 0 <= at < len(tokens) and tokens[at].kind == "word" and len(tokens[at].text) > 1


def _separates(tokens: Sequence[Token], at: int) -> bool:
    """A full stop or semicolon after a word, or a dash with space around it, between two plain words in one line."""
    token = tokens[at]
    if token.kind != "sign" or not (_word(tokens, at - 1) and _word(tokens, at + 1)):
        return False
    after = tokens[at + 1].gap
    if token.text == "." or not after or after.count("\n") > 1:
        return token.text == "." and token.glued and bool(after)
    return (token.text == ";" and token.glued) or (token.text in DASHES and bool(token.gap) and "\n" not in token.gap)


def _is_bullet(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    starts_line = at == 0 or "\n" in token.gap
    if token.kind != "sign" or token.text not in BULLETS or not starts_line or not _word(tokens, at + 1):
        return False
    return tokens[at + 1].gap in (" ", "  ", "   ", "\t", "\u00a0")


def _glued_between_words(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].glued and _word(tokens, at - 1) and _word(tokens, at + 1) and tokens[at + 1].glued


def _lowered(tokens: Sequence[Token]) -> list[str]:
    """The tokens' texts, lower where a capital is only form."""
    texts = [token.text for token in tokens]
    for at in range(len(tokens)):
        if _capital_is_form(tokens, at):
            texts[at] = texts[at].lower()
    for start, stop in _passages(tokens):
        if _in_capitals(tokens[start:stop]):
            texts[start:stop] = [text.lower() for text in texts[start:stop]]
    return texts


def _capital_is_form(tokens: Sequence[Token], at: int) -> bool:
    text = tokens[at].text
    if tokens[at].kind != "word" or text in CODE_WORDS or not (text.istitle() and (len(text) > 1 or text == "A")):
        return False
    if not sentence_start(tokens, at) or tokens[at].glued:
        return False
    return (
        at + 1 >= len(tokens)
        or not tokens[at + 1].glued
        or (tokens[at + 1].text in ".,;:!?)" and _gap_after(tokens, at + 1))
    )


def _passages(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Stretches from a sentence start or a line start to the next one."""
    start = 0
    for at in range(1, len(tokens)):
        if "\n" in tokens[at].gap or sentence_start(tokens, at):
            yield start, at
            start = at
    yield start, len(tokens)


def _in_capitals(passage: Sequence[Token]) -> bool:
    """Three plain words or more, all in capitals, and nothing beside them that could be a figure, a unit or code."""
    words = [token for token in passage if token.kind == "word"]
    signs = {token.text for token in passage if token.kind != "word"}
    plain = signs <= set(".,;:!?•*\"'") and all(not token.glued for token in words if token is not passage[0])
    long_enough = len(words) > 2 and all(len(word.text) > 1 or word.text in "AI" for word in words)
    return plain and long_enough and all(w.text.isupper() and w.text.casefold() not in UNITS for w in words)
