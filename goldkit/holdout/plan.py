"""The plan of a freeze: which queries of `dev` are held out, so that nothing tied to them stays where people tune.

Whole groups move, never parts of one (see goldkit.holdout.groups for what is one). A group with a burned query in it stays. A
query of `dev` that is in a group with a held-out one without being held out itself is embargoed: in neither side. So is one that
came to a group with an older frozen query; one that a freeze had left in `dev` stays there, unless a hard tie binds it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.holdout.draw import Stratum, draw
from goldkit.holdout.groups import Groups, groups
from goldkit.phrases import counted
from goldkit.records import Query
from goldkit.results.holdout import FreezePlan, OriginCount
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.golden import GoldenSet

UNANSWERABLE = "unanswerable"
"""The stratum of queries known to have no answer: they ride along and are counted apart."""
BURNED, TIED = "in a block with a burned query", "in a block with a frozen query"


@dataclass(frozen=True, slots=True)
class Pool:
    """What is drawn from. strata: query id → what it is counted under, for all that the fraction is of.

    free: group → its queries that may be drawn. kept_in: reason → how many it keeps in `dev`.
    """

    strata: Mapping[str, str]
    grouped: Groups
    free: Mapping[str, list[str]]
    kept_in: Mapping[str, int]


def plan_freeze(
    golden: GoldenSet, name: str, holdout: float, seed: int, log_only: bool = False, allow_burned: bool = False
) -> FreezePlan:
    """Choose the side of every query of `dev`; the same set and seed always choose the same, in whatever order they were read.

    holdout: the fraction, in (0, 1], of the queries of `dev` that have a label which counts, stratified by origin and by tag within
    it. log_only: hold out queries of origin `log` only. allow_burned: burned ones as well.
    Raises UsageError when nothing can be held out.
    """
    if not 0 < holdout <= 1:
        raise UsageError(f"--holdout {holdout:g}: a fraction above 0 and up to 1 is expected, such as 0.5")
    plan = FreezePlan(name=name, wanted=holdout, seed=seed, log_only=log_only, allow_burned=allow_burned)
    pool = pool_of(golden, log_only, frozenset() if allow_burned else golden.burned)
    chosen = chosen_of(golden, pool, holdout, seed)
    held_out = sorted(query for query in chosen if pool.strata[query] != UNANSWERABLE)
    _refuse_nothing(pool, held_out, holdout, log_only)
    return told(golden, pool, chosen, plan, new=chosen)


def pool_of(golden: GoldenSet, log_only: bool, burned: Collection[str]) -> Pool:
    """What may be drawn from `dev`. burned: ids of queries whose groups stay there."""
    strata = {query.id: stratum for query in golden.dev() if (stratum := _stratum(golden, query, log_only))}
    grouped = _groups(golden)
    stays = _staying_groups(golden, grouped.of, burned)
    free: dict[str, list[str]] = defaultdict(list)
    kept_in: Counter[str] = Counter()
    for query in sorted(strata):
        reason = BURNED if query in burned else stays.get(grouped.of[query])
        if reason is None:
            free[grouped.of[query]].append(query)
        elif strata[query] != UNANSWERABLE:
            kept_in[reason] += 1
    return Pool(strata, grouped, dict(free), dict(sorted(kept_in.items())))


def _groups(golden: GoldenSet) -> Groups:
    facts = {name: golden.facts(name) for name in golden.queries}
    counted = {name for name, query in golden.queries.items() if query.aside is None and is_candidate(golden, query)}
    return groups(list(golden.queries.values()), facts, golden.judged_chunks(), golden.hard_ties(), counted)


def is_candidate(golden: GoldenSet, query: Query) -> bool:
    """Whether a query can be scored, or is known to have no answer: only such ones are held out."""
    return query.answerable == "no" or bool(golden.labels(query.id))


def chosen_of(golden: GoldenSet, pool: Pool, holdout: float, seed: int) -> set[str]:
    """The ids of the queries that are drawn."""
    candidates = _strata_of(golden, pool, pool.strata)
    sizes = {group: _strata_of(golden, pool, members) for group, members in pool.free.items()}
    return {query for group in draw(sizes, candidates, holdout, _lots(pool.free, seed)) for query in pool.free[group]}


def told(golden: GoldenSet, pool: Pool, chosen: set[str], plan: FreezePlan, new: Collection[str]) -> FreezePlan:
    """The plan with what came of it. new: of the chosen queries those that leave `dev`."""
    held_out = sorted(query for query in chosen if pool.strata[query] != UNANSWERABLE)
    left = [query for query, of in pool.strata.items() if of != UNANSWERABLE and query not in chosen]
    embargoed = _embargoed(golden, pool.grouped.of, chosen, new, plan.name)
    blocks, across = golden.blocks(chosen), pool.grouped.across()
    in_dev = {query.id for query in golden.dev()} - chosen - embargoed.keys()
    in_dev_blocks = golden.blocks(left)
    return replace(
        plan,
        queries=tuple(held_out),
        unanswerable=tuple(sorted(chosen - set(held_out))),
        embargoed=embargoed,
        blocks={query: blocks[query] for query in sorted(chosen)},
        candidates=sum(of != UNANSWERABLE for of in pool.strata.values()),
        origins=_counts(pool.strata, held_out, lambda query: (pool.strata[query],)),
        tags=_counts(pool.strata, held_out, lambda query: golden.queries[query].tags),
        kept_in=pool.kept_in,
        blocks_left=len({in_dev_blocks[query] for query in left}),
        largest_block=max(Counter(blocks[query] for query in chosen).values(), default=0),
        soft_ties=pool.grouped.soft,
        cut=len(pool.grouped.cut),
        whole=pool.grouped.whole,
        burned=len(chosen & golden.burned),
        across=sum(bool(across.get(query, set()) & in_dev) for query in held_out),
        left=tuple(sorted(name for name in in_dev if is_candidate(golden, golden.queries[name]))),
    )


def _stratum(golden: GoldenSet, query: Query, log_only: bool) -> str | None:
    """What a query of `dev` is counted under; None where it cannot be held out."""
    if log_only and query.origin != "log":
        return None
    if query.answerable == "no":
        return UNANSWERABLE
    return query.origin if golden.labels(query.id) else None


def _staying_groups(golden: GoldenSet, of: Mapping[str, str], burned: Collection[str]) -> dict[str, str]:
    """group → why it stays in `dev`: a query of it can no longer change sides, and groups are never split."""
    stays = {of[query]: BURNED for query in sorted(burned) if query in of and query not in golden.sides}
    frozen = (query for query, side in sorted(golden.sides.items()) if side != EMBARGOED and query in of)
    return stays | {of[query]: TIED for query in frozen}


def _strata_of(golden: GoldenSet, pool: Pool, queries: Iterable[str]) -> Counter[Stratum]:
    """How many of these queries each origin has, and each tag within it."""
    found = Counter[Stratum]()
    for query in queries:
        origin = pool.strata[query]
        found[Stratum(origin)] += 1
        found.update(Stratum(origin, tag) for tag in set(golden.queries[query].tags))
    return found


def _lots(free: Mapping[str, list[str]], seed: int) -> dict[str, str]:
    """A lot for each block, from the seed and who is in it: no name, place or neighbour has a part in it."""
    return {block: canonical.sha256_bytes(canonical.encode([seed, *members])) for block, members in free.items()}


def _embargoed(
    golden: GoldenSet, of: Mapping[str, str], chosen: set[str], new: Collection[str], name: str
) -> dict[str, str]:
    """Queries of `dev` that would carry what a frozen query asks back to where people tune, and why."""
    taken = {of[query] for query in new}
    older = {of[query]: side for query, side in sorted(golden.sides.items()) if side != EMBARGOED and query in of}
    reasons = {}
    for query in sorted(({query.id for query in golden.dev()} | golden.tied.keys()) - chosen):
        side = golden.tied.get(query) or (name if of[query] in taken else None)
        if side is not None:
            reasons[query] = f"tied to a query of {side}"
        elif of[query] in older and query not in golden.left:
            reasons[query] = f"in a group with a query of {older[of[query]]}: a shared fact or document window"
    return reasons


def _counts(
    strata: Mapping[str, str], held_out: Iterable[str], names: Callable[[str], Iterable[str]]
) -> dict[str, OriginCount]:
    """Of each origin or tag how many candidates there are, and how many of them are held out."""
    there = Counter(name for query, of in strata.items() if of != UNANSWERABLE for name in names(query))
    got = Counter(name for query in held_out for name in names(query))
    return {name: OriginCount(dev=count, held_out=got[name]) for name, count in sorted(there.items())}


def _refuse_nothing(pool: Pool, held_out: list[str], holdout: float, log_only: bool) -> None:
    if held_out:
        return
    what = "query of origin log" if log_only else "query"
    count = sum(of != UNANSWERABLE for of in pool.strata.values())
    if not count:
        raise UsageError(f"nothing to freeze: no {what} in dev has a label that counts; `goldkit review` decides some")
    if not pool.free:
        raise UsageError(f"nothing to freeze: each {what} of dev is in a block with a frozen or burned query")
    largest = max(len(members) for members in pool.free.values())
    raise UsageError(
        f"nothing to freeze: --holdout {holdout:g} of {counted(count, 'labelled query')} takes no whole block "
        f"(the largest has {counted(largest, 'query')}); give a larger fraction"
    )
