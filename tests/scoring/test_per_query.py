"""What each run did with each query: ranks of facts, holes, and nothing of a frozen set unless it is burned."""

from dataclasses import replace

import pytest
from uncounted import score

from goldkit.errors import UsageError
from goldkit.reports.rank_changes import rank_changes
from goldkit.scoring.options import ScoreOptions

ASKED = ScoreOptions(per_query=True)


@pytest.fixture
def two(make):
    """A query with two facts, one of them in two copies, and one with a single fact."""
    facts = (make.fact("a", "a2"), make.fact("b"))
    first = make.query("q1", {"a": 1, "a2": 1, "b": 1, "wrong": 0}, facts=facts, tags=("exact",), block="b7")
    return make.scoreset(first, make.query("q2", {"c": 1}))


def test_the_rank_of_each_fact_its_holes_and_what_is_missing(make, two):
    before = make.run("before", {"q1": ["x", "b", "wrong", "a2", "a"], "q2": ["c"]})
    after = make.run("after", {"q1": ["a", "y"]}, failed={"q2": "timeout"})
    result = score(two, [before, after], k=3, options=replace(ASKED, failed="zero"))
    first, second = result.queries
    assert (first.id, first.origin, first.tags, first.block) == ("q1", "log", ("exact",), "b7")
    assert first.facts == (("a", "a2"), ("b",))
    old, new = first.runs["before"], first.runs["after"]
    assert (old.ranks, old.first, old.missed(3), old.missed()) == ((4, 2), 2, (1,), ())
    assert (old.top, old.holes, old.depth) == (("x", "b", "wrong"), (1,), 5)
    assert (new.ranks, new.missed(), new.holes) == ((1, None), (2,), (2,))
    assert first.change("before", "after", "MRR") == 0.5
    assert (second.runs["after"].failed, second.runs["after"].missing) == (True, False)
    assert second.runs["after"].first is None


def test_several_runs_of_one_name_show_the_rank_in_each(make, two):
    runs = [
        make.run("a", {"q1": ["b"], "q2": ["c"]}),
        make.run("b", {"q1": ["a", "b"], "q2": ["c"]}),
        make.run("b", {"q1": ["x", "y", "a"], "q2": ["c"]}),
    ]
    first, second = score(two, runs, options=replace(ASKED, average=True)).queries
    averaged = first.runs["b"]
    assert averaged.values["recall@10"] == 0.75
    assert [averaged.all_ranks(place) for place in (0, 1)] == [(1, 3), (2, None)]
    assert rank_changes(first, "a", "b") == "a (or 1 other chunk): – → 1/3 · b: 1 → 2/–"
    assert rank_changes(second, "a", "b") == "c: 1 → 1"


def test_an_empty_list_is_missing(make, two):
    result = score(two, [make.run("a", {"q1": ["a"], "q2": []})], options=ASKED)
    assert [query.runs["a"].missing for query in result.queries] == [False, True]


def test_it_is_kept_only_when_asked_for_and_never_in_the_json(make, two):
    runs = [make.run("a", {"q1": ["a"], "q2": ["c"]})]
    assert score(two, runs).queries == ()
    assert score(two, runs, options=ASKED).to_dict() == score(two, runs).to_dict()


def test_a_frozen_set_refuses_unless_burned(make, two):
    frozen = replace(two, frozen=True, name="core")
    runs = [make.run("a", {"q1": ["a"], "q2": ["c"]})]
    with pytest.raises(UsageError, match="core is frozen and shows aggregates only") as refused:
        score(frozen, runs, options=ASKED)
    assert "q1" not in str(refused.value)
    assert len(score(frozen, runs, options=replace(ASKED, burn=True)).queries) == 2
