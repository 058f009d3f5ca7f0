"""The texts of a corpus, to be asked one at a time: which hold a passage, and which are near-duplicates of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.bands import choose
from goldkit.duplicates.candidates import band_keys, keys_by_band
from goldkit.duplicates.corpus_sketches import CorpusSketches, Reading
from goldkit.duplicates.guard import Finding
from goldkit.duplicates.membership import Membership
from goldkit.duplicates.rarity import rarity_of
from goldkit.duplicates.shingles import inner, shingled, winnowed
from goldkit.duplicates.signatures import signatures
from goldkit.duplicates.sketch_file import SketchFile
from goldkit.duplicates.stops import stop_shingles
from goldkit.duplicates.texts import Text
from goldkit.duplicates.verdicts import verdict
from goldkit.duplicates.verify import verified
from goldkit.duplicates.widen import DEFAULTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.records import Chunk
    from goldkit.results.widen import WidenParameters

Table = tuple["NDArray[np.uint64]", "NDArray[np.int32]"]
"""Sorted keys, and the position of the text that each belongs to."""


class Alike(NamedTuple):
    """A text of the corpus that is a near-duplicate, its exact Jaccard similarity, and what the guard says of the pair.

    containment: of the asked text's shingles in it, and of its own in the asked text.
    """

    text: Text
    jaccard: float
    finding: Finding
    containment: tuple[float, float] = (0.0, 0.0)


class TextIndex:
    """Built when it is first asked, in two parts, one for each question.

    About 0.8 kB of memory a chunk of 150 words for the first part and 0.3 kB for the second; sketches lie in a temporary file.
    """

    def __init__(self, chunks: Mapping[str, Chunk], parameters: WidenParameters = DEFAULTS) -> None:
        self._chunks, self._parameters = chunks, parameters
        self._bands = choose(parameters.jaccard, parameters.recall, parameters.permutations)

    def holders(self, passage: str) -> list[Text]:
        """The texts that may hold a passage, sorted by their smallest id: all that do, and few that do not.

        None at all where the passage is shorter than twelve words.
        """
        rows = [_at(self._selected, key) for key in inner(passage, self._parameters)]
        return [self._text(rank) for rank in min(rows, key=len, default=np.empty(0, np.int32)).tolist()]

    def alike(self, text: str) -> list[Alike]:
        """The near-duplicates of a text with the guard's verdict on each, the most similar first, then by id."""
        own = Text(text, (), shingled(text, self._parameters))
        if not len(own.shingled.hashes):
            return []
        sizes = np.array([len(own.shingled.hashes)])
        made = signatures(own.shingled.hashes, sizes, self._parameters.permutations, self._parameters.seed)
        keys = band_keys(made, self._bands)
        most = self._parameters.bucket
        rows = [_at(table, key[0])[:most] for table, key in zip(self._tables, keys, strict=True)]
        found = (self._verified(own, self._text(rank)) for rank in np.unique(np.concatenate(rows)).tolist())
        return sorted((one for one in found if one), key=lambda one: (-one.jaccard, one.text.ids))

    def _verified(self, own: Text, other: Text) -> Alike | None:
        pair = verified(own.shingled, other.shingled, self._stops, self._parameters)
        if pair is None:
            return None
        finding = verdict(own, other, pair.boilerplate, self._stops.among, self._parameters)
        figures = pair.figures
        return Alike(other, figures.jaccard, finding, (figures.a_in_b, figures.b_in_a))

    def _text(self, rank: int) -> Text:
        ids = self._corpus.ids(rank)
        return Text(self._chunks[ids[0]].text, ids, self._corpus.shingled(rank))

    @cached_property
    def _corpus(self) -> CorpusSketches:
        reading = Reading(SketchFile(None, self._parameters), self._parameters)
        reading.read(self._chunks.values())
        return reading.corpus()

    @cached_property
    def _stops(self) -> Membership:
        return Membership(stop_shingles(self._corpus, rarity_of(self._corpus), self._parameters))

    @cached_property
    def _selected(self) -> Table:
        texts = (self._chunks[self._corpus.first(rank)].text for rank in range(len(self._corpus)))
        parts = [winnowed(text, self._parameters) for text in texts]
        owners = np.repeat(np.arange(len(parts), dtype=np.int32), [len(part) for part in parts])
        return _sorted(np.concatenate([np.empty(0, np.uint64), *parts]), owners)

    @cached_property
    def _tables(self) -> list[Table]:
        owners = np.arange(len(self._corpus), dtype=np.int32)
        return [_sorted(keys, owners) for keys in keys_by_band(self._corpus, self._bands)]


def _sorted(keys: NDArray[np.uint64], owners: NDArray[np.int32]) -> Table:
    order = np.argsort(keys, kind="stable")
    return keys[order], owners[order]


def _at(table: Table, key: np.uint64) -> NDArray[np.int32]:
    keys, positions = table
    return positions[np.searchsorted(keys, key, "left") : np.searchsorted(keys, key, "right")]
