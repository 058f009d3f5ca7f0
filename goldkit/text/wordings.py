"""Texts met so far, asked whether a new one is near-identical to any of them: one against many, in little time and memory."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from goldkit.files.rows_on_disk import RowsOnDisk
from goldkit.text.wording import THRESHOLD, alike, grams_of, least_common, wording_key

PARTS = (1 << 16) - 1
"""Grams are looked up by their hash, cut to so many: a script with many characters needs no more lists than any."""
SEVERAL = 3
"""Grams that a text must have of the looked up ones to be compared: with one, every second question of a pattern would be."""


class Wordings:
    """`near_identical`, one against many. About 200 bytes of memory for a question; the texts lie in a temporary file."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._holding: defaultdict[int, array[int]] = defaultdict(lambda: array("I"))
        self._sizes = array("I")
        self._texts: RowsOnDisk | None = None
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Remember a text."""
        grams = grams_of(wording_key(text))
        self._texts = self._texts or RowsOnDisk()
        number = self._texts.add(text.encode("utf-8", "surrogatepass"))
        self._sizes.append(len(grams))
        for part in {_part(gram) for gram in grams} or {-1}:
            self._holding[part].append(number)

    def match(self, text: str) -> str | None:
        """A remembered text that is near-identical, the one of the fewest grams and first remembered among several; or None."""
        grams = grams_of(wording_key(text))
        for number in self._candidates(grams):
            remembered = self._text(number)
            if alike(grams, grams_of(wording_key(remembered))):
                return remembered
        return None

    def _candidates(self, grams: frozenset[str]) -> list[int]:
        """Numbers of the texts that may be alike, by the number of their grams.

        A text that is alike has least_common(n) of the n grams, so of any n − least_common(n) + m it has m: those that the fewest
        texts have are looked up.
        """
        least = least_common(len(grams))
        shared = min(SEVERAL, least)
        lists = sorted(self._lists(grams), key=len)[: len(grams) - least + shared] if grams else [*self._lists(grams)]
        counts = Counter[int]()
        for numbers in lists:
            counts.update(numbers)
        numerator, denominator = THRESHOLD
        most = len(grams) * denominator // numerator
        found = (number for number, count in counts.items() if count >= shared and least <= self._sizes[number] <= most)
        return sorted(found, key=lambda number: (self._sizes[number], number))

    def _lists(self, grams: frozenset[str]) -> Iterator[array[int]]:
        return (self._holding.get(part, _NONE) for part in (map(_part, grams) if grams else (-1,)))

    def _text(self, number: int) -> str:
        assert self._texts is not None
        self._texts.written()
        return self._texts[number].decode("utf-8", "surrogatepass")


_NONE = array("I")


def _part(gram: str) -> int:
    """A gram's list. That strings hash otherwise in every process changes what is compared, but never what is found."""
    return hash(gram) & PARTS
