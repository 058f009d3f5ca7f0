"""A ranking as far as a budget of tokens goes: recall@2000tok, nDCG@2000tok and the like."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence, Set
from itertools import accumulate

from goldkit.errors import UsageError
from goldkit.measures.truth import Truth, see
from goldkit.measures.view import Costs, FactCost, View


def costs(truth: Truth, ranking: Sequence[str], lengths: Mapping[str, int]) -> Costs:
    """What a ranking of chunk ids costs. lengths: chunk id → tokens, of every chunk that is ranked or relevant."""
    shortest: dict[int, int] = {}
    for chunk, places in truth.members.items():
        for place in places:
            shortest[place] = min(lengths[chunk], shortest.get(place, lengths[chunk]))
    return Costs(
        used=tuple(accumulate(lengths[chunk] for chunk in ranking)),
        facts=tuple(
            FactCost(shortest[place], truth.gains[place], share, truth.exp_gains[place])
            for place, share in enumerate(truth.shares)
        ),
    )


def see_costs(
    truth: Truth, ranking: Sequence[str], lengths: Mapping[str, int] | None, ids: Set[str] | None = None
) -> View:
    """As truth.see; with what it costs, where lengths are known."""
    view = see(truth, ranking, ids)
    return view if lengths is None else view._replace(costs=costs(truth, ranking, lengths))


def within_budget(view: View, tokens: int) -> View:
    """The results that fit the budget: taken from the top until the next one would not fit; a repeated one costs again.

    The ideal of nDCG and recall_cap is a ranking of facts, each by its shortest chunk, the most worth first (of equal worth the
    shorter): a fact that no longer fits is passed over. It is the same for every run. Filling a budget best is a knapsack problem
    and this is its greedy answer, so a ranking may beat it by a little, which is why the measures stop at 1.
    Raises UsageError where lengths are not known.
    """
    if view.costs is None:
        raise UsageError("a budget of tokens needs the texts of the chunks: name them with --corpus")
    depth = bisect_right(view.costs.used, tokens)
    facts = view.costs.facts
    return view._replace(
        reaches=view.within(depth),
        judged=tuple(rank for rank in view.judged if rank <= depth),
        nonrelevant=tuple(rank for rank in view.nonrelevant if rank <= depth),
        depth=depth,
        ideal_gains=_fill([(fact.gain, fact.tokens) for fact in facts], tokens),
        ideal_shares=_fill([(fact.share, fact.tokens) for fact in facts], tokens),
        ideal_exp=_fill([(fact.exp_gain, fact.tokens) for fact in facts], tokens),
    )


def _fill(facts: Sequence[tuple[float, int]], tokens: int) -> tuple[float, ...]:
    """What a budget holds at best. facts: (worth, tokens) each."""
    taken: list[float] = []
    for worth, cost in sorted(facts, key=lambda fact: (-fact[0], fact[1])):
        if cost <= tokens:
            tokens -= cost
            taken.append(worth)
    return tuple(taken)
