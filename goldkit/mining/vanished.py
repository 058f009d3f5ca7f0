"""Chunk ids that a log names and the corpus lacks: the corpus was re-chunked, or the log belongs to another index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping

from goldkit.mining.collect import Asked
from goldkit.results.mine import Vanished
from goldkit.store.evidence import speaks_for


def without_vanished(questions: Mapping[str, Asked], corpus: Container[str] | None) -> tuple[Vanished, ...]:
    """Take the evidence about chunks that are not in the corpus out of the questions; returns these chunks, the most named first.

    Without a corpus nothing is known to have vanished.
    """
    if corpus is None:
        return ()
    asking: dict[str, set[str]] = defaultdict(set)
    supported: set[str] = set()
    for key, asked in questions.items():
        for batch, chunk in [pair for pair in asked.evidence if pair[1] not in corpus]:
            asking[chunk].add(key)
            supported |= {chunk} if speaks_for(asked.evidence.pop((batch, chunk))) else set()
    found = (Vanished(chunk, len(keys), chunk in supported) for chunk, keys in asking.items())
    return tuple(sorted(found, key=lambda one: (-one.queries, one.chunk)))
