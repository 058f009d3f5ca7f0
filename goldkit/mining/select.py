"""Choosing N questions of all that were mined, now or before: what is worth people's time, and what it stands for.

The questions of logs that are in play, or set aside as not selected, are the population. Those not chosen are set aside with that
reason; their proposals are written all the same and wait, so that a larger N, or another way of choosing, brings them back without
the logs. The choice depends on the population, N, the way and the seed alone: the same command again changes nothing. A question
that a person decided about, or that is frozen, stays as it is, chosen or not; one that is embargoed, by a line of the split or
since it repeats a frozen one, is not chosen from: nobody is asked to judge it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from goldkit.errors import UsageError
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.mining.known import Known
from goldkit.mining.sampling import drawn
from goldkit.mining.shares import shares_of
from goldkit.mining.strata import allocation, strata
from goldkit.mining.uncertainty import uncertainty
from goldkit.records import JSON, Judgment, Query
from goldkit.results.mine import MineResult
from goldkit.results.selection import NOT_SELECTED, By, Selection, Standing
from goldkit.sets.blocks import hard_ties
from goldkit.sets.embargo import is_frozen, tied_to_frozen
from goldkit.sets.enroll import merge_queries
from goldkit.store.evidence import combined_evidence


class _Pool(NamedTuple):
    """What is chosen from: the questions sorted by id, their weights, how many, the seed, and all judgments that logs made."""

    queries: Sequence[Query]
    weights: Mapping[str, float]
    n: int
    seed: int
    judgments: Sequence[Judgment]


def select(result: MineResult, known: Known, n: int, by: By, seed: int) -> MineResult:
    """A mining result with N questions chosen from what it and the golden directory hold.

    Raises UsageError for an N below 1, and where there is no question of a log to choose from.
    """
    if n < 1:
        raise UsageError(f"--select {n}: at least 1 question must be selected")
    queries = _population(result, known)
    if not queries:
        raise UsageError("--select: there is no question of a log to choose from")
    weights = {query.id: query.weight or 1.0 for query in queries}
    lines = [line for line in (*known.judgments, *result.proposals) if line.source == "log"]
    chosen = WAYS[by](_Pool(queries, weights, n, seed, lines))
    kept = _decided(known) | known.sides.keys()
    standings = {query.id: _standing(query, chosen, kept) for query in queries if query.id not in known.sides}
    selection = _summary(queries, weights, chosen, kept, n=n, by=by, seed=seed)
    changed = RecordsOnDisk(placed(query, standings) for query in result.queries)
    return replace(result, queries=changed, selection=replace(selection, standings=standings))


def _by_frequency(pool: _Pool) -> dict[str, JSON]:
    return {name: _sampling("traffic", prob) for name, prob in drawn(pool.weights, pool.n, pool.seed).items()}


def _stratified(pool: _Pool) -> dict[str, JSON]:
    stratum_of = strata(pool.queries, pool.weights, pool.n)
    members: dict[str, dict[str, float]] = defaultdict(dict)
    for name, stratum in stratum_of.items():
        members[stratum][name] = pool.weights[name]
    return {
        name: _sampling(stratum, prob)
        for stratum, n in allocation(stratum_of, pool.weights, pool.n).items()
        for name, prob in drawn(members[stratum], n, pool.seed).items()
    }


def _uncertain(pool: _Pool) -> dict[str, JSON]:
    """The most uncertain first, of equals the most frequent. None has a chance of being chosen that is known."""
    lines: dict[str, dict[str, list[Judgment]]] = defaultdict(lambda: defaultdict(list))
    for line in pool.judgments:
        lines[line.query][line.chunk].append(line)
    doubt = {
        query.id: uncertainty({chunk: combined_evidence(found) for chunk, found in lines[query.id].items()})
        for query in pool.queries
    }
    order = sorted(doubt, key=lambda name: (-doubt[name], -pool.weights[name], name))
    return {name: {"stratum": "uncertain"} for name in order[: pool.n]}


WAYS: Mapping[By, Callable[[_Pool], dict[str, JSON]]] = {
    "frequency": _by_frequency,
    "stratified": _stratified,
    "uncertain": _uncertain,
}
"""Way of choosing → the `sampling` of each chosen question."""


def _sampling(stratum: str, prob: float) -> JSON:
    return {"stratum": stratum, "prob": prob}


def _population(result: MineResult, known: Known) -> list[Query]:
    """The questions of logs as they will stand in the golden directory, but for those embargoed or set aside for another reason."""
    after = {query.id: query for query in known.queries}
    for query in result.queries:
        after[query.id] = merge_queries(after[query.id], query) if query.id in after else query
    there = [
        query for _, query in sorted(after.items()) if query.origin == "log" and query.aside in (None, NOT_SELECTED)
    ]
    out = _embargoed(there, after, known)
    return [query for query in there if query.id not in out]


def _embargoed(there: Sequence[Query], after: Mapping[str, Query], known: Known) -> Set[str]:
    """Ids of the queries that are embargoed, or would be once they are brought back. after: all queries by id."""
    frozen = {query for query in known.sides if is_frozen(known.sides, query)}
    out = known.sides.keys() - frozen
    if not frozen:
        return out  # comparing all wordings takes long
    free = [replace(query, aside=None) for query in there if query.id not in frozen]
    compared = [*free, *(after[name] for name in sorted(frozen & after.keys()))]
    return out | tied_to_frozen(compared, known.sides, hard_ties(compared, known.same)).keys()


def _decided(known: Known) -> frozenset[str]:
    return frozenset(line.query for line in known.judgments if line.status == "decided")


def _standing(query: Query, chosen: Mapping[str, JSON], kept: frozenset[str]) -> Standing:
    if query.id in chosen:
        return Standing(None, chosen[query.id])
    return Standing(query.aside if query.id in kept else NOT_SELECTED)


def placed(query: Query, standings: Mapping[str, Standing]) -> Query:
    """A question as a selection leaves it."""
    standing = standings.get(query.id)
    return query if standing is None else replace(query, aside=standing.aside, sampling=standing.sampling)


def _summary(
    queries: Sequence[Query],
    weights: Mapping[str, float],
    chosen: Mapping[str, JSON],
    kept: frozenset[str],
    *,
    n: int,
    by: By,
    seed: int,
) -> Selection:
    there = [query for query in queries if query.id in chosen]
    beyond = [query for query in queries if query.id in kept and query.id not in chosen and query.aside is None]
    return Selection(
        by=by,
        seed=seed,
        asked=n,
        population=len(queries),
        drawn=len(there),
        kept=len(beyond),
        aside=len(queries) - len(there) - len(beyond),
        returned=sum(query.aside is not None for query in there),
        traffic=sum(weights[query.id] for query in there) / sum(weights.values()),
        strata=len({str(sampling.get("stratum")) for sampling in chosen.values()}),
        shares=shares_of(queries, weights, frozenset(chosen)),
    )
