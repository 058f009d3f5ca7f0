"""The texts that an export writes: a whole corpus, or those of the labelled chunks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from goldkit.formats.corpus import read_corpus
from goldkit.phrases import counted, some
from goldkit.records import Chunk
from goldkit.sets.coverage import cover
from goldkit.sets.export_subject import Subject


class ExportTexts:
    """The texts to write: those of the corpus in its order, then the labelled ones that it has not; without a corpus the labelled
    ones. Gone through anew each time.

    labelled: chunk id → text of the labelled chunks, as it was judged, or as the corpus has it where it is not kept; sorted by id.
    notes: what a reader should know of a corpus beside the labels. Raises DataError as read_corpus.
    """

    def __init__(self, subject: Subject, corpus: Path | None) -> None:
        self.labelled: Mapping[str, Chunk] = subject.texts()
        self.notes: tuple[str, ...] = ()
        self._corpus = corpus
        if corpus is not None:
            self._join(corpus, {chunk for labels in subject.labels.values() for chunk in labels})

    def __iter__(self) -> Iterator[Chunk]:
        rest = dict(self.labelled)
        for chunk in read_corpus(self._corpus) if self._corpus is not None else ():
            rest.pop(chunk.id, None)
            yield chunk
        yield from rest.values()

    def _join(self, corpus: Path, labels: set[str]) -> None:
        """Take the texts that only the corpus has."""
        found, judged = cover(labels, read_corpus(corpus)), self.labelled
        both = found.chunks.keys() & judged.keys()
        changed = sorted(name for name in both if judged[name].sha256 != found.chunks[name].sha256)
        notes = []
        if found.lacking:
            named = some([repr(chunk) for chunk in found.lacking], 3)
            notes.append(f"the corpus lacks {len(found.lacking)} of {counted(len(labels), 'labelled chunk')}: {named}")
        if changed:
            named = some([repr(chunk) for chunk in changed], 3)
            notes.append(
                f"{counted(len(changed), 'labelled chunk')} with another text in the corpus than was judged: {named}"
            )
        self.notes = tuple(notes)
        self.labelled = dict(sorted({**found.chunks, **judged}.items()))
