"""Strata: questions of one kind, one period and one topic, so that a small selection has some of each."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt

from goldkit.mining.periods import periods
from goldkit.mining.tags import EXACT, VAGUE
from goldkit.records import Query
from goldkit.text.topics import topics

COARSER = ((4, 20), (4, 12), (4, 8), (3, 5), (2, 4), (2, 2), (1, 2), (1, 0))
"""(periods, topics) at most, tried in turn until there are few enough strata."""
PER_STRATUM = 2
"""Questions that a stratum should get on average at least."""
PLAIN = "plain"


def kind_of(query: Query) -> str:
    """`exact`, `vague`, or `plain` for a question with neither tag."""
    return next((tag for tag in (EXACT, VAGUE) if tag in query.tags), PLAIN)


def strata(queries: Sequence[Query], weights: Mapping[str, float], n: int) -> dict[str, str]:
    """Id → stratum, "kind · period · topic", as fine as n questions allow; all are one where n is very small."""
    texts = {query.id: query.text for query in queries}
    times = {query.id: query.last_seen for query in queries}
    for most_periods, most_topics in COARSER:
        period, topic = periods(times, most_periods), topics(texts, weights, most_topics)
        found = {query.id: f"{kind_of(query)} · {period[query.id]} · {topic[query.id]}" for query in queries}
        if len(set(found.values())) * PER_STRATUM <= n:
            return found
    return dict.fromkeys(texts, "all")


def allocation(stratum_of: Mapping[str, str], weights: Mapping[str, float], n: int) -> dict[str, int]:
    """Stratum → how many of n are drawn from it: one each, the rest by the root of its traffic (Bankier 1988).

    The root gives small strata more than their share, so that a score can tell of them; the chances undo it in weighted means.
    Given out one by one to where the root over what is there already is largest (D'Hondt). n: at least as many as there are strata.
    """
    sizes = Counter(stratum_of.values())
    traffic: dict[str, float] = defaultdict(float)
    for name in sorted(stratum_of):
        traffic[stratum_of[name]] += weights[name]
    given = dict.fromkeys(sorted(sizes), 1)
    queue = [(-sqrt(traffic[stratum]) / 2, stratum) for stratum in given if sizes[stratum] > 1]
    heapq.heapify(queue)
    for _ in range(min(n, len(stratum_of)) - len(given)):
        _, stratum = heapq.heappop(queue)
        given[stratum] += 1
        if given[stratum] < sizes[stratum]:
            heapq.heappush(queue, (-sqrt(traffic[stratum]) / (given[stratum] + 1), stratum))
    return given
