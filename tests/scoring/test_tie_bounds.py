from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from goldkit.library.score import score
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.tie_bounds import tie_notes


@pytest.fixture
def wanted(make: SimpleNamespace) -> object:
    return make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"b": 1}))


def test_the_ends_of_each_mean_over_all_orders_of_ties(make: SimpleNamespace, wanted: object) -> None:
    tied = make.scored_run("r", {"q1": {"a": 1.0, "x": 1.0, "y": 1.0}, "q2": {"b": 2.0, "x": 1.0}})
    result = score(wanted, [tied], ["recall@1", "MRR", "AP"], k=1)
    assert result.runs[0].means["MRR"] == pytest.approx((1 / 3 + 1) / 2)
    assert result.runs[0].tie_bounds == {"recall@1": (0.5, 1.0), "MRR": (pytest.approx((1 / 3 + 1) / 2), 1.0)}
    assert result.to_dict()["runs"][0]["tie_bounds"]["recall@1"] == (0.5, 1.0)
    assert "over all orders of equal scores r has recall@1 0.500 to 1.000, MRR 0.667 to 1.000" in result.notes


def test_a_list_whose_own_order_decides_has_them_too(make: SimpleNamespace, wanted: object) -> None:
    run = make.run("r", {"q1": ["a", "x"], "q2": ["b"]}, scores={"q1": (1.0, 1.0), "q2": (1.0,)})
    assert score(wanted, [run], ["MRR"]).runs[0].tie_bounds == {"MRR": (0.75, 1.0)}


def test_ties_that_change_nothing_are_not_spoken_of(make: SimpleNamespace, wanted: object) -> None:
    run = make.scored_run("r", {"q1": {"a": 2.0, "x": 1.0, "y": 1.0}, "q2": {"x": 1.0, "y": 1.0}})
    result = score(wanted, [run], ["MRR"])
    assert result.runs[0].tie_bounds == {}
    assert not any("all orders" in note for note in result.notes)


def test_a_warning_where_ties_span_more_than_the_delta(make: SimpleNamespace, wanted: object) -> None:
    sure = make.scored_run("sure", {"q1": {"x": 2.0, "a": 1.0}, "q2": {"b": 2.0}})
    tied = make.scored_run("tied", {"q1": {"x": 1.0, "a": 1.0, "0": 1.0}, "q2": {"b": 2.0}})
    result = score(wanted, [sure, tied], ["recall", "MRR"], k=1)
    assert (
        "warning: ties span more than the delta under test: over all orders of equal scores recall@1 of tied against sure "
        "lies between 0.000 and +0.500, and was found to be 0.000"
    ) in result.notes
    both = score(
        wanted, [tied, make.scored_run("other", {"q1": {"a": 1.0, "y": 1.0}, "q2": {"b": 1.0, "y": 1.0}})], k=1
    )
    assert any("of other against tied lies between −1.000 and +0.500" in note for note in both.notes)
    clear = make.scored_run("clear", {"q1": {"a": 2.0}, "q2": {"b": 2.0}})
    assert not any("warning" in note for note in score(wanted, [sure, clear], ["recall", "MRR"], k=1).notes)


def test_of_several_runs_under_one_name_the_means_of_their_ends(make: SimpleNamespace, wanted: object) -> None:
    tied = make.scored_run("r", {"q1": {"a": 1.0, "x": 1.0}, "q2": {"b": 2.0}})
    sure = make.scored_run("r", {"q1": {"a": 2.0, "x": 1.0}, "q2": {"b": 2.0}})
    found = score(wanted, [tied, sure], ["MRR"], options=ScoreOptions(average=True))
    assert found.runs[0].tie_bounds == {"MRR": (0.875, 1.0)}


def test_ends_that_print_alike_are_not_spoken_of(make: SimpleNamespace, wanted: object) -> None:
    tied = score(wanted, [make.scored_run("r", {"q1": {"a": 1.0, "x": 1.0}, "q2": {"b": 2.0}})], ["MRR"]).runs[0]
    near = replace(tied, tie_bounds={"MRR": (0.4006, 0.4014)})
    apart = replace(tied, tie_bounds={"MRR": (0.4002, 0.4010)})
    assert tie_notes([near], "r", "MRR") == []
    assert tie_notes([apart], "r", "MRR") == ["over all orders of equal scores r has MRR 0.400 to 0.401"]


def test_a_tie_across_the_cut_is_counted_and_one_behind_it_is_not(make: SimpleNamespace) -> None:
    run = make.scored_run("a", {"q": {"a": 3.0, "b": 2.0, "c": 2.0}})
    tied = [score(make.scoreset(make.query("q", {"a": 1})), [run], ["recall"], k).runs[0].tied for k in (1, 2)]
    assert tied == [0, 1]
