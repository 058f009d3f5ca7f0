"""How a selection differs from the traffic that it was made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from goldkit.mining.periods import periods
from goldkit.mining.strata import kind_of
from goldkit.records import Query
from goldkit.results.selection import Share

PERIODS = 4
"""Periods that are told apart at most."""
UNCLEAR = "not clear"


def shares_of(queries: Sequence[Query], weights: Mapping[str, float], chosen: frozenset[str]) -> tuple[Share, ...]:
    """The share of each kind, language and period: of all that was asked, and of the chosen questions, each counted once."""
    times = periods({query.id: query.last_seen for query in queries}, PERIODS)
    languages = {query.id: str(query.metadata.get("language", UNCLEAR)) for query in queries}
    kinds = {query.id: kind_of(query) for query in queries}
    return tuple(
        share
        for by, groups in (("kind", kinds), ("language", languages), ("time", times))
        for share in _shares(by, groups, weights, chosen)
    )


def _shares(by: str, groups: Mapping[str, str], weights: Mapping[str, float], chosen: frozenset[str]) -> list[Share]:
    traffic: Counter[str] = Counter()
    selection: Counter[str] = Counter()
    for name, group in groups.items():
        traffic[group] += weights[name]  # type: ignore[assignment]  # a Counter of floats counts as well
        selection[group] += name in chosen
    total, number = sum(traffic.values()), sum(selection.values())
    return [Share(by, group, traffic[group] / total, selection[group] / number) for group in sorted(traffic)]
