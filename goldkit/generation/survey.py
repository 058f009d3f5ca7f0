"""What a corpus is about and what its pages repeat, from an even sample of bounded size, the same for any order of the corpus."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from math import sqrt

from goldkit.generation.statement import enough
from goldkit.text.topics import terms_of, topic_of, topic_words

SIZE = 2000
"""Chunks in the sample."""
BEGINNING = 300
"""Characters of a chunk that tell its topic."""
LEAST_DOCUMENTS = 100
"""With fewer documents in the sample, they are topics enough, unless it is to be like something."""
TOPICS = 30
UNASKED = 0.5
"""Questions that a topic counts for beside those that were asked about it, so that none is left out."""
WIDEST = 0.95
"""A word in more than this share of the chunks is what the whole corpus is about."""
REPEATED = 0.1
"""A line in this share of the documents, and in at least LEAST_REPEATED of them, is boilerplate."""
LEAST_REPEATED = 10
MOST_REPEATED = 0.5
"""Where more of the chunks than that were nothing but boilerplate, what is repeated is the corpus, and stays."""


class Survey:
    """Keeps the SIZE chunks with the smallest places; ask only after the last one was added. about: texts to be like, if any."""

    def __init__(self, about: Sequence[str] = ()) -> None:
        self._about = about
        self._heap: list[tuple[int, str, str]] = []

    def add(self, place: str, document: str, text: str) -> None:
        """One more chunk. place: hexadecimal, evenly spread, of no two chunks the same."""
        item = (-int(place, 16), document, text)
        if len(self._heap) < SIZE:
            heapq.heappush(self._heap, item)
        elif item > self._heap[0]:
            heapq.heappushpop(self._heap, item)

    def weight(self, text: str) -> float:
        """How far back its topic puts a chunk: the square root of the topic's size, so that a topic four times as large is asked
        about twice as often (power allocation: Bankier, The American Statistician 1988). 1 where there are no topics, and where
        `parts` say how often they come.
        """
        return self._weights[self.topic(text)] if self._words and not self.asked else 1.0

    @property
    def asked(self) -> bool:
        """Whether the chunks are to be like something."""
        return bool(self._about)

    def topic(self, text: str) -> str:
        """What a chunk is about, in one word."""
        return topic_of(set(terms_of(text[:BEGINNING])), self._words)

    @cached_property
    def parts(self) -> defaultdict[str, float]:
        """How often each topic stands in `about`, and UNASKED, so that none is left out."""
        wanted = Counter(map(self.topic, self._about))
        return defaultdict(lambda: UNASKED, {topic: count + UNASKED for topic, count in wanted.items()})

    def repeats(self, text: str) -> bool:
        """Whether a chunk is nothing but lines that stand in many documents."""
        return bool(self._lines) and _nothing_else(text, self._lines)

    @property
    def topics(self) -> list[str]:
        """The words that name the topics, the largest first."""
        return self._words

    @cached_property
    def _texts(self) -> dict[str, tuple[str, str]]:
        return {str(place): (document, text) for place, document, text in sorted(self._heap, reverse=True)}

    @cached_property
    def _words(self) -> list[str]:
        if not self.asked and len({document for document, _ in self._texts.values()}) < LEAST_DOCUMENTS:
            return []
        counts = {name: Counter(terms_of(text[:BEGINNING])) for name, (_, text) in self._texts.items()}
        bursty = _bursty(list(counts.values()))
        return topic_words(
            {name: bursty.intersection(count) for name, count in counts.items()},
            dict.fromkeys(counts, 1),
            TOPICS,
            WIDEST,
        )

    @cached_property
    def _weights(self) -> defaultdict[str, float]:
        documents: defaultdict[str, set[str]] = defaultdict(set)
        for document, text in self._texts.values():
            documents[self.topic(text)].add(document)
        return defaultdict(lambda: 1.0, {topic: sqrt(len(found)) for topic, found in documents.items()})

    @cached_property
    def _lines(self) -> frozenset[str]:
        documents: defaultdict[str, set[str]] = defaultdict(set)
        for document, text in self._texts.values():
            for line in text.splitlines():
                documents[line.strip()].add(document)
        least = max(LEAST_REPEATED, REPEATED * len({document for document, _ in self._texts.values()}))
        lines = frozenset(line for line, found in documents.items() if len(found) >= least and enough(line))
        held = sum(_nothing_else(text, lines) for _, text in self._texts.values())
        return lines if held <= MOST_REPEATED * len(self._texts) else frozenset()


def _nothing_else(text: str, lines: frozenset[str]) -> bool:
    stripped = [line.strip() for line in text.splitlines()]
    return any(line in lines for line in stripped) and not enough(
        " ".join(line for line in stripped if line not in lines)
    )


def _bursty(counts: list[Counter[str]]) -> set[str]:
    """The terms that, where they stand at all, stand more often than the mean term does: words that a text is about are repeated
    in it, words that merely occur are not (Church and Gale, Poisson mixtures, 1995).
    """
    texts, total = Counter[str](), Counter[str]()
    for count in counts:
        texts.update(count.keys())
        total.update(count)
    shared = [term for term, number in texts.items() if number > 1]
    mean = sum(total[term] for term in shared) / max(1, sum(texts[term] for term in shared))
    return {term for term in shared if total[term] >= mean * texts[term]}
