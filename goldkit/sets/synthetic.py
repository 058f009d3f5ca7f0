"""The questions of `dev` of both origins, with what their distance is measured by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goldkit.records import Chunk, Query
from goldkit.results.distance import DistanceReport
from goldkit.sets.blocks import blocks_of
from goldkit.sets.distance import ORIGINS, Asked, distances
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.store.golden import GoldenDirectory
from goldkit.store.texts import meant, texts_of
from goldkit.text.word_search import WordIndex

USUAL_K = 10
NO_CORPUS = "needs --corpus: whether word search finds the chunk of a question among all chunks"
NO_LIST = "goldkit has no list of question words for the language of these questions"
NO_TEXT = "too few questions of either origin have a relevant chunk whose text is kept"


def synthetic_distance(directory: GoldenDirectory, corpus: Iterable[Chunk] | None = None) -> DistanceReport:
    """Synthetic questions beside the log's, in `dev` only: frozen questions show nothing. corpus: all chunks, for the word search.

    Blocks are those of hard ties. Relevant chunks are those of labels that count, else of relevant proposals. Raises DataError.
    """
    golden = read_golden(directory)
    k = golden.settings.k or USUAL_K
    queries = [query for query in golden.dev() if query.origin in ORIGINS]
    index = None if corpus is None else WordIndex((chunk.id, chunk.text) for chunk in corpus)
    blocks = blocks_of(queries, {})
    texts = texts_of(golden.chunks)
    asked = []
    for query in queries:
        labels = _relevant(golden, query)
        near = [meant(texts, chunk, sha256) for chunk, sha256 in sorted(labels.items())]
        asked.append(
            Asked(
                origin=query.origin,
                block=blocks[query.id],
                text=query.text,
                near=[text for text in near if text is not None],
                found=None if index is None or not labels else not labels.keys().isdisjoint(index.best(query.text, k)),
            )
        )
    figures = tuple(distances(asked))
    shown = {figure.name for figure in figures}
    reasons = {
        "question word": NO_LIST,
        "shared words": NO_TEXT,
        "found by words": NO_CORPUS if index is None else NO_TEXT,
    }
    counts = Counter[str](query.origin for query in queries)
    return DistanceReport(
        queries={origin: counts[origin] for origin in ORIGINS},
        k=k,
        figures=figures,
        missing={name: why for name, why in reasons.items() if figures and name not in shown},
    )


def _relevant(golden: GoldenSet, query: Query) -> dict[str, str | None]:
    """The relevant chunks of a query, each with the sha256 of the text that is meant."""
    least = golden.settings.scale.relevant_from
    for counting in ("derived", "proposed"):
        labels = golden.labels(query.id, counting)
        found = {name: label.text_sha256 for name, label in labels.items() if (label.grade or 0) >= least}
        if found:
            return found
    return {}
