"""Where judged texts lie over the chunks of another corpus, in one form of both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldkit.duplicates.cuts import WINDOW, Cut, Cuts
from goldkit.duplicates.guard import guard
from goldkit.records import Chunk
from goldkit.text.passage import plain
from goldkit.text.squeezed import Form, compatible, lowered, squeezed, unsqueezed


@dataclass(frozen=True, slots=True)
class Place:
    """An overlap with a chunk of the corpus: [start, end) of the judged text, in characters without white space.

    inside: the chunk holds nothing else.
    """

    chunk: str
    start: int
    end: int
    inside: bool


def covered(places: Iterable[Place], start: int, end: int) -> float:
    """The part of [start, end) that places hold together, in [0, 1]."""
    reach, held = start, 0
    for place in sorted(places, key=lambda place: place.start):
        held += max(0, min(place.end, end) - max(place.start, reach))
        reach = max(reach, min(place.end, end))
    return held / (end - start) if end > start else 0.0


def places_of(judged: Sequence[Chunk], corpus: Mapping[str, Chunk], form: Form) -> list[list[Place]]:
    """Of each judged text its places, in the order of the corpus. An overlap that says something else, by case, is none.

    A text shorter than WINDOW characters is found as a whole chunk alone.
    """
    texts = [squeezed(chunk.text, form) for chunk in judged]
    names = list(corpus)
    found: list[list[Place]] = [[] for _ in judged]
    for cut in _cuts([lowered(text) for text in texts], (squeezed(corpus[name].text, form) for name in names)):
        other = corpus[names[cut.chunk]]
        if _says_the_same(judged[cut.text], texts[cut.text], other, cut, form):
            inside = cut.end - cut.start == len(squeezed(other.text, form))
            whole = cut.end - cut.start == len(texts[cut.text])
            inside = inside or (whole and squeezed(judged[cut.text].text, plain) == squeezed(other.text, plain))
            found[cut.text].append(Place(other.id, cut.start, cut.end, inside))
    return found


def _cuts(texts: Sequence[str], chunks: Iterable[str]) -> Iterator[Cut]:
    """All overlaps. Equal texts that are too short for a window are among them."""
    short: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        if 0 < len(text) < WINDOW:
            short[text].append(number)
    equal: list[Cut] = []

    def lower() -> Iterator[str]:
        for number, chunk in enumerate(chunks):
            text = lowered(chunk)
            if len(text) < WINDOW:
                equal.extend(Cut(one, number, 0, len(text), 0) for one in short.get(text, ()))
            yield text

    yield from Cuts(texts).over(lower())
    yield from equal


def _says_the_same(chunk: Chunk, text: str, other: Chunk, cut: Cut, form: Form) -> bool:
    """Whether two stretches that are equal in lower case, or in a form that folds more, are equal or differ harmlessly."""
    theirs = squeezed(other.text, form)
    length = cut.end - cut.start
    if form is compatible:
        whole = length == len(text) == len(theirs)
        return whole and guard(plain(chunk.text), plain(other.text), _never).verdict == "same"
    if text.startswith(theirs[cut.at : cut.at + length], cut.start):
        return True
    mine = unsqueezed(chunk.text, cut.start, cut.end, form)
    return guard(mine, unsqueezed(other.text, cut.at, cut.at + length, form), _never).verdict == "same"


def _never(_: str) -> bool:
    return False
