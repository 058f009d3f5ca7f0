"""Chunk ids that a log names and the corpus lacks: the corpus was re-chunked, or the log belongs to another index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from goldkit.mining.collect import Asked
from goldkit.results.mine import Vanished
from goldkit.store.evidence import speaks_for


class VanishedChunks:
    """Takes the evidence about chunks that are not in the corpus out of questions, each of which is given once.

    Without a corpus nothing is known to have vanished.
    """

    def __init__(self, corpus: Container[str] | None) -> None:
        self._corpus = corpus
        self._asking = Counter[str]()
        self._supported: set[str] = set()

    def take_out(self, asked: Asked) -> None:
        """Leave only what is in the corpus."""
        if self._corpus is None:
            return
        gone = [pair for pair in asked.evidence if pair[1] not in self._corpus]
        self._asking.update({chunk for _, chunk in gone})
        self._supported.update(chunk for batch, chunk in gone if speaks_for(asked.evidence.pop((batch, chunk))))

    def listed(self) -> tuple[Vanished, ...]:
        """These chunks, the most named first."""
        found = (Vanished(chunk, queries, chunk in self._supported) for chunk, queries in self._asking.items())
        return tuple(sorted(found, key=lambda one: (-one.queries, one.chunk)))
