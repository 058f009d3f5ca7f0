"""Quotations: sentences of an answer that stand word for word in a passage the log shows.

A system that does not cite may still copy what it was given. Only what was shown can be quoted. A sentence counts for every
shown passage that has it, since nothing tells which the model copied; but one that stands in most of several different
passages is boilerplate and counts for none, and so do the question itself and a refusal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from goldkit.logs.interactions import Interaction, Shown
from goldkit.records import Chunk
from goldkit.text.passage import plain
from goldkit.text.sentences import prose_sentences
from goldkit.text.tokens import UNSPACED

WORDS, CHARACTERS = 6, 30
"""A sentence has at least so many words, or so many characters in at least three words: a command with its options."""
UNSPACED_CHARACTERS = 12
"""The least length in a script without spaces between words."""
SEVERAL = 3
"""Of so many different passages, a sentence that more than half have is boilerplate."""
MARKS = re.compile(
    r"\s*(?:\[\s*(?:doc|id\s*:|source|citation\s*:)?\s*\d{1,3}(?:\s*[,;]\s*\d{1,3})*\s*\]"
    r"|##\d+\$\$|(?:\\ue20[0-9a-f]|[\ue200-\ue20f])?turn\d+[a-z]+\d+|[\ue200-\ue20f]|【[^】]*】)",
    re.IGNORECASE,
)
"""How answers cite: [1], [doc1], [ID:0], ##1$$, turn0file0, 【4:0†source】."""
REFUSAL = re.compile(
    r"(?:(?:i am |i['’]m )?(?:sorry|afraid)\b.*|unfortunately\W+)?"
    r"\b(?:i|we)(?:['’](?:m|re)|\W+(?:could|can|do|did|was|were|am|are))"
    r"(?:(?:n['’]t|\W*not)\W+|\W+un)(?:able|find|found|have|know|sure|answer|see)\b"
)
"""How a sentence begins, folded, that says nothing was found."""
_STOPS = " .,;:!?…。！？؟'\"“”»)("
_UNSPACED = re.compile(f"[{UNSPACED}]")


def with_quotes(one: Interaction, corpus: Mapping[str, Chunk]) -> Interaction:
    """The interaction, with the passages marked that its answer quotes. corpus: id → chunk, for those whose text the log lacks."""
    if one.answer is None or not one.shown:
        return one
    sentences = quotable(one.answer, one.query)
    if not sentences:
        return one
    texts = [_text(shown, corpus) for shown in one.shown]
    quoted = quoting(sentences, texts)
    if not any(quoted):
        return one
    marked = (replace(shown, quoted=True) if yes else shown for shown, yes in zip(one.shown, quoted, strict=True))
    return replace(one, shown=tuple(marked))


def quotable(answer: str, question: str) -> list[str]:
    """The sentences of an answer that would be a quotation if a passage had them, folded, without citation marks."""
    asked = folded(question).strip(_STOPS)
    found = dict.fromkeys(folded(sentence).strip(_STOPS) for sentence in prose_sentences(MARKS.sub("", answer)))
    return [one for one in found if _long(one) and one not in asked and not REFUSAL.match(one)]


def quoting(sentences: Sequence[str], texts: Sequence[str]) -> list[bool]:
    """Which of the texts have one of the sentences. sentences: from `quotable`. texts: as logged, "" where not known."""
    have = [folded(text) for text in texts]
    different = set(have) - {""}
    told = []
    for sentence in sentences:
        holders = {text for text in different if _holds(text, sentence)}
        if holders and not (len(different) >= SEVERAL and len(holders) * 2 > len(different)):
            told.append(holders)
    return [any(text in holders for holders in told) for text in have]


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """The form in which a quotation is looked for: without markup, white space and case; signs and figures stay."""
    return plain(text).casefold()


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
