from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.holdout.plan import plan_freeze
from goldkit.records import Judgment, Query
from goldkit.results.holdout import FreezePlan
from goldkit.sets.blocks import hard_ties
from goldkit.sets.embargo import EMBARGOED, tied_to_frozen
from goldkit.sets.golden import GoldenSet
from goldkit.store.fold import fold
from goldkit.store.settings import Settings
from goldkit.text.wording import near_identical

AT = "2026-12-01T10:00:00Z"


def golden_set(
    queries: list[Query], relevant: dict[str, set[str]], sides: dict[str, str] | None = None, burned: str = ""
) -> GoldenSet:
    judgments = [
        Judgment(query=query, chunk=chunk, grade=3, status="decided", source="human", by="ana", at=AT)
        for query, chunks in relevant.items()
        for chunk in chunks
    ]
    tied = tied_to_frozen(queries, sides or {}, hard_ties(queries, {}))
    return GoldenSet(
        settings=Settings(),
        queries={query.id: query for query in queries},
        folded=fold(judgments),
        chunks=(),
        sides=(sides or {}) | dict.fromkeys(tied, EMBARGOED),
        tied=tied,
        burned=frozenset(burned.split()),
    )


def singles(count: int, **fields: object) -> list[Query]:
    return [Query(id=f"q{n:03}", text=f"{n:03}{'abcdefghij'[n % 10] * (n + 4)}", **fields) for n in range(count)]


def labelled(queries: list[Query]) -> dict[str, set[str]]:
    return {query.id: {f"c-{query.id}"} for query in queries}


TEXTS = [
    "how long does a transfer wait?",
    "How long does a transfer  wait",
    "who may delete?",
    "what is XFR-1042",
    "why",
]


@st.composite
def golden_sets(draw: st.DrawFn) -> GoldenSet:
    count = draw(st.integers(1, 25))
    small = st.integers(0, count // 2 + 1)
    queries, relevant = [], {}
    for n in range(count):
        query = Query(
            id=f"q{n}",
            text=draw(st.sampled_from([*TEXTS, *[f"{n:03}{'xyz'[n % 3] * (n + 4)}"] * 8])),
            origin=draw(st.sampled_from(["log", "synthetic", "manual"])),
            generator=draw(st.sampled_from([{}, {}, {"chunks": [f"seed{draw(small)}"]}])),
            conversations=draw(st.sampled_from([(), (), (f"v{draw(small)}",)])),
            answerable=draw(st.sampled_from([None, None, None, "no"])),
            aside=draw(st.sampled_from([None] * 8 + ["a typo"])),
        )
        queries.append(query)
        if query.answerable is None and draw(st.booleans()):
            relevant[query.id] = {f"c{draw(st.integers(0, 2 * count))}" for _ in range(draw(st.integers(1, 2)))}
    ids = [query.id for query in queries]
    sides = draw(st.dictionaries(st.sampled_from(ids), st.sampled_from(["old", EMBARGOED]), max_size=3))
    burned = draw(st.lists(st.sampled_from(ids), max_size=2))
    return golden_set(queries, relevant, sides, " ".join(burned))


def tied(golden: GoldenSet, a: Query, b: Query, soft: bool) -> bool:
    hard = (
        bool({*a.generator.get("chunks", ())} & {*b.generator.get("chunks", ())})
        or bool({*a.conversations} & {*b.conversations})
        or near_identical(a.text, b.text)
    )
    return hard or (soft and bool({*golden.labels(a.id)} & {*golden.labels(b.id)}))


def try_plan(golden: GoldenSet, holdout: float, seed: int, log_only: bool) -> FreezePlan | None:
    try:
        return plan_freeze(golden, "new", holdout, seed, log_only)
    except UsageError as error:
        assert "nothing to freeze" in str(error)
        return None


@settings(deadline=None)
@given(golden_sets(), st.sampled_from([0.1, 0.3, 0.5, 0.9, 1.0]), st.integers(0, 5), st.booleans())
def test_nothing_tied_is_on_two_sides(golden: GoldenSet, holdout: float, seed: int, log_only: bool) -> None:
    plan = try_plan(golden, holdout, seed, log_only)
    if plan is None:
        return
    chosen = {*plan.queries, *plan.unanswerable}
    dev = {query.id for query in golden.dev()}
    assert chosen <= dev and not chosen & golden.burned and not chosen & plan.embargoed.keys()
    assert plan.embargoed.keys() <= dev | golden.tied.keys()
    sides = dict.fromkeys(dev, "dev") | dict(golden.sides)
    sides |= dict.fromkeys(chosen, "new") | dict.fromkeys(plan.embargoed, EMBARGOED)
    queries = [query for query in golden.queries.values() if query.aside is None]
    for a, b in combinations(queries, 2):
        one, other = sides[a.id], sides[b.id]
        given_before = a.id in golden.sides and b.id in golden.sides
        if one == other or EMBARGOED in (one, other) or given_before:
            continue
        assert not tied(golden, a, b, soft=False), (a, b, one, other)
        if "new" in (one, other) and tied(golden, a, b, soft=True):
            assert plan.cut and (plan.across or "old" in (one, other)), (a, b, one, other)


@settings(deadline=None)
@given(golden_sets(), st.sampled_from([0.3, 0.5, 1.0]), st.integers(0, 5), st.booleans(), st.randoms())
def test_neither_order_nor_another_time_changes_the_plan(
    golden: GoldenSet, holdout: float, seed: int, log_only: bool, rng: random.Random
) -> None:
    items = list(golden.queries.items())
    rng.shuffle(items)
    sides = list(golden.sides.items())
    rng.shuffle(sides)
    shuffled = replace(golden, queries=dict(items), sides=dict(sides))
    assert try_plan(golden, holdout, seed, log_only) == try_plan(shuffled, holdout, seed, log_only)


@settings(deadline=None)
@given(golden_sets(), st.sampled_from([0.1, 0.3, 0.5, 0.9]), st.integers(0, 5))
def test_the_fraction_is_met_as_nearly_as_blocks_allow(golden: GoldenSet, holdout: float, seed: int) -> None:
    plan = try_plan(golden, holdout, seed, log_only=False)
    if plan is not None and not plan.kept_in:
        largest = max(Counter(golden.blocks().values()).values())
        assert abs(len(plan.queries) - holdout * plan.candidates) <= largest + 2


@pytest.mark.parametrize("holdout", [0.1, 0.25, 0.5, 0.8, 1.0])
def test_independent_queries_are_split_to_the_query_in_every_origin(holdout: float) -> None:
    queries = [
        replace(query, origin=["log", "log", "synthetic", "manual"][n % 4], answerable="no" if n % 10 == 9 else None)
        for n, query in enumerate(singles(120))
    ]
    plan = plan_freeze(
        golden_set(queries, labelled([query for query in queries if query.answerable is None])), "core", holdout, 3
    )
    for count in plan.origins.values():
        assert abs(count.held_out - holdout * count.dev) <= 1
    assert abs(len(plan.queries) - holdout * 108) <= 1
    assert abs(len(plan.unanswerable) - holdout * 12) <= 1
    assert plan.candidates == 108 and plan.block_count == len(plan.queries) + len(plan.unanswerable)


def test_another_seed_draws_others_and_every_query_has_its_chance() -> None:
    golden = golden_set(queries := singles(40), labelled(queries))
    drawn = [frozenset(plan_freeze(golden, "core", 0.5, seed).queries) for seed in range(60)]
    assert len(set(drawn)) == 60
    times = Counter(query for queries in drawn for query in queries)
    assert len(times) == 40 and min(times.values()) > 12 and max(times.values()) < 48


def test_large_and_small_blocks_go_to_both_sides() -> None:
    queries = [replace(query, conversations=(f"v{n // 6}",) if n < 60 else ()) for n, query in enumerate(singles(120))]
    plan = plan_freeze(golden_set(queries, labelled(queries)), "core", 0.5, 1)
    assert sum(query < "q060" for query in plan.queries) == 30
    assert len(plan.queries) == 60 and plan.largest_block == 6


@pytest.mark.parametrize("seed", range(8))
def test_where_the_fraction_leaves_the_choice_a_block_as_large_as_the_rest_stays(seed: int) -> None:
    """Half of these queries hang together: drawn as one, they would be a held-out set that can never give a verdict."""
    queries = [replace(query, conversations=("v",) if n < 60 else ()) for n, query in enumerate(singles(110))]
    plan = plan_freeze(golden_set(queries, labelled(queries)), "core", 0.5, seed)
    assert (len(plan.queries), plan.block_count) == (50, 50)


def test_what_is_tied_to_a_frozen_query_is_embargoed_with_the_reason() -> None:
    queries = [*singles(10), Query(id="twin", text="000aaaa ?"), Query(id="x", text="far away", conversations=("v",))]
    queries.append(Query(id="y", text="something else", conversations=("v",)))
    golden = golden_set(queries, labelled(queries), sides={"q000": "old", "x": EMBARGOED})
    plan = plan_freeze(golden, "core", 1.0, 1)
    assert dict(plan.embargoed) == {"twin": "tied to a query of old"}
    assert "y" in plan.queries and "twin" not in plan.queries
    assert not plan.kept_in, "the twin is not in dev"


def test_what_came_to_share_a_fact_with_a_frozen_query_is_embargoed_and_what_a_freeze_left_in_dev_stays() -> None:
    queries = [*singles(30), Query(id="later", text="asked in spring only")]
    golden = golden_set(queries, {**labelled(queries), "later": {"c-q000"}}, sides={"q000": "old"})
    plan = plan_freeze(golden, "core", 0.5, 1)
    assert dict(plan.embargoed) == {"later": "in a group with a query of old: a shared fact or document window"}
    kept = plan_freeze(replace(golden, left=frozenset({"later"})), "core", 0.5, 1)
    assert not kept.embargoed and "later" not in kept.queries and "later" in kept.left


@pytest.mark.parametrize("holdout", [0.3, 0.5, 0.6])
def test_tags_are_evened_out_within_their_origins(holdout: float) -> None:
    rng = random.Random(7)
    queries = [
        replace(
            query, origin=["log", "synthetic"][n % 3 == 0], tags=tuple(rng.sample(["exact", "vague", "long"], n % 3))
        )
        for n, query in enumerate(singles(150))
    ]
    worst = 0.0
    for seed in range(10):
        plan = plan_freeze(golden_set(queries, labelled(queries)), "core", holdout, seed)
        worst = max(worst, *(abs(count.held_out - holdout * count.dev) for count in plan.tags.values()))
        assert all(abs(count.held_out - holdout * count.dev) <= 2 for count in plan.origins.values())
    assert worst <= 5  # 11 where nobody looks at tags


def test_a_chain_of_shared_facts_is_cut_where_it_is_weakest() -> None:
    """Twenty fours that share both of their facts, each four tied to the next by a third one: all would be one block."""
    queries = singles(80)
    facts = {query.id: {f"a{n // 4}", f"b{n // 4}"} for n, query in enumerate(queries)}
    for n in range(4, 80, 4):
        facts[queries[n].id].add(f"bridge{n}")
        facts[queries[n - 1].id].add(f"bridge{n}")
    plan = plan_freeze(golden_set(queries, facts), "core", 0.5, 1)
    assert (len(plan.queries), plan.whole, plan.soft_ties) == (40, 80, 20 * 6 + 19)
    fours = Counter(int(query[1:]) // 4 for query in plan.queries)
    assert set(fours.values()) == {4} and 0 < plan.cut <= 19 and plan.across


def test_only_log_queries_go_and_what_shares_their_blocks_is_embargoed() -> None:
    log = singles(6, origin="log")
    mate = Query(id="mate", text="another wording", origin="synthetic")
    golden = golden_set([*log, mate], {**labelled(log), "mate": {"c-q000"}})
    plan = plan_freeze(golden, "core", 1.0, 1, log_only=True)
    assert plan.queries == tuple(query.id for query in log)
    assert dict(plan.embargoed) == {"mate": "tied to a query of core"}


def test_a_burned_query_keeps_its_block_in_dev() -> None:
    queries = [replace(query, conversations=("v",) if n < 3 else ()) for n, query in enumerate(singles(10))]
    plan = plan_freeze(golden_set(queries, labelled(queries), burned="q001"), "core", 1.0, 1)
    assert plan.queries == tuple(query.id for query in queries[3:])
    assert dict(plan.kept_in) == {"in a block with a burned query": 3} and not plan.embargoed


@pytest.mark.parametrize("holdout", [0, -0.1, 1.01, float("nan"), float("inf")])
def test_a_fraction_out_of_range_is_refused(holdout: float) -> None:
    with pytest.raises(UsageError, match="--holdout"):
        plan_freeze(golden_set(queries := singles(4), labelled(queries)), "core", holdout, 1)


def test_nothing_to_freeze_says_why() -> None:
    queries = singles(4)
    with pytest.raises(UsageError, match="goldkit review"):
        plan_freeze(golden_set(queries, {}), "core", 0.5, 1)
    with pytest.raises(UsageError, match="no query of origin log"):
        plan_freeze(golden_set(queries, labelled(queries)), "core", 0.5, 1, log_only=True)
    together = [replace(query, conversations=("v",)) for query in queries]
    with pytest.raises(UsageError, match="the largest has 4 queries"):
        plan_freeze(golden_set(together, labelled(together)), "core", 0.2, 1)
    with pytest.raises(UsageError, match="frozen or burned"):
        plan_freeze(golden_set(together, labelled(together), burned="q000"), "core", 0.5, 1)
