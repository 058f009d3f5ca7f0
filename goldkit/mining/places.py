"""Where wordings of one question meet: the turn before and the plain form; on disk, for there may be many."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence

from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.mining.plain_words import PlainWord
from goldkit.mining.small_words import wording_of
from goldkit.text.normalise import question_key

Place = tuple[str, tuple[str, ...]]
"""The key of the turn before ("" where there is none), and the plain form."""


def place_of(words: Sequence[PlainWord], context: str | None) -> Place:
    """Where a question of these words, after a turn, meets its other wordings."""
    return (question_key(context) if context else "", wording_of(words))


class Places:
    """Gives each different place a number, from 0 on; some 200 bytes of memory each, however long the questions."""

    def __init__(self) -> None:
        self._rows = RecordsOnDisk[Place]()
        self._numbers: dict[bytes, int] = {}

    def add(self, place: Place) -> int:
        """The number of a place, a new one where it has none."""
        digest = _digest(place)
        number = self._numbers.get(digest)
        if number is None:
            number = self._numbers[digest] = self._rows.add(place)
        return number

    def number(self, place: Place) -> int | None:
        """The number of a place, None where it has none."""
        return self._numbers.get(_digest(place))

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> Place:
        return self._rows[number]

    def __iter__(self) -> Iterator[Place]:
        return iter(self._rows)


class LoneWordings(Collection[tuple[str, ...]]):
    """The wordings of places without a turn before."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return (wording for before, wording in self._places if not before)

    def __contains__(self, wording: object) -> bool:
        return isinstance(wording, tuple) and self._places.number(("", wording)) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _digest(place: Place) -> bytes:
    before, wording = place
    text = "\x1f".join((before, *wording))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
