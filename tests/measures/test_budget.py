from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.measures.budget import see_costs
from goldkit.measures.catalogue import MEASURES
from goldkit.measures.names import parse
from goldkit.measures.truth import truth
from goldkit.records import Fact, Label, Scale

GRADES = {"a": 3, "b": 2, "c": 2, "x": 0}
LABELS = {chunk: Label(query="q", chunk=chunk, grade=grade, status="decided") for chunk, grade in GRADES.items()}
LENGTHS = {"a": 50, "b": 30, "c": 40, "x": 20, "y": 0, "z": 1000}
FACTS = [Fact(any=("a", "b")), Fact(any=("c",))]
D2, D3 = 1 / log2(3), 1 / log2(4)


def value(name: str, ranking: str, lengths: dict[str, int] | None = LENGTHS) -> float:
    (measure,) = parse([name], 10)
    return measure(see_costs(truth(FACTS, LABELS, Scale()), ranking, lengths))


@pytest.mark.parametrize(
    ("name", "ranking", "expected"),
    [
        ("recall@100tok", "xac", 0.5),  # 20 + 50 fit, 40 more do not
        ("recall@110tok", "xac", 1.0),  # exactly full
        ("recall@100tok", "zac", 0.0),  # nothing is taken past the first that does not fit
        ("recall@70tok", "yac", 0.5),  # an empty text costs nothing
        ("recall@100tok", "", 0.0),
        ("recall@120tok", "aac", 0.5),  # a repeated result costs again
        ("nDCG@200tok", "ac", 1.0),
        ("nDCG@200tok", "xac", (2 * D2 + D3) / (2 + D2)),
        ("nDCG@39tok", "b", 1.0),  # the ideal has the first fact by its shorter chunk, and no room for the second
        ("nDCG@30tok", "b", 1.0),
        ("nDCG@29tok", "b", 0.0),
        ("recall_cap@39tok", "b", 1.0),
        ("MRR@69tok", "xa", 0.0),
        ("MRR@70tok", "xa", 0.5),
        ("precision@100tok", "xac", 0.5),  # of what was taken
        ("judged@50tok", "yxa", 0.5),
        ("complete@110tok", "xac", 1.0),
        ("hit@10tok", "a", 0.0),
    ],
)  # fmt: skip
def test_by_hand(name: str, ranking: str, expected: float) -> None:
    assert value(name, ranking) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("typed", ["recall@2000tok", "R@2000TOK", "recall@2000tokens", "recall@02000tok"])
def test_spellings(typed: str) -> None:
    assert [measure.name for measure in parse([typed], 10)] == ["recall@2000tok"]


@pytest.mark.parametrize("typed", ["recall@0tok", "recall@tok", "recall@-5tok", "foo@5tok"])
def test_no_budget(typed: str) -> None:
    with pytest.raises(UsageError, match="no such measure"):
        parse([typed], 10)


def test_of_facts_of_equal_worth_the_ideal_takes_the_shorter_first() -> None:
    own = truth([Fact(any=(chunk,)) for chunk in "abc"], LABELS, Scale())
    (measure,) = parse(["recall_cap@70tok"], 10)
    assert measure(see_costs(own, "b", LENGTHS)) == 0.5  # 30 and 40 fit, 50 and another would not


def test_without_lengths_the_option_is_named() -> None:
    with pytest.raises(UsageError, match="--corpus"):
        value("recall@100tok", "a", None)


def test_the_budgeted_kind_is_no_key_that_other_knowledge_hangs_on() -> None:
    (measure,) = parse(["recall@100tok"], 10)
    assert measure.kind not in MEASURES and measure.base == "recall" and measure.k is None


@given(st.text("abcxyz", max_size=8), st.integers(1, 200), st.integers(0, 200))
def test_in_range_and_recall_grows_with_the_budget(ranking: str, tokens: int, more: int) -> None:
    for kind in MEASURES:
        assert 0.0 <= value(f"{kind}@{tokens}tok", ranking) <= 1.0
    assert value(f"recall@{tokens}tok", ranking) <= value(f"recall@{tokens + more}tok", ranking)
