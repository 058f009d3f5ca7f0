"""Quotations: sentences of an answer that stand word for word in a passage the log shows.

A system that does not cite may still copy what it was given. Only what was shown can be quoted. A sentence counts for every
shown passage that has it, since nothing tells which the model copied; but one that stands in most of several different
passages is boilerplate and counts for none, and so do the question itself and a refusal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from unicodedata import normalize

from msgspec.structs import replace

from goldkit.logs.interactions import Interaction, Shown
from goldkit.records import Chunk
from goldkit.text.passage import plain, without_inline_markup
from goldkit.text.sentences import prose_sentences
from goldkit.text.tokens import UNSPACED

WORDS, CHARACTERS = 6, 30
"""A sentence has at least so many words, or so many characters in at least three words: a command with its options."""
UNSPACED_CHARACTERS = 12
"""The least length in a script without spaces between words."""
PROBE = 10
"""Characters of a piece of a sentence by which passages are chosen that may have it."""
SEVERAL = 3
"""Of so many different passages, a sentence that more than half have is boilerplate."""
_BRACKETS = r"\[\s*(?:(?:[Dd]oc|[Ss]ource|(?:ID|id|citation)\s*:)\s*)?\d{1,3}(?:\s*[,;]\s*\d{1,3})*\s*\]"
MARKS = re.compile(
    rf"{_BRACKETS}|"
    r"##\d+\$\$|(?:\\ue20[0-9a-f]|[\ue200-\ue20f])?turn\d+[a-z]+\d+|[\ue200-\ue20f]|【[^】]*】"
)
"""How answers cite: [1], [doc1], [ID:0], ##1$$, turn0file0, 【4:0†source】."""
_IN_BRACKETS = re.compile(_BRACKETS)
_OTHER_MARKS = ("##", "\\ue20", "【")
_TURN, _PRIVATE = re.compile(r"turn\d"), re.compile("[\ue200-\ue20f]")
"""What tells that an answer has other marks than brackets: all of MARKS at once is slow to look for."""
REFUSAL = re.compile(
    r"(?:(?:i am |i['’]m )?(?:sorry|afraid)\b.*|unfortunately\W+)?"
    r"\b(?:i|we)(?:['’](?:m|re)|\W+(?:could|can|do|did|was|were|am|are))"
    r"(?:(?:n['’]t|\W*not)\W+|\W+un)(?:able|find|found|have|know|sure|answer|see)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says nothing was found."""
_STOPS = " .,;:!?…。！？؟'\"“”»)("
_UNSPACED = re.compile(f"[{UNSPACED}]")


def with_quotes(one: Interaction, corpus: Mapping[str, Chunk]) -> Interaction:
    """The interaction, with the passages marked that its answer quotes. corpus: id → chunk, for those whose text the log lacks."""
    if one.answer is None or not one.shown:
        return one
    sentences = quotable(one.answer, one.query)
    if not sentences:
        return one
    texts = [_text(shown, corpus) for shown in one.shown] if corpus else [shown.text or "" for shown in one.shown]
    quoted = quoting(sentences, texts)
    if not any(quoted):
        return one
    marked = (replace(shown, quoted=True) if yes else shown for shown, yes in zip(one.shown, quoted, strict=True))
    return replace(one, shown=tuple(marked))


def quotable(answer: str, question: str) -> list[str]:
    """The sentences of an answer that would be a quotation if a passage had them: without markup and citation marks."""
    text = without_inline_markup(normalize("NFC", _unmarked(answer)))
    long = [one for sentence in prose_sentences(text) if _long(one := sentence.strip(_STOPS))]
    if not long:
        return []
    asked = folded(question)
    return [one for one in dict.fromkeys(long) if one.casefold() not in asked and not REFUSAL.match(one)]


def quoting(sentences: Sequence[str], texts: Sequence[str]) -> list[bool]:
    """Which of the texts have one of the sentences. sentences: from `quotable`. texts: as logged, "" where not known."""
    together = "\n".join(texts)
    told: set[str] = set()
    for sentence in sentences:
        found = [probe for probe in _probes(sentence) if probe in together]
        if not found:
            continue
        likely = {text for probe in found for text in texts if probe in text}
        holders = {text for text in likely if _holds(folded(text), sentence.casefold())}
        if len(holders) <= 1 or not _is_boilerplate(holders, texts):
            told |= holders
    return [text in told for text in texts]


def _probes(sentence: str) -> tuple[str, str, str]:
    """Three pieces of a sentence. A passage that has none of them as they stand is not looked at: folding it takes much longer.

    So a quotation is missed that differs in case, spacing or markup within all three.
    """
    size = len(sentence)
    a, b, c = size // 4, size // 2, size * 3 // 4
    return sentence[a : a + PROBE], sentence[b : b + PROBE], sentence[c : c + PROBE]


def _is_boilerplate(holders: Set[str], texts: Sequence[str]) -> bool:
    different = {folded(text) for text in texts if text}
    return len(different) >= SEVERAL and len({folded(text) for text in holders}) * 2 > len(different)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """The form in which a quotation is looked for: without markup, white space and case; signs and figures stay."""
    return plain(text).casefold()


def _unmarked(answer: str) -> str:
    other = any(sign in answer for sign in _OTHER_MARKS) or _TURN.search(answer)
    if not other and (answer.isascii() or not _PRIVATE.search(answer)):
        if "[" not in answer:
            return answer
        return _without(_IN_BRACKETS, answer)
    return _without(MARKS, answer)


def _without(marks: re.Pattern[str], answer: str) -> str:
    return marks.sub("\0", answer).replace(" \0", "").replace("\0", "")


def _long(sentence: str) -> bool:
    words = sentence.count(" ") + 1
    if words >= WORDS or (len(sentence) >= CHARACTERS and words * 2 >= WORDS):
        return True
    return len(_UNSPACED.findall(sentence)) >= UNSPACED_CHARACTERS


def _holds(text: str, sentence: str) -> bool:
    """Whether a text has a sentence as whole words and whole figures: "a limit of 3" is not in "a limit of 3.5"."""
    at = text.find(sentence)
    while at >= 0:
        end = at + len(sentence)
        after = text[end : end + 2]
        cut = _one_word(sentence[-1], after[1:] if after[:1] in (".", ",") and after[1:].isdigit() else after[:1])
        if not cut and not _one_word(text[max(0, at - 1) : at], sentence[0]):
            return True
        at = text.find(sentence, at + 1)
    return False


def _one_word(before: str, after: str) -> bool:
    """Whether two neighbouring characters are of one word or figure; where words are not spaced, nobody can tell."""
    return before.isalnum() and after.isalnum() and not _UNSPACED.match(before)


def _text(shown: Shown, corpus: Mapping[str, Chunk]) -> str:
    known = corpus.get(shown.chunk) if shown.chunk is not None else None
    return (known.text if known is not None else shown.text) or ""
