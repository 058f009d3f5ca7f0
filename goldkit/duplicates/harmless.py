"""Harmless differences: each token's key is the same in two texts that differ only in form.

Harmless are: Unicode form, wrapped lines and plain gaps, invisible marks in plain words, full-width, ligatures, sentence case,
a whole sentence in capitals, and typographic marks between words: quotes, dashes, bullets, and a full stop for a semicolon
or a dash before a new statement. Whatever touches a digit, a unit, a flag, a path, an identifier or code is no form: there
the key is the token, but for the few forms of Python code that are known (python_code, python_calls).
"""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.duplicates.capitals import lowered, sentence_start
from goldkit.duplicates.code_lines import BULLETS
from goldkit.duplicates.layout import Layout
from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import CLAUSE_STARTS, CONDITIONS
from goldkit.text.tokens import INVISIBLE

HYPHENS = frozenset("-‐‑–")
DASHES = HYPHENS | frozenset("—―")
CLOSING = frozenset(",;:!?)")

_SEPARATOR, _DASH, _BULLET, _GLUED, _PART = "\x01separator", "\x01dash", "\x01bullet", "\x00", "\x03"
_AT_EDGES = "\u200b\u200e\u200f\u2060\ufeff"
_MINUSES = frozenset("-+−±–~<>=*/^%")
_JOINERS = frozenset("\u200c\u200d")
_LAST_OF_SPACED_LATIN = "\u052f"


def keys(tokens: Sequence[Token], layout: Layout) -> list[str]:
    """One key a token; where two texts have equal keys throughout, they differ only in form.

    The final full stop or colon of a text has the empty key. A key starts with NUL where the token is glued to the one before and
    that can be meaning. Other white space is compared by the layout's gaps.
    """
    texts = lowered(tokens, layout)
    for at in layout.quotes:
        texts[at] = '"'
    return [_key(tokens, at, texts[at], layout) for at in range(len(tokens))]


def _key(tokens: Sequence[Token], at: int, text: str, layout: Layout) -> str:
    token = tokens[at]
    if token.kind != "sign" and not token.glued and not token.raw:
        return text
    if token.text in ".:" and _is_final_stop(tokens, at, layout):
        return ""
    if token.kind == "sign" and (form := _form(tokens, at, layout)):
        return form
    marks = _marks(tokens, at, layout)
    return (_GLUED if _glue_means(tokens, at, layout) else "") + text + (_PART + marks if marks else "")


def _form(tokens: Sequence[Token], at: int, layout: Layout) -> str:
    """The key of a sign that is mere typography where it stands; "" for any other."""
    text = tokens[at].text
    if _is_bullet(tokens, at) and at not in layout.distinct:
        return _BULLET
    if layout.kept[at]:
        return ""
    if _separates(tokens, at) and not _in_condition(tokens, at):
        return _SEPARATOR
    if text in DASHES and _spaced_between_words(tokens, at):
        return _DASH
    if text in HYPHENS and _glued_between_words(tokens, at):
        return _GLUED + "-"
    return ""


def _glue_means(tokens: Sequence[Token], at: int, layout: Layout) -> bool:
    """Whether a gap before this token would be another text; in prose, before closing punctuation, it is not."""
    token = tokens[at]
    if token.text in CLOSING and token.kind == "sign" and _gap_after(tokens, at) and not layout.kept[at]:
        return False
    if at > 0 and "unspaced" in (token.kind, tokens[at - 1].kind):
        return token.glued and not _MINUSES.isdisjoint((token.text, tokens[at - 1].text))
    return token.glued


def _marks(tokens: Sequence[Token], at: int, layout: Layout) -> str:
    """The invisible marks of a token that can be meaning: in code, in identifiers, and joiners outside of European words."""
    token = tokens[at]
    if not token.raw:
        return ""
    raw = token.raw
    if not token.glued:
        raw = raw.lstrip(_AT_EDGES)
    if at + 1 == len(tokens) or not tokens[at + 1].glued:
        raw = raw.rstrip(_AT_EDGES)
    strict = layout.kept[at] or not layout.plain[at]
    european = token.kind == "word" and max(token.text) <= _LAST_OF_SPACED_LATIN
    return "".join(sign for sign in raw if sign in INVISIBLE and (strict or (sign in _JOINERS and not european)))


def _is_final_stop(tokens: Sequence[Token], at: int, layout: Layout) -> bool:
    """Whether a token ends the text as a stop or a colon ends a sentence: not as a part of a host name, a path or code.

    A colon announces what is no part of the text. It may be doubled, as before code in reStructuredText.
    """
    doubled = at == len(tokens) - 2 and tokens[at].text == tokens[-1].text == ":" and tokens[-1].glued
    if at == len(tokens) - 1 > 0 and tokens[at].text == tokens[at - 1].text == ":":
        return tokens[at].glued and _is_final_stop(tokens, at - 1, layout)
    if (
        at == 0
        or not (doubled or at == len(tokens) - 1)
        or not tokens[at].glued
        or layout.kept[at]
        or not layout.plain[at - 1]
    ):
        return False
    return tokens[at - 1].kind != "sign" or tokens[at - 1].text in ")\"'"


def _gap_after(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 >= len(tokens) or bool(tokens[at + 1].gap)


def _word(tokens: Sequence[Token], at: int) -> bool:
    """A plain word of two letters or more: single letters are variables, flags or list numbers."""
    return 0 <= at < len(tokens) and tokens[at].kind == "word" and len(tokens[at].text) > 1


def _separates(tokens: Sequence[Token], at: int) -> bool:
    """A stop or semicolon between two words, or a dash with space around it before a word that opens a main clause.

    A dash before another word may be a minus. What a condition after the mark reaches is another thing with each of them.
    """
    token = tokens[at]
    if not (_word(tokens, at - 1) and _word(tokens, at + 1)):
        return False
    word = tokens[at + 1].text.casefold()
    if word in CONDITIONS or (token.text not in ".;" and word not in CLAUSE_STARTS):
        return False
    after = tokens[at + 1].gap
    if token.text == "." or not after or after.count("\n") > 1:
        return token.text == "." and token.glued and bool(after)
    return (token.text == ";" and token.glued) or (token.text in DASHES and _spaced_between_words(tokens, at))


def _in_condition(tokens: Sequence[Token], at: int) -> bool:
    """Whether the sentence before opens with a condition, which would reach over a semicolon or a dash but not over a stop."""
    start = at - 1
    while not sentence_start(tokens, start) and tokens[start - 1].kind != "unspaced":
        start -= 1
    return tokens[start].text.casefold() in CONDITIONS


def _is_bullet(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    starts_line = at == 0 or "\n" in token.gap
    if token.text not in BULLETS or not starts_line or not _word(tokens, at + 1):
        return False
    return tokens[at + 1].gap in (" ", "  ", "   ", "\t", "\u00a0")


def _spaced_between_words(tokens: Sequence[Token], at: int) -> bool:
    between = 0 < at < len(tokens) - 1 and tokens[at - 1].kind == tokens[at + 1].kind == "word"
    return between and bool(tokens[at].gap) and "\n" not in tokens[at].gap and bool(tokens[at + 1].gap)


def _glued_between_words(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].glued and _word(tokens, at - 1) and _word(tokens, at + 1) and tokens[at + 1].glued
