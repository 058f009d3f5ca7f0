"""The distinct texts of a corpus by rank, their order by the smallest id of their chunks, as one machine would count them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np

from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.frames import Frame

RANGE = 50_000
"""About how many texts are ranked at a time."""

SAMPLE = 20
"""Texts that are looked at for each range, to cut the ids where about as many texts lie in each."""

_TEXT: Kinds = {
    "first": "text",
    "document": "hash",
    "digest": "bytes",
    "shingles": "integer",
    "words": "integer",
    "block": "text",
    "at": "integer",
    "several": "flag",
    "left": "flag",
    "ids": "texts",
}


@dataclass(frozen=True, slots=True)
class Collapse:
    """Work: chunks of equal text, grouped by its digest, become one text. ids: those of all, sorted, where there are several."""

    gives: ClassVar[Kinds] = _TEXT

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        made: dict[str, list[Any]] = {name: [] for name in self.gives}
        start = 0
        for digest, end in zip(batch["digest"], batch["ends"].tolist(), strict=True):
            members = sorted(range(start, end), key=batch["id"].__getitem__)
            first, start = members[0], end
            made["first"].append(batch["id"][first])
            made["document"].append(_number(batch["document"][first]))
            made["digest"].append(digest)
            for name in ("shingles", "words", "block", "at"):
                made[name].append(batch[name][first])
            made["several"].append(len(members) > 1)
            made["left"].append(any(bool(batch["labelled"][member]) for member in members))
            made["ids"].append([batch["id"][member] for member in members] if len(members) > 1 else [])
        return made


def _number(document: str) -> int:
    """A document's name as 64 bits: two of 100 million names meet with a chance of 3e-4."""
    return int.from_bytes(blake2b(document.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


@dataclass(frozen=True, slots=True)
class _Sampled:
    """Work: the first ids of one text in so many, drawn by its digest, which is as good as chance."""

    share: float
    gives: ClassVar[Kinds] = {"first": "text"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        most = int(self.share * 2**64)
        drawn = (int.from_bytes(digest[:8], "big") <= most for digest in batch["digest"])
        return {"first": [first for first, one in zip(batch["first"], drawn, strict=True) if one]}


@dataclass(frozen=True, slots=True)
class _InRange:
    """Work: each text with the number of its range of ids."""

    cuts: tuple[str, ...]
    gives: ClassVar[Kinds] = {**_TEXT, "range": "integer"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        return {**batch, "range": [bisect_right(self.cuts, first) for first in batch["first"]]}


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Work: how many texts each range has."""

    gives: ClassVar[Kinds] = {"range": "integer", "size": "integer"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        return {"range": batch["range"], "size": np.diff(batch["ends"], prepend=0)}


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Work: the texts of whole ranges with their ranks. before: texts in smaller ranges, by range."""

    before: tuple[int, ...]
    gives: ClassVar[Kinds] = {**_TEXT, "rank": "integer"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        order: list[int] = []
        ranks: list[int] = []
        start = 0
        for number, end in zip(batch["range"].tolist(), batch["ends"].tolist(), strict=True):
            order += sorted(range(start, end), key=batch["first"].__getitem__)
            ranks += range(self.before[number], self.before[number] + end - start)
            start = end
        made = {name: _taken(batch[name], order) for name in _TEXT}
        return {**made, "rank": ranks}


def _taken(column: Any, order: list[int]) -> Any:
    return [column[at] for at in order] if isinstance(column, list) else column[order]


def ranked(texts: Frame) -> Frame:
    """The texts, kept, with a column more: `rank`, their place in the order of `first`."""
    ranges = len(texts) // RANGE + 1
    cuts: tuple[str, ...] = ()
    if ranges > 1:
        sample = sorted(first for (first,) in texts.mapped(_Sampled(SAMPLE / RANGE)).rows())
        cuts = tuple(sample[len(sample) * at // ranges] for at in range(1, ranges)) if sample else ()
    placed = texts.mapped(_InRange(cuts)).kept()
    sizes = [0] * (len(cuts) + 1)
    for number, size in placed.only("range", "at").grouped("range").mapped(_Sizes()).rows():
        sizes[number] = size
    before = tuple(np.cumsum([0, *sizes[:-1]]).tolist())
    return placed.grouped("range").mapped(_Ranked(before), 1).kept()
