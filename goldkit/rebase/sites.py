"""Where in a document a judged text stands: chunks next to each other that hold it together.

A few words at the end of a chunk may stand anywhere. What surrounds them tells whether it is the same passage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from goldkit.duplicates.cuts import WINDOW
from goldkit.duplicates.same_document import Document, document
from goldkit.rebase.places import Place, covered
from goldkit.records import Chunk
from goldkit.text.squeezed import Form, squeezed

NEXT = 3
"""Chunks this far apart still belong to one site: something may have been put in between."""
COVERED = 0.9
"""The part of a text from which on it counts as found."""


class Sites:
    """The order of the chunks in their documents: by their offsets, else as the corpus has them."""

    def __init__(self, corpus: Mapping[str, Chunk]) -> None:
        self._corpus = corpus
        documents: dict[Document, list[tuple[bool, int, int, str]]] = defaultdict(list)
        for number, (name, chunk) in enumerate(corpus.items()):
            documents[document(chunk)].append((chunk.start is None, chunk.start or 0, number, name))
        self._chunks = {name: [each for *_, each in sorted(chunks)] for name, chunks in documents.items()}
        self._order = {name: at for chunks in self._chunks.values() for at, name in enumerate(chunks)}

    def passage(self, chunk: Chunk, form: Form, places: Sequence[Place]) -> list[Place]:
        """The places at which one passage of the document is the judged text: all such passages, or the one with its offsets.

        form: of the places. Where no passage is, the nearest to one; all places where only they together hold the text.
        """
        text = squeezed(chunk.text, form)
        length = len(text)
        sites = [self._with_ends(text, form, site) for site in self._sites(places)]
        full = [site for site in sites if covered(site, 0, length) >= COVERED]
        if full:
            here = [site for site in full if all(_overlap(chunk, self._corpus[place.chunk]) for place in site)]
            return [place for site in (here if len(here) == 1 else full) for place in site]
        if covered(places, 0, length) >= COVERED:
            return list(places)
        return max(sites, key=lambda site: covered(site, 0, length), default=[])

    def _with_ends(self, text: str, form: Form, site: list[Place]) -> list[Place]:
        """The places of a site, and the ends of the text that are too short to be found by themselves, where the chunks before
        and after have them.
        """
        first, last = min(site, key=lambda place: place.start), max(site, key=lambda place: place.end)
        found = list(site)
        before, after = self._neighbour(first.chunk, -1), self._neighbour(last.chunk, 1)
        if before is not None and 0 < first.start < WINDOW:
            theirs = squeezed(before.text, form)
            if theirs.endswith(text[: first.start]):
                found.insert(0, Place(before.id, 0, first.start, len(theirs) == first.start))
        if after is not None and 0 < len(text) - last.end < WINDOW:
            theirs = squeezed(after.text, form)
            if theirs.startswith(text[last.end :]):
                found.append(Place(after.id, last.end, len(text), len(theirs) == len(text) - last.end))
        return found

    def _neighbour(self, name: str, step: int) -> Chunk | None:
        """The chunk before or after in the document."""
        chunks, at = self._chunks[document(self._corpus[name])], self._order[name] + step
        return self._corpus[chunks[at]] if 0 <= at < len(chunks) else None

    def _sites(self, places: Sequence[Place]) -> list[list[Place]]:
        ranked = sorted(places, key=lambda place: (self._order[place.chunk], place.start))
        sites: list[list[Place]] = []
        for place in ranked:
            before = sites[-1][-1] if sites else None
            if before is not None and self._order[place.chunk] - self._order[before.chunk] <= NEXT:
                sites[-1].append(place)
            else:
                sites.append([place])
        return sites


def _overlap(one: Chunk, other: Chunk) -> bool:
    """Whether the offsets of two chunks overlap; not where either has none."""
    if one.start is None or one.end is None or other.start is None or other.end is None:
        return False
    return max(one.start, other.start) < min(one.end, other.end)
