"""Which chunks of another corpus are of the document that a chunk is of, although its path may have changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from goldkit.duplicates.of_document import FITS, parts
from goldkit.records import Chunk

Document = tuple[str, ...]
"""The parts of a document's path, in one case; () where nothing tells which document it is."""


def document(chunk: Chunk) -> Document:
    """The document of a chunk: its `doc_id`, else its id up to the last "#", else its title; () where it has none of these."""
    return tuple(parts(chunk.doc_id or chunk.id.rpartition("#")[0] or chunk.title or ""))


class Documents:
    """The chunks of a corpus by their documents. corpus: id → chunk."""

    def __init__(self, corpus: Mapping[str, Chunk]) -> None:
        self._corpus = corpus

    def grouped(self, names: Iterable[str]) -> dict[Document, list[str]]:
        """These chunks by document, sorted."""
        found: dict[Document, list[str]] = defaultdict(list)
        for name in sorted(names):
            found[document(self._corpus[name])].append(name)
        return dict(sorted(found.items()))

    def fitting(self, wanted: Document, there: Iterable[Document]) -> list[Document]:
        """Those that may be the wanted document, by the surest way that fits any: equal, an end of the path, the file name."""
        known = sorted(one for one in there if one)
        if wanted in known:
            return [wanted]
        ways = ([one for one in known if fits([*wanted], [*one])] for fits in FITS[1:])
        return next((found for found in ways if found), []) if wanted else []

    def of(self, wanted: Document) -> list[str]:
        """The chunks of a document, sorted; [] where the corpus has none that fits, or several."""
        found = self.fitting(wanted, self._all)
        return self._all[found[0]] if len(found) == 1 else []

    @cached_property
    def _all(self) -> dict[Document, list[str]]:
        return self.grouped(self._corpus)
