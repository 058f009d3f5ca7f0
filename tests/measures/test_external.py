from __future__ import annotations

import shutil
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.measures import external
from goldkit.measures.names import Measure, parse
from goldkit.measures.truth import see, truth
from goldkit.measures.view import View
from goldkit.records import Label, Scale
from goldkit.sets.scoreset import facts_of_labels

SCALE = Scale(max=4, relevant_from=1)


def view(grades: dict[str, int], ranking: Sequence[str]) -> View:
    labels = {chunk: Label(query="q", chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()}
    return see(truth(facts_of_labels(labels, SCALE), labels, SCALE), ranking)


def one(name: str) -> Measure:
    (measure,) = parse([name], 10)
    return measure


@pytest.fixture(autouse=True)
def _needs_it(request: pytest.FixtureRequest) -> None:
    if "absent" not in request.node.name:
        pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")


VIEWS = [
    view({"a": 3, "b": 1, "x": 0}, "xab"),
    view({"a": 1}, "a"),
    view({"a": 2}, ""),
    view({"x": 0}, "x"),
    view({}, "z"),
]


def test_a_name_that_goldkit_does_not_compute_goes_there() -> None:
    measure = one("P(rel=2)@5")
    assert (measure.name, measure.k, measure.binary, measure.elsewhere) == ("P(rel=2)@5", 5, False, True)
    assert "ir_measures" in measure.chunks
    assert measure.values(VIEWS) == [0.2, 0.0, 0.0, 0.0, 0.0]
    assert measure(VIEWS[0]) == 0.2


@pytest.mark.parametrize(("typed", "printed"), [("rprec", "Rprec"), ("INFAP", "infAP"), ("p(rel=2)@5", "P(rel=2)@5")])
def test_upper_and_lower_case_of_a_name_do_not_matter(typed: str, printed: str) -> None:
    assert one(typed) == one(printed) and one(typed).name == printed


def test_queries_it_returns_nothing_for_are_0() -> None:
    assert one("Accuracy").values([view({"a": 1}, "xay"), view({"a": 1}, "x")]) == [0.5, 0.0]
    assert one("Rprec").values([view({"a": 1}, "")]) == [0.0]


@pytest.mark.skipif(shutil.which("perl") is None, reason="gdeval.pl needs perl")
def test_err_by_gdeval() -> None:
    """Chapelle et al. (CIKM 2009), with the largest grade 4: (1/2)(7/16) + (1/3)(9/16)(1/16)."""
    assert one("ERR@10")(VIEWS[0]) == pytest.approx(7 / 32 + 9 / 768, abs=1e-5)


def test_what_it_cannot_compute_or_goldkit_cannot_compare_is_refused_with_the_reason() -> None:
    with pytest.raises(UsageError, match=r"alpha_nDCG@5: ir_measures knows it but cannot compute it here: .*pyndeval"):
        one("alpha_nDCG@5").values(VIEWS)
    with pytest.raises(
        UsageError, match=r"Accuracy: ir_measures knows it but cannot compute it here: float division by zero"
    ):
        one("Accuracy")(view({"a": 1}, "a"))
    with pytest.raises(UsageError, match=r"NumRet is 3 for some query; goldkit compares measures that lie in \[0, 1\]"):
        one("NumRet").values(VIEWS)


def test_absent_it_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"no such measure: 'ERR@10'; .*pip install 'goldkit\[measures\]'"):
        parse(["ERR@10"], 10)


GRADES = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-2, 4), max_size=8)
RANKINGS = st.lists(st.sampled_from("abcdefghxyz"), max_size=12, unique=True)


@given(st.lists(st.builds(view, GRADES, RANKINGS), min_size=1, max_size=4))
@settings(deadline=None, max_examples=60)
def test_what_it_is_handed_gives_goldkits_own_figures(views: list[View]) -> None:
    """By way of the qrels and rankings made for it, ir_measures' spellings of what goldkit computes itself."""
    for own, name in {
        "recall@3": "R@3",
        "MRR": "RR",
        "nDCG@5": "nDCG@5",
        "AP": "AP",
        "precision@4": "P@4",
        "bpref": "Bpref",
    }.items():
        assert external.values(name, views) == pytest.approx([one(own)(each) for each in views], abs=1e-9), own
