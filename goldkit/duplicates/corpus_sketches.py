"""A corpus as its distinct texts: read once, each new text sketched, which chunks hold it kept in mind.

What follows from it depends on chunks and texts alone, never on their order, nor on which texts an index already knew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from goldkit.duplicates.shingles import Shingled
from goldkit.duplicates.sketches import BLOCK, Sketches, sketched
from goldkit.duplicates.workers import in_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.sketch_file import SketchFile
    from goldkit.records import Chunk
    from goldkit.results.widen import WidenParameters


class Reading:
    """Chunks as they are read; of several with one id the last counts. The file takes the sketches of texts it has not."""

    def __init__(self, file: SketchFile, parameters: WidenParameters, workers: int = 1) -> None:
        self._file, self._parameters, self._workers = file, parameters, workers
        self.rows: dict[str, int] = {}
        self.documents: dict[str, str] = {}

    def read(self, chunks: Iterable[Chunk]) -> None:
        """Take the chunks; their sketches are in the file when this returns, and those of a broken off reading stay there."""
        batches = ((texts, self._parameters, digests) for texts, digests in self._new(chunks))
        for made in in_order(_sketched, batches, self._workers):
            self._file.add(made)

    def corpus(self) -> CorpusSketches:
        """What was read."""
        return CorpusSketches(self._file, self.rows, self.documents)

    def _new(self, chunks: Iterable[Chunk]) -> Iterator[tuple[list[str], list[bytes]]]:
        """The texts the file does not have, each once, and their SHA-256, a block at a time."""
        known, size = self._file.rows, 0
        rows, documents = self.rows, self.documents
        texts: list[str] = []
        digests: list[bytes] = []
        for chunk in chunks:
            text, name, document = chunk.text, chunk.id, chunk.doc_id
            digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
            row = known.get(digest)
            if row is None:
                if texts and size + len(text) > BLOCK:
                    yield texts, digests
                    texts, digests, size = [], [], 0
                row = known[digest] = len(known)
                texts.append(text)
                digests.append(digest)
                size += len(text)
            rows[name] = row
            if document is not None:
                documents[name] = document
            elif documents:
                documents.pop(name, None)
        if texts:
            yield texts, digests


class CorpusSketches:
    """The distinct texts that hold a word, by rank: their order by the smallest id of their chunks.

    file_rows: the row of each in the file. holders: how many chunks have it. documents: a number for the document of its first
    chunk. All of shape (n,).
    """

    def __init__(self, file: SketchFile, rows: Mapping[str, int], documents: Mapping[str, str]) -> None:
        self._file, self._rows = file, rows
        names = sorted(rows)
        held = np.fromiter((rows[name] for name in names), np.int64, len(names))
        spoken = np.flatnonzero(file.counts[held]) if names else held
        found, first, inverse = np.unique(held[spoken], return_index=True, return_inverse=True)
        order = np.argsort(first)
        self.file_rows = found[order]
        self._rank_of_row = np.full(len(file), -1, np.int32)
        self._rank_of_row[self.file_rows] = np.arange(len(found))
        ranks = self._rank_of_row[found][inverse]
        self._names: list[str] = [names[at] for at in spoken[np.argsort(ranks, kind="stable")]]
        self.holders = np.bincount(ranks, minlength=len(found))
        self._ends = np.cumsum(self.holders)
        firsts = (self._names[start] for start in (self._ends - self.holders).tolist())
        numbers: dict[str, int] = {}
        named = (numbers.setdefault(documents.get(name, name), len(numbers)) for name in firsts)
        self.documents = np.fromiter(named, np.int64, len(found))

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many shingles each text has; shape (n,)."""
        return self._file.counts[self.file_rows].astype(np.int64)

    @property
    def chunks(self) -> int:
        """How many chunks there are, those without a word too."""
        return len(self._rows)

    def first(self, rank: int) -> str:
        """The smallest id of the chunks with this text."""
        return self._names[self._ends[rank - 1] if rank else 0]

    def ids(self, rank: int) -> tuple[str, ...]:
        """The ids of the chunks with this text, sorted."""
        return tuple(self._names[(self._ends[rank - 1] if rank else 0) : self._ends[rank]])

    def ranks(self, names: Iterable[str]) -> NDArray[np.int64]:
        """The ranks of the texts of these chunks, sorted, each once; those without a word have none."""
        rows = [self._rows[name] for name in names if name in self._rows]
        found = np.unique(self._rank_of_row[np.array(rows, np.int64)])
        return found[found >= 0].astype(np.int64)

    def shingled(self, rank: int) -> Shingled:
        """The shingles of one text."""
        return self._file.shingled(int(self.file_rows[rank]))

    def sha256(self, rank: int) -> str:
        """The SHA-256 of one text, in hex."""
        return self._file.digest(int(self.file_rows[rank])).hex()

    def blocks(self) -> Iterator[tuple[NDArray[np.int64], Sketches]]:
        """All texts, a block at a time with their ranks; in no order that means anything."""
        for row, block in self._file.blocks():
            ranks = self._rank_of_row[row : row + len(block)].astype(np.int64)
            used = np.flatnonzero(ranks >= 0)
            yield (ranks, block) if len(used) == len(block) else (ranks[used], block.take(used))


def _sketched(batch: tuple[Sequence[str], WidenParameters, Sequence[bytes]]) -> Sketches:
    return sketched(*batch)
