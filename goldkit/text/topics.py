"""Topics: the words that most of a number of texts have in common, found one after another. No model, no chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from goldkit.text.english import ENGLISH
from goldkit.text.language import SMALL_WORDS
from goldkit.text.tokens import runs

LEAST_LETTERS = 4
WIDEST = 0.25
"""A word in more than this share of what was asked tells no topics apart."""
OTHER = "other"
_COMMON = "this that from have they them when there about which does into your after before some more other"
_SMALL = ENGLISH.union(*SMALL_WORDS.values(), _COMMON.split())


def topics(texts: Mapping[str, str], weights: Mapping[str, float], most: int) -> dict[str, str]:
    """Id → topic: one of at most so many words, or OTHER, as `topic_words` finds them."""
    terms = {name: frozenset(terms_of(text)) for name, text in texts.items()}
    words = topic_words(terms, weights, most)
    return {name: topic_of(terms[name], words) for name in texts}


def topic_words(
    terms: Mapping[str, Collection[str]], weights: Mapping[str, float], most: int, widest: float = WIDEST
) -> list[str]:
    """At most so many words, the widest topic first. terms: the distinct terms of each text.

    Each topic is the word that most of the texts without one, by weight, have in common; at least two must. Of equals the first
    in order. widest: the largest share of all weight that a word may have.
    """
    having: dict[str, list[str]] = {}
    for name in sorted(terms):
        for term in terms[name]:
            having.setdefault(term, []).append(name)
    heavy = widest * sum(weights.values())
    counts = Counter({term: sum(weights[name] for name in names) for term, names in having.items() if len(names) > 1})
    counts = Counter({term: count for term, count in counts.items() if count <= heavy})
    found: list[str] = []
    placed: set[str] = set()
    while counts and len(found) < most:
        topic = min(counts, key=lambda term: (-counts[term], term))
        members = [name for name in having[topic] if name not in placed]
        if counts[topic] <= 0 or len(members) < 2:
            del counts[topic]
            continue
        found.append(topic)
        placed.update(members)
        for name in members:
            counts.subtract({term: weights[name] for term in terms[name] if term in counts})
        del counts[topic]
    return found


def topic_of(terms: Collection[str], words: Iterable[str]) -> str:
    """The first of the topic words that is among the terms, else OTHER."""
    return next((word for word in words if word in terms), OTHER)


def terms_of(text: str) -> list[str]:
    """What can be a topic, as often as it stands there: words of four letters, and pairs of characters of unspaced scripts."""
    found: list[str] = []
    for run in runs(text):
        if run.unspaced:
            found += [a + b for a, b in zip(run.tokens, run.tokens[1:], strict=False)]
        else:
            found += [
                word for word in run.tokens if len(word) >= LEAST_LETTERS and word.isalpha() and word not in _SMALL
            ]
    return found
