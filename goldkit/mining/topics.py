"""Topics of questions: the words that most of what was asked has in common, found one after another. No model, no chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from goldkit.mining.small_words import ENGLISH
from goldkit.text.language import SMALL_WORDS
from goldkit.text.tokens import runs

LEAST_LETTERS = 4
WIDEST = 0.25
"""A word in more than this share of what was asked tells no topics apart."""
OTHER = "other"
_COMMON = "this that from have they them when there about which does into your after before some more other"
_SMALL = ENGLISH.union(*SMALL_WORDS.values(), _COMMON.split())


def topics(texts: Mapping[str, str], weights: Mapping[str, float], most: int) -> dict[str, str]:
    """Id → topic: one of at most so many words, or OTHER.

    Each topic is the word that most of the questions without one, by weight, have in common; at least two must. Of equals the
    first in order. Where a script has no spaces, two neighbouring characters stand for a word.
    """
    terms = {name: _terms(text) for name, text in texts.items()}
    having: dict[str, list[str]] = {}
    for name in sorted(terms):
        for term in terms[name]:
            having.setdefault(term, []).append(name)
    heavy = WIDEST * sum(weights.values())
    counts = Counter({term: sum(weights[name] for name in names) for term, names in having.items() if len(names) > 1})
    counts = Counter({term: count for term, count in counts.items() if count <= heavy})
    found: dict[str, str] = {}
    for _ in range(most):
        if not counts:
            break
        topic = min(counts, key=lambda term: (-counts[term], term))
        members = [name for name in having[topic] if name not in found]
        if counts[topic] <= 0 or len(members) < 2:
            del counts[topic]
            continue
        for name in members:
            found[name] = topic
            counts.subtract({term: weights[name] for term in terms[name] if term in counts})
        del counts[topic]
    return {name: found.get(name, OTHER) for name in texts}


def _terms(text: str) -> frozenset[str]:
    found: set[str] = set()
    for run in runs(text):
        if run.unspaced:
            found |= {a + b for a, b in zip(run.tokens, run.tokens[1:], strict=False)}
        else:
            found |= {
                word for word in run.tokens if len(word) >= LEAST_LETTERS and word.isalpha() and word not in _SMALL
            }
    return frozenset(found)
