"""Word search over a corpus: BM25, the retriever that every pool can have for nothing.

Scores are Lucene's (Robertson's BM25 with an idf that is never negative; Kamphuis et al. 2020, "Which BM25 do you mean?"),
k1 1.5 and b 0.75, over the tokens of goldkit.text.tokens: no stemming, no stop words, every language alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goldkit.text.tokens import words

if TYPE_CHECKING:
    from numpy.typing import NDArray

K1, B = 1.5, 0.75


def word_search(texts: Mapping[str, str], questions: Mapping[str, str], depth: int) -> dict[str, tuple[str, ...]]:
    """Question id → the ids of its best `depth` texts, best first; fewer where fewer share a word with it.

    Of equal scores the smaller id comes first. The same texts give the same answer, in whatever order they come.
    """
    tokens = {name: found for name in sorted(texts) if (found := words(texts[name]))}
    if not tokens:
        return dict.fromkeys(questions, ())
    names = list(tokens)
    vocabulary: dict[str, int] = {}
    index = _index(
        [[vocabulary.setdefault(token, len(vocabulary)) for token in tokens[name]] for name in names], vocabulary
    )
    best: dict[str, tuple[str, ...]] = {}
    for question, text in questions.items():
        known = [vocabulary[token] for token in words(text) if token in vocabulary]
        places = _best(index.get_scores(known), depth) if known else []
        best[question] = tuple(names[place] for place in places)
    return best


def _index(ids: list[list[int]], vocabulary: dict[str, int]) -> Any:
    import bm25s

    index = bm25s.BM25(k1=K1, b=B, method="lucene")
    index.index((ids, vocabulary), create_empty_token=False, show_progress=False)
    return index


def _best(scores: NDArray[Any], depth: int) -> list[int]:
    """The places of the highest positive scores, highest first; of equal ones the first place."""
    import numpy as np

    places = np.flatnonzero(scores > 0)
    if len(places) > depth:
        least = np.partition(scores[places], len(places) - depth)[len(places) - depth]
        places = places[scores[places] >= least]
    order = np.lexsort((places, -scores[places]))
    return [int(place) for place in places[order][:depth]]
