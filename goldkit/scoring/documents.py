"""Which document a chunk is of, and runs read as rankings of documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isnan
from pathlib import Path

from goldkit.formats.corpus import read_corpus
from goldkit.formats.run_source import RunSource
from goldkit.phrases import counted
from goldkit.records import JSON, Results


class Documents:
    """The document of any chunk id: the one that is known for it; itself, where it is a known document; else what stands before
    its last `#`, which without one is the whole id.

    known: chunk id → document id. source: where that is from. unknown: the ids met that had to be told by their last `#`.
    """

    def __init__(self, known: Mapping[str, str], source: str) -> None:
        self._known = known
        self._documents = frozenset(known.values())
        self._source = source
        self.unknown: set[str] = set()

    def of(self, chunk: str) -> str:
        """The document of a chunk id."""
        found = self._known.get(chunk)
        if found is not None:
            return found
        if chunk in self._documents:
            return chunk
        self.unknown.add(chunk)
        return before_hash(chunk)

    @property
    def names(self) -> frozenset[str]:
        """The ids of the known documents."""
        return self._documents

    def note(self) -> str:
        """How documents were told, and how many ids the source did not know."""
        said = "documents in place of chunks, each at its best chunk's rank and grade"
        if not self._known:
            return f"{said}: a chunk id up to its last #"
        rest = f"; {counted(len(self.unknown), 'other id')} up to the last #" if self.unknown else ""
        return f"{said}: by {self._source}{rest}"


def before_hash(chunk: str) -> str:
    """A chunk id without its last `#` and what follows; an id without one, or with nothing before it, as it is."""
    return chunk.rpartition("#")[0] or chunk


def documents(corpus: str | Path | None, labelled: Mapping[str, str]) -> Documents:
    """From a corpus (a chunk without a doc_id: up to its last `#`), else from the labelled chunks whose document the set knows.

    Raises as formats.corpus.read_corpus.
    """
    if corpus is None:
        return Documents(labelled, "the doc_id of the labelled chunks")
    known = {chunk.id: chunk.doc_id or before_hash(chunk.id) for chunk in read_corpus(corpus)}
    return Documents(known, "the doc_id of the corpus")


@dataclass(frozen=True, slots=True)
class DocumentRun:
    """A run of chunks, or of documents, as one of documents: each stands where its best chunk stands, once (see RunSource)."""

    run: RunSource
    documents: Documents

    @property
    def name(self) -> str:
        """The run's own."""
        return self.run.name

    @property
    def header(self) -> JSON:
        """The run's own."""
        return self.run.header

    def results(self) -> Iterator[Results]:
        """Each query's documents in turn, in the order of their first chunks, each with the highest score of its chunks."""
        for found in self.run.results():
            yield self._lifted(found)

    def _lifted(self, found: Results) -> Results:
        scores = found.scores
        if scores is not None and (len(scores) != len(found.chunks) or any(map(isnan, scores))):
            return found  # whoever orders it refuses it, by its own names
        places: dict[str, int] = {}
        best: dict[str, float] = {}
        for place, chunk in enumerate(found.chunks):
            document = self.documents.of(chunk)
            places.setdefault(document, place)
            if scores is not None:
                best[document] = max(scores[place], best.get(document, scores[place]))
        lines = found.lines if len(found.lines) < 2 else [found.lines[place] for place in places.values()]
        return found._replace(
            chunks=tuple(places), scores=None if scores is None else tuple(best.values()), lines=lines
        )
