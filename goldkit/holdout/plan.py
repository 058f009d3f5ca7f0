"""The plan of a freeze: which queries of `dev` are held out, so that nothing tied to them stays where people tune.

Whole blocks move, never parts of one. A block with a frozen or burned query in it stays; a query that has a hard tie to a frozen
one, or that shares a block with a held-out one without being held out itself, is embargoed: in neither side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.holdout.draw import draw
from goldkit.phrases import counted
from goldkit.records import Query
from goldkit.results.holdout import FreezePlan, OriginCount
from goldkit.sets.golden import EMBARGOED, GoldenSet

UNANSWERABLE = "unanswerable"
"""The stratum of queries known to have no answer: they ride along and are counted apart."""
BURNED, TIED = "in a block with a burned query", "in a block with a frozen query"


def plan_freeze(golden: GoldenSet, name: str, holdout: float, seed: int, log_only: bool = False) -> FreezePlan:
    """Choose the side of every query of `dev`; the same set and seed always choose the same, in whatever order they were read.

    holdout: the fraction, in (0, 1], of the queries of `dev` that have a label which counts, stratified by origin.
    log_only: hold out queries of origin `log` only. Raises UsageError when nothing can be held out.
    """
    if not 0 < holdout <= 1:
        raise UsageError(f"--holdout {holdout:g}: a fraction above 0 and up to 1 is expected, such as 0.5")
    dev = {query.id: query for query in golden.dev()}
    blocks = golden.blocks()
    strata = {query.id: stratum for query in dev.values() if (stratum := _stratum(golden, query, log_only))}
    candidates = Counter(strata.values())
    stays = _staying_blocks(golden, blocks)
    free: dict[str, list[str]] = defaultdict(list)
    kept_in: Counter[str] = Counter()
    for query in sorted(strata):
        reason = BURNED if query in golden.burned else stays.get(blocks[query])
        if reason is None:
            free[blocks[query]].append(query)
        elif strata[query] != UNANSWERABLE:
            kept_in[reason] += 1
    chosen = {
        query for block in draw(_sizes(free, strata), candidates, holdout, _lots(free, seed)) for query in free[block]
    }
    held_out = sorted(query for query in chosen if strata[query] != UNANSWERABLE)
    _refuse_nothing(candidates, free, held_out, holdout, log_only)
    return FreezePlan(
        name=name,
        queries=tuple(held_out),
        unanswerable=tuple(sorted(chosen - set(held_out))),
        embargoed=_embargoed(golden, dev, blocks, chosen, name),
        blocks={query: blocks[query] for query in sorted(chosen)},
        wanted=holdout,
        candidates=sum(candidates.values()) - candidates[UNANSWERABLE],
        origins=_origins(candidates, strata, held_out),
        kept_in=dict(sorted(kept_in.items())),
        blocks_left=len({blocks[query] for query in strata if strata[query] != UNANSWERABLE and query not in chosen}),
        largest_block=max(Counter(blocks[query] for query in chosen).values(), default=0),
        seed=seed,
        log_only=log_only,
    )


def _stratum(golden: GoldenSet, query: Query, log_only: bool) -> str | None:
    """What a query of `dev` is counted under; None where it cannot be held out."""
    if log_only and query.origin != "log":
        return None
    if query.answerable == "no":
        return UNANSWERABLE
    return query.origin if golden.labels(query.id) else None


def _staying_blocks(golden: GoldenSet, blocks: Mapping[str, str]) -> dict[str, str]:
    """block → why it stays in `dev`: a query of it can no longer change sides, and blocks are never split."""
    stays = {blocks[query]: BURNED for query in sorted(golden.burned) if query in blocks and query not in golden.sides}
    frozen = (query for query, side in sorted(golden.sides.items()) if side != EMBARGOED and query in blocks)
    return stays | {blocks[query]: TIED for query in frozen}


def _sizes(free: Mapping[str, list[str]], strata: Mapping[str, str]) -> dict[str, Counter[str]]:
    return {block: Counter(strata[query] for query in members) for block, members in free.items()}


def _lots(free: Mapping[str, list[str]], seed: int) -> dict[str, str]:
    """A lot for each block, from the seed and who is in it: no name, place or neighbour has a part in it."""
    return {block: canonical.sha256_bytes(canonical.encode([seed, *members])) for block, members in free.items()}


def _embargoed(
    golden: GoldenSet, dev: Mapping[str, Query], blocks: Mapping[str, str], chosen: set[str], name: str
) -> dict[str, str]:
    """Queries of `dev` that would carry what a frozen query asks back to where people tune, and why."""
    taken = {blocks[query] for query in chosen}
    tied = golden.tied_to_frozen()
    reasons = {}
    for query in sorted(dev.keys() - chosen):
        side = tied.get(query) or (name if blocks[query] in taken else None)
        if side is not None:
            reasons[query] = f"tied to a query of {side}"
    return reasons


def _origins(candidates: Counter[str], strata: Mapping[str, str], held_out: list[str]) -> dict[str, OriginCount]:
    got = Counter(strata[query] for query in held_out)
    return {
        origin: OriginCount(dev=count, held_out=got[origin])
        for origin, count in sorted(candidates.items())
        if origin != UNANSWERABLE
    }


def _refuse_nothing(
    candidates: Counter[str], free: Mapping[str, list[str]], held_out: list[str], holdout: float, log_only: bool
) -> None:
    if held_out:
        return
    what = "query of origin log" if log_only else "query"
    count = sum(candidates.values()) - candidates[UNANSWERABLE]
    if not count:
        raise UsageError(f"nothing to freeze: no {what} in dev has a label that counts; `goldkit review` decides some")
    if not free:
        raise UsageError(f"nothing to freeze: each {what} of dev is in a block with a frozen or burned query")
    largest = max(len(members) for members in free.values())
    raise UsageError(
        f"nothing to freeze: --holdout {holdout:g} of {counted(count, 'labelled query')} takes no whole block "
        f"(the largest has {counted(largest, 'query')}); give a larger fraction"
    )
