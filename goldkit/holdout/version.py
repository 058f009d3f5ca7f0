"""The plan of a new version of a frozen set: its queries with the labels of today, and what may be added to them.

Queries of the parent stay held out, those excepted that were burned meanwhile. Queries embargoed because they are tied to it, which
nobody tuned on, come in. A further part of `dev` is drawn as for any frozen set, where one is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from goldkit.errors import UsageError
from goldkit.holdout.choice import Choice
from goldkit.holdout.plan import (
    UNANSWERABLE,
    chosen_of,
    is_candidate,
    pool_of,
    told,
)
from goldkit.results.holdout import FreezePlan
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.golden import GoldenSet


def plan_version(
    golden: GoldenSet, name: str, holdout: float | None, seed: int, choice: Choice, parent: Iterable[str]
) -> FreezePlan:
    """Choose what a version holds. parent: ids of the parent's queries. holdout: the fraction of `dev` to add, None for nothing.

    Raises UsageError for a fraction out of range, or where no query would be in it.
    """
    if holdout is not None and not 0 < holdout <= 1:
        raise UsageError(f"--holdout {holdout:g}: a fraction above 0 and up to 1 is expected, such as 0.5")
    burned = frozenset() if choice.allow_burned else golden.burned
    pool = pool_of(golden, choice.log_only, burned)
    old = set(parent)
    kept = {one for one in old - burned if one in golden.queries and is_candidate(golden, golden.queries[one])}
    if not kept:
        raise UsageError(
            f"nothing of {choice.parent} can be kept: each of its queries is burned, gone or without a label"
        )
    near = {pool.grouped.of[one] for one in kept}
    seen = burned | golden.left
    joined = {
        one
        for one, side in golden.sides.items()
        if side == EMBARGOED and one in golden.queries and one not in seen and pool.grouped.of[one] in near
        if is_candidate(golden, golden.queries[one]) and not (choice.log_only and golden.queries[one].origin != "log")
    }
    drawn = chosen_of(golden, pool, holdout, seed) if holdout is not None else set()
    strata = dict(pool.strata)
    for one in kept | joined:
        query = golden.queries[one]
        strata[one] = UNANSWERABLE if query.answerable == "no" else query.origin
    plan = FreezePlan(
        name=name,
        wanted=holdout or 0.0,
        seed=seed,
        log_only=choice.log_only,
        allow_burned=choice.allow_burned,
        parent=choice.parent,
        kept=len(kept),
        dropped=len(old - kept),
        joined=len(joined),
    )
    return told(golden, replace(pool, strata=strata), kept | joined | drawn, plan, new=drawn)
