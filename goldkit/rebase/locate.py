"""What became of each judged text in another corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from goldkit.duplicates.same_document import Documents, document
from goldkit.rebase.places import Place, covered, places_of
from goldkit.rebase.sites import COVERED, Sites
from goldkit.records import Chunk
from goldkit.store.texts import text_sha256
from goldkit.text.passage import plain, spaced
from goldkit.text.squeezed import Form, compatible, lowered, squeezed

if TYPE_CHECKING:
    from goldkit.duplicates.guard import Finding
    from goldkit.duplicates.text_index import TextIndex

Kind = Literal["unchanged", "moved", "contained", "split", "edited", "partly gone", "gone"]
KINDS: tuple[Kind, ...] = ("unchanged", "moved", "contained", "split", "edited", "partly gone", "gone")
NEAR = 5
"""Most near-duplicates of a text that are looked at."""
FORMS: tuple[Form, ...] = (spaced, plain, compatible)
"""The forms in which texts are laid over each other, each for what the one before did not find."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A near-duplicate in the corpus, and what the guard says of the pair, with the judged text as a."""

    chunk: str
    jaccard: float
    containment: tuple[float, float]
    finding: Finding


@dataclass(frozen=True, slots=True)
class Located:
    """What became of a judged text. text: in lower case without white space, in this form; places count its characters.

    same: the corpus has this very text under its id. reused: it has another text there. elsewhere: the places are of another
    document. ambiguous: they are of several others, and nothing tells which.
    """

    kind: Kind = "gone"
    text: str = ""
    form: Form = spaced
    places: tuple[Place, ...] = ()
    edits: tuple[Edit, ...] = ()
    same: bool = False
    reused: bool = False
    elsewhere: bool = False
    ambiguous: bool = False

    @property
    def covered(self) -> float:
        """The part of the text that stands in the places, in [0, 1]."""
        return covered(self.places, 0, len(self.text))


class Locator:
    """Finds texts in a corpus. corpus: id → chunk."""

    def __init__(self, corpus: Mapping[str, Chunk]) -> None:
        self.corpus = corpus
        self._documents = Documents(corpus)
        self._sites = Sites(corpus)

    def locate(self, judged: Sequence[Chunk]) -> list[Located]:
        """What became of each judged text, in their order."""
        found = [Located(same=self._is_same(chunk)) for chunk in judged]
        for form in FORMS:
            left = [at for at, one in enumerate(found) if not one.same and one.covered < COVERED]
            laid = places_of([judged[at] for at in left], self.corpus, form) if left else []
            for at, places in zip(left, laid, strict=True):
                text = lowered(squeezed(judged[at].text, form))
                better = self._chosen(judged[at], Located(text=text, form=form), places)
                if better.covered > found[at].covered:
                    found[at] = better
        return [self._finished(chunk, one) for chunk, one in zip(judged, found, strict=True)]

    def of_document(self, chunk: Chunk) -> list[str]:
        """The chunks of the corpus that are of a judged chunk's document, sorted; [] where nothing tells."""
        return self._documents.of(document(chunk))

    def near(self, chunk: Chunk) -> tuple[Edit, ...]:
        """The near-duplicates of a text: the one under its own id first, then those of its document, then by similarity."""
        alike = [
            Edit(name, one.jaccard, one.containment, one.finding)
            for one in self._index.alike(chunk.text)
            for name in one.text.ids[:NEAR]
        ]
        fitting = {*self._documents.fitting(document(chunk), (document(self.corpus[one.chunk]) for one in alike))}
        ranked = sorted(
            alike,
            key=lambda one: (
                one.chunk != chunk.id,
                document(self.corpus[one.chunk]) not in fitting,
                -one.jaccard,
                one.chunk,
            ),
        )
        return tuple(ranked[:NEAR])

    @cached_property
    def _index(self) -> TextIndex:
        from goldkit.duplicates.text_index import TextIndex

        return TextIndex(self.corpus)

    def _is_same(self, chunk: Chunk) -> bool:
        now = self.corpus.get(chunk.id)
        return now is not None and text_sha256(now) == text_sha256(chunk)

    def _chosen(self, chunk: Chunk, found: Located, places: Sequence[Place]) -> Located:
        """The places that count: those of the text's own document, unless another one has it and that one has not."""
        own, length = document(chunk), len(found.text)
        groups = self._documents.grouped({place.chunk for place in places})
        by_document = {
            name: self._sites.passage(chunk, found.form, [place for place in places if place.chunk in {*names}])
            for name, names in groups.items()
        }
        fitting = self._documents.fitting(own, groups)
        mine = [place for name in fitting for place in by_document[name]]
        if len(fitting) == 1 and covered(mine, 0, length) >= COVERED:
            return replace(found, places=tuple(mine))
        full = [name for name in by_document if covered(by_document[name], 0, length) >= COVERED]
        if len(full) == 1:
            return replace(found, places=tuple(by_document[full[0]]), elsewhere=bool(own))
        if mine and not full:
            return replace(found, places=tuple(mine), ambiguous=len(fitting) > 1)
        kept = [place for name in full or by_document for place in by_document[name]]
        return replace(found, places=tuple(kept), elsewhere=bool(own), ambiguous=len(full or groups) > 1)

    def _finished(self, chunk: Chunk, found: Located) -> Located:
        now = self.corpus.get(chunk.id)
        if found.same:
            return replace(found, kind="unchanged")
        kind = _kind(chunk.id, found)
        found = replace(found, kind=kind, reused=now is not None and kind != "unchanged")
        if found.covered >= COVERED or not plain(chunk.text):
            return found
        edits = self.near(chunk)
        return replace(found, edits=edits, kind="edited" if edits and not found.places else kind)


def _kind(name: str, found: Located) -> Kind:
    whole = [place for place in found.places if place.start == 0 and place.end == len(found.text)]
    if any(place.inside and place.chunk == name for place in whole):
        return "unchanged"
    if any(place.inside for place in whole):
        return "moved"
    if whole:
        return "contained"
    if found.covered >= COVERED:
        return "split"
    return "partly gone" if found.places else "gone"
