"""Capitals that are only form: at the start of a sentence, and of a whole sentence in capitals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldkit.duplicates.code_lines import BULLETS
from goldkit.duplicates.layout import Layout
from goldkit.duplicates.lines import SENTENCE_ENDS, line_breaks
from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import ABBREVIATIONS, CLAUSE_STARTS, CODE_WORDS, DATES, STATEMENTS, UNITS
from goldkit.text.language import SMALL_WORDS

_SMALL = frozenset(word for words in SMALL_WORDS.values() for word in words if len(word) > 1)
_OPENINGS = CLAUSE_STARTS | {"the"}
_PARTING = frozenset(";-‐‑–—―")


def sentence_start(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sentence starts here: the text's first token, or after a sentence end, a blank line, a bullet, or a mark
    that parts two statements."""
    if at == 0:
        return True
    before, gap = tokens[at - 1], tokens[at].gap
    if not gap:
        return before.text in "。！？" and before.kind == "sign"
    if before.text in SENTENCE_ENDS:
        opens = tokens[at].text.casefold() in _OPENINGS
        return opens or before.text != "." or not _abbreviated(tokens, at - 2)
    if before.kind != "sign":
        return line_breaks(gap) > 1
    return line_breaks(gap) > 1 or _after_bullet(tokens, at) or _after_parting(tokens, at)


def lowered(tokens: Sequence[Token], layout: Layout) -> list[str]:
    """The tokens' texts, lower where a capital is only form."""
    texts = [token.text for token in tokens]
    # A capital inside of a sentence is a name's, and then it is one at the start too.
    names = {
        token.text for at, token in enumerate(tokens) if token.text[0].isupper() and not sentence_start(tokens, at)
    }
    for at in range(len(tokens)):
        if texts[at].istitle() and not layout.kept[at] and texts[at] not in names and _is_form(tokens, at):
            texts[at] = texts[at].lower()
    for start, stop in _passages(tokens):
        if not layout.kept[start] and _in_capitals(tokens[start:stop]):
            texts[start:stop] = [text.lower() for text in texts[start:stop]]
    return texts


def _abbreviated(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token is a single letter or a word that is mostly abbreviated, so that the stop after it ends no sentence."""
    if at < 0 or tokens[at].kind != "word":
        return False
    return len(tokens[at].text) == 1 or tokens[at].text.casefold() in ABBREVIATIONS


def _after_bullet(tokens: Sequence[Token], at: int) -> bool:
    bullet = tokens[at - 1]
    return bullet.kind == "sign" and bullet.text in BULLETS and (at == 1 or bool(line_breaks(bullet.gap)))


def _after_parting(tokens: Sequence[Token], at: int) -> bool:
    parts = tokens[at - 1].text in _PARTING and (tokens[at - 1].text == ";" or bool(tokens[at - 1].gap))
    word = tokens[at].text.casefold()
    return parts and (word in CLAUSE_STARTS or (word == "the" and tokens[at - 1].text == ";"))


def _is_form(tokens: Sequence[Token], at: int) -> bool:
    """A capitalised word at a sentence start, with a gap or punctuation after it. A key before a colon is none, nor a month."""
    text = tokens[at].text
    if tokens[at].kind != "word" or len(text) == 1 or text in CODE_WORDS:
        return False
    if text.casefold() in DATES or not sentence_start(tokens, at) or tokens[at].glued:
        return False
    if at + 1 >= len(tokens) or not tokens[at + 1].glued:
        return at + 1 >= len(tokens) or tokens[at + 1].text != ":"
    return tokens[at + 1].text in ".,;!?)" and (at + 2 >= len(tokens) or bool(tokens[at + 2].gap))


def _passages(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Stretches from a sentence start or a line start to the next one."""
    start = 0
    for at in range(1, len(tokens)):
        # By far the most frequent case: after a word and one space no sentence starts.
        if tokens[at].gap == " " and tokens[at - 1].kind != "sign":
            continue
        if line_breaks(tokens[at].gap) or sentence_start(tokens, at):
            yield start, at
            start = at
    if start < len(tokens):
        yield start, len(tokens)


def _in_capitals(passage: Sequence[Token]) -> bool:
    """Three plain words or more, all in capitals, one of them a small word of some language, and nothing beside them that
    could be a figure, a unit or code. Names of variables in a row have no small word among them."""
    words = [token for token in passage if token.kind == "word"]
    signs = {token.text for token in passage if token.kind != "word"}
    plain = signs <= set(".,;:!?•*\"'") and all(not token.glued for token in words if token is not passage[0])
    long_enough = len(words) > 2 and all(len(word.text) > 1 or word.text in "AI" for word in words)
    if passage[0].text in STATEMENTS or not plain or not long_enough or not all(word.text.isupper() for word in words):
        return False
    folded = {word.text.casefold() for word in words}
    return folded.isdisjoint(UNITS) and not folded.isdisjoint(_SMALL)
