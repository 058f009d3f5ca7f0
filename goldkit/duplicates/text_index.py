"""The texts of a corpus, to be asked one at a time: which hold a passage, and which are near-duplicates of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.bands import choose
from goldkit.duplicates.candidates import band_keys
from goldkit.duplicates.guard import Finding
from goldkit.duplicates.search import match_of
from goldkit.duplicates.shingles import inner, shingled, winnowed
from goldkit.duplicates.signatures import signatures
from goldkit.duplicates.stops import stop_shingles, without
from goldkit.duplicates.texts import Text, distinct_texts
from goldkit.duplicates.verdicts import verdict
from goldkit.duplicates.widen import DEFAULTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.records import Chunk
    from goldkit.results.widen import WidenParameters

Table = tuple["NDArray[np.uint64]", "NDArray[np.int32]"]
"""Sorted keys, and the position of the text that each belongs to."""


class Alike(NamedTuple):
    """A text of the corpus that is a near-duplicate, its exact Jaccard similarity, and what the guard says of the pair."""

    text: Text
    jaccard: float
    finding: Finding


class TextIndex:
    """Built when it is first asked, in two parts: a caller who never asks for near-duplicates makes no signatures.

    About 1 kB of memory a chunk of 150 words for the first part and 0.7 kB more for the second.
    """

    def __init__(self, chunks: Mapping[str, Chunk], parameters: WidenParameters = DEFAULTS) -> None:
        self._chunks, self._parameters = chunks, parameters
        self._bands = choose(parameters.jaccard, parameters.recall, parameters.permutations)

    def holders(self, passage: str) -> list[Text]:
        """The texts that may hold a passage, sorted by their smallest id: all that do, and few that do not.

        None at all where the passage is shorter than twelve words.
        """
        rows = [_at(self._selected, key) for key in inner(passage, self._parameters)]
        return [self._texts[at] for at in min(rows, key=len, default=np.empty(0, np.int32))]

    def alike(self, text: str) -> list[Alike]:
        """The near-duplicates of a text with the guard's verdict on each, the most similar first, then by id."""
        own = Text(text, (), "", shingled(text, self._parameters))
        if not len(own.shingled.hashes):
            return []
        made = signatures([own.shingled.hashes], self._parameters.permutations, self._parameters.seed)
        keys = band_keys(made, self._bands)
        most = self._parameters.bucket
        rows = [_at(table, key[0])[:most] for table, key in zip(self._tables, keys, strict=True)]
        found = (self._verified(own, self._texts[at]) for at in np.unique(np.concatenate(rows)))
        return sorted((one for one in found if one), key=lambda one: (-one.jaccard, one.text.ids))

    def _verified(self, own: Text, other: Text) -> Alike | None:
        pair = (own, other)
        reduced = [without(text.shingled.hashes, self._stops) for text in pair]
        match = match_of(0, 1, pair, reduced, self._parameters)
        if match is None:
            return None
        return Alike(other, match.figures.jaccard, verdict(*pair, match.boilerplate, self._stops, self._parameters))

    @cached_property
    def _texts(self) -> list[Text]:
        return distinct_texts(self._chunks, self._parameters)

    @cached_property
    def _stops(self) -> NDArray[np.uint64]:
        return stop_shingles(self._texts, self._parameters)

    @cached_property
    def _selected(self) -> Table:
        parts = [winnowed(text.text, self._parameters) for text in self._texts]
        owners = np.repeat(np.arange(len(parts), dtype=np.int32), [len(part) for part in parts])
        return _sorted(np.concatenate([np.empty(0, np.uint64), *parts]), owners)

    @cached_property
    def _tables(self) -> list[Table]:
        hashes = [text.shingled.hashes for text in self._texts]
        made = signatures(hashes, self._parameters.permutations, self._parameters.seed)
        owners = np.arange(len(made), dtype=np.int32)
        return [_sorted(keys, owners) for keys in band_keys(made, self._bands)]


def _sorted(keys: NDArray[np.uint64], owners: NDArray[np.int32]) -> Table:
    order = np.argsort(keys, kind="stable")
    return keys[order], owners[order]


def _at(table: Table, key: np.uint64) -> NDArray[np.int32]:
    keys, positions = table
    return positions[np.searchsorted(keys, key, "left") : np.searchsorted(keys, key, "right")]
