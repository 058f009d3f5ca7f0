"""Which words of a text are the question's: to mark them, and to find the passage that has most of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log

from goldkit.text.english import ENGLISH, QUESTION_WORDS
from goldkit.text.language import SMALL_WORDS
from goldkit.text.tokens import MARKS, UNSPACED, folded

_WORD = re.compile(rf"\d+(?:[.,:]\d+)+|[\w{MARKS}]+(?:['’][\w{MARKS}]+)*(?:(?:\+\+|\#)(?!\w))?")
_RUN = re.compile(f"[{UNSPACED}]+")
_SAYING_LITTLE = (
    "may might can could will would should do does did has have had was were been being get gets between there their"
)
_SMALL = ENGLISH.union(QUESTION_WORDS, *SMALL_WORDS.values(), _SAYING_LITTLE.split())


class AskedWords:
    """The words of a question that tell something: not the small ones, unless it has no others."""

    def __init__(self, question: str) -> None:
        found = _words(folded(question))
        self._words = {word for word in found if word not in _SMALL} or found
        self._pairs = {run[0][at : at + 2] for run in _RUN.finditer(folded(question)) for at in range(len(run[0]) - 1)}

    def spans(self, text: str) -> list[tuple[int, int]]:
        """[start, end) of each word of the text that is the question's, in order."""
        found = [m.span() for m in _WORD.finditer(text) if _stem(folded(m[0])) in self._words]
        if self._pairs:
            found += [span for run in _RUN.finditer(text) for span in self._in_run(run[0], run.start())]
        return _joined(sorted(found))

    def best(self, texts: Sequence[str]) -> int:
        """The place of the text that has most of the question's words, rare ones first; the first of equal ones, 0 for none."""
        having = [self._terms(text) for text in texts]
        counts: dict[str, int] = {}
        for terms in having:
            for term in terms:
                counts[term] = counts.get(term, 0) + 1
        scores = [sum(log(1 + len(texts) / counts[term]) for term in sorted(terms)) for terms in having]
        return max(range(len(texts)), key=lambda place: (scores[place], -place), default=0)

    def _terms(self, text: str) -> set[str]:
        clean = folded(text)
        return _words(clean) & self._words | {pair for pair in self._pairs if pair in clean}

    def _in_run(self, run: str, start: int) -> list[tuple[int, int]]:
        return [(start + at, start + at + 2) for at in range(len(run) - 1) if folded(run[at : at + 2]) in self._pairs]


def _words(clean: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(_RUN.sub(" ", clean))}


def _stem(word: str) -> str:
    """A word without a plural's s: "kilns" is marked for "kiln"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
