"""Drift of two runs: the figures of each query, the kinds of change, and what is not compared."""

from dataclasses import dataclass, field, replace

import pytest

from goldkit.errors import UsageError
from goldkit.records import Results, Run
from goldkit.reports.drift_text import drift_text
from goldkit.results.drift import Apart
from goldkit.scoring.drift import drift
from goldkit.statistics.rank_biased_overlap import rank_biased_overlap


def run(name, answers):
    """A run from query → ids (a list), or why it failed (a str)."""
    rankings = {query: tuple(found) for query, found in answers.items() if not isinstance(found, str)}
    failed = {query: found for query, found in answers.items() if isinstance(found, str)}
    return Run(name=name, rankings=rankings, failed=failed)


def runs(before, after):
    return [run("old", before), run("new", after)]


@dataclass
class Source:
    """A run whose results are given as they are read."""

    name: str
    found: list
    header: dict = field(default_factory=dict)

    def results(self):
        yield from self.found


def test_every_kind_of_change_is_counted_once():
    found = drift(
        *runs(
            {
                "same": ["a", "b"],
                "order": ["a", "b"],
                "some": ["a", "b"],
                "none": ["a", "b"],
                "empty": [],
                "gone": ["a"],
            },
            {"same": ["a", "b"], "order": ["b", "a"], "some": ["a", "c"], "none": ["c", "d"], "empty": [], "gone": []},
        ),
        k=10,
    )
    assert (found.same, found.reordered, found.partly, found.nothing, found.queries) == (2, 1, 1, 2, 6)
    assert [change.query for change in found.changed] == ["gone", "none", "some", "order"]
    some = found.changed[2]
    assert (some.overlap, some.kept, some.dropped, some.new) == (1 / 3, 1 / 2, ("b",), ("c",))
    assert some.rbo == rank_biased_overlap("ab", "ac", 0.9)
    assert found.overlap.mean == pytest.approx((1 + 1 + 1 / 3 + 0 + 1 + 0) / 6)
    assert (found.kept.least, found.kept.median) == (0, 0.5)


def test_only_the_first_k_count_and_a_repeated_id_once():
    found = drift(*runs({"q": ["a", "a", "b", "c"]}, {"q": ["a", "b", "x", "y"]}), k=2)
    assert found.changed[0].dropped == ()
    assert found.changed[0].new == ("b",)
    assert found.changed[0].overlap == 0.5
    assert found.changed[0].rbo == rank_biased_overlap("a", "ab", 0.5)


def test_k_1_is_the_first_rank():
    found = drift(*runs({"p": ["a", "b"], "q": ["a", "b"]}, {"p": ["a", "c"], "q": ["b", "a"]}), k=1)
    assert (found.p, found.rbo.mean, found.same, found.nothing) == (0, 0.5, 1, 1)


def test_failures_and_lonely_queries_are_apart():
    found = drift(
        *runs(
            {"a": ["1"], "b": ["1"], "c": "timeout", "d": ["1"], "e": "timeout"},
            {"a": ["1"], "c": ["1"], "d": "timeout", "e": "timeout", "f": ["1"]},
        ),
        k=3,
    )
    assert found.queries == 1
    assert {name: apart.queries for name, apart in found.only.items()} == {"old": ("b",), "new": ("f",)}
    assert found.failed == {"old": Apart(count=2, queries=("c", "e")), "new": Apart(count=2, queries=("d", "e"))}


def test_runs_made_for_a_frozen_set_name_no_query():
    old, new = runs({"secret1": ["a"], "secret2": ["a"], "secret3": "timeout"}, {"secret1": ["b"]})
    made_for = {"set": {"name": "core", "digest": "abc"}}
    open_found = drift(replace(old, header={"set": {"name": "dev"}}), new, k=3)
    assert open_found.blind is None
    for one, other in ((replace(old, header=made_for), new), (old, replace(new, header=made_for))):
        found = drift(one, other, k=3)
        assert (found.blind, found.nothing, found.changed) == ("core", 1, ())
        assert found.only["old"] == Apart(count=2, queries=())
        for words in (repr(found), drift_text(found)):
            assert "secret" not in words
    assert "made for the frozen set core: no query is named" in words


def test_nothing_to_compare_is_no_figure():
    found = drift(*runs({"a": "timeout"}, {"a": ["1"]}), k=3)
    assert (found.queries, found.overlap, found.rbo, found.changed) == (0, None, None, ())


def test_scores_make_the_order_where_there_is_no_other_and_ties_at_the_cut_are_counted():
    old = Source("old", [Results("p", ("a", "b", "c"), (1.0, 2.0, 3.0), ordered=False), Results("q", ("a", "b", "c"))])
    new = Source("new", [Results("p", ("c", "b"), (1.0, 0.5)), Results("q", ("a", "c", "b"), (2.0, 1.0, 1.0))])
    found = drift(old, new, k=2)
    assert [change.query for change in found.changed] == ["q"]
    assert found.tied == 1


def test_ids_that_the_corpus_lacks_of_the_whole_run():
    old, new = runs({"q": ["c01", "c02", "gone"]}, {"q": ["c1", "c2"]})
    found = drift(old, new, k=1, corpus={"c01", "c02", "c03"})
    assert [(item.run, item.ids, item.lacking) for item in found.vanished] == [
        ("old", 3, ("gone",)),
        ("new", 2, ("c1", "c2")),
    ]
    assert "padding with zeros" in found.vanished[1].reason
    assert drift(old, new, k=1).vanished == ()


def test_what_cannot_be_compared():
    with pytest.raises(UsageError, match="no query in common"):
        drift(*runs({"a": ["1"]}, {"b": ["1"]}), k=3)
    with pytest.raises(UsageError, match="both runs are named 'old'"):
        drift(*[runs({"a": ["1"]}, {})[0]] * 2, k=3)
