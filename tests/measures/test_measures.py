"""Every measure on rankings small enough to work out by hand."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.measures.names import parse
from goldkit.measures.truth import see, truth
from goldkit.records import Fact, Label, Scale

SCALE = Scale()
D = [1 / log2(rank + 1) for rank in range(1, 30)]
ALL = (
    "recall", "MRR", "MRR@2", "nDCG", "nDCG-exp", "precision", "hit", "AP", "AP@2", "judged", "recall_cap", "complete", "bpref",
)  # fmt: skip


def labelled(grades: dict[str, int | None]) -> dict[str, Label]:
    return {chunk: Label(query="q", chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()}


def value(name: str, ranking: str, facts: list[Fact], grades: dict[str, int | None], k: int = 10) -> float:
    """The measure on a ranking whose chunk ids are single letters."""
    (measure,) = parse([name], k)
    return measure(see(truth(facts, labelled(grades), SCALE), ranking))


COPIES = [Fact(any=("a", "b")), Fact(any=("c",))]
GRADES: dict[str, int | None] = {"a": 3, "b": 2, "c": 2, "x": 0, "y": 1}


@pytest.mark.parametrize(
    ("name", "ranking", "expected"),
    [
        ("recall@10", "ab", 0.5),  # the second copy reaches nothing new
        ("recall@10", "bxc", 1.0),
        ("recall@2", "bxc", 0.5),
        ("recall@10", "", 0.0),
        ("MRR", "xyzzzzzzzzzzb", 1 / 13),  # uncut
        ("MRR@10", "xyzzzzzzzzzzb", 0.0),
        ("precision@4", "abcx", 2 / 4),  # the copy is a slot without worth
        ("precision@10", "ac", 2 / 10),  # a short list is filled up with misses
        ("hit@1", "xa", 0.0),
        ("hit@2", "xa", 1.0),
        ("AP", "abc", (1 + 2 / 3) / 2),
        ("AP", "ac", 1.0),
        ("nDCG@10", "ac", 1.0),
        ("nDCG@10", "bc", 1.0),  # a fact's gain is its best member's
        ("nDCG@10", "ca", (1 + 2 * D[1]) / (2 + D[1])),
        ("nDCG@10", "abc", (2 + D[2]) / (2 + D[1])),
        ("nDCG@1", "ca", 1 / 2),
        ("nDCG-exp@10", "ca", (1 + 3 * D[1]) / (3 + D[1])),  # gains 2 and 1 become 3 and 1
        ("nDCG-exp@10", "bca", 1.0),
        ("bpref", "axc", (1 + 1 / 2) / 2),  # one of the two judged otherwise stands above c
        ("bpref", "zaxxyc", (1 + 0) / 2),  # the unjudged plays no part, the repeated x counts once
        ("bpref", "xax", (1 - 1 / 2) / 2),  # x stands where it stands first
        ("bpref@3", "zaxxyc", 1 / 2),
        ("judged@10", "azyb", 3 / 4),  # of those returned, not of k
        ("judged@2", "zzab", 0.0),
        ("judged@10", "", 0.0),
        ("recall_cap@1", "a", 1.0),
        ("recall@1", "a", 0.5),
        ("complete@10", "ab", 0.0),
        ("complete@10", "abc", 1.0),
        ("recall@10", "aac", 1.0),  # a repeated id keeps its slot
        ("precision@2", "aac", 0.5),
        ("nDCG@10", "aac", (2 + D[2]) / (2 + D[1])),
    ],
)
def test_by_hand(name: str, ranking: str, expected: float) -> None:
    assert value(name, ranking, COPIES, GRADES) == pytest.approx(expected, abs=1e-12)


def test_bpref_without_a_judged_nonrelevant_chunk_is_the_part_found_and_never_nan() -> None:
    assert value("bpref", "zac", [Fact(any=(chunk,)) for chunk in "abc"], dict.fromkeys("abc", 3)) == pytest.approx(
        2 / 3
    )


def test_a_grade_beyond_all_scales_keeps_exponential_gains_finite() -> None:
    assert value("nDCG-exp", "xa", [Fact(any=("a",))], {"a": 100_000}) == pytest.approx(D[1])


def test_the_best_result_comes_first_not_the_one_with_the_most_facts() -> None:
    facts = [Fact(any=("a",), share=0.25), Fact(any=("a",), share=0.25), Fact(any=("b",))]
    assert value("recall_cap", "b", facts, {"a": 3, "b": 3}, k=1) == 1.0
    assert value("recall_cap", "a", facts, {"a": 3, "b": 3}, k=1) == 0.5, "b would have earned twice as much"


def test_shares_of_a_split_fact_weigh_recall_gain_and_precision() -> None:
    facts = [
        Fact(any=("a",), share=0.5, part_of="f"),
        Fact(any=("b",), share=0.5, part_of="f"),
        Fact(any=("c",)),
    ]
    grades: dict[str, int | None] = {"a": 3, "b": 3, "c": 2}
    assert value("recall", "a", facts, grades) == 0.25
    assert value("recall", "c", facts, grades) == 0.5
    assert value("complete", "ab", facts, grades) == 0.0
    assert value("AP", "ax", facts, grades) == pytest.approx(0.25)
    assert value("nDCG", "abc", facts, grades) == 1.0  # each earns 1: half of gain 2, half of gain 2, gain 1


def test_a_chunk_that_reaches_several_facts_earns_them_in_one_slot() -> None:
    facts = [Fact(any=("a", "z")), Fact(any=("b", "z")), Fact(any=("c",))]
    grades: dict[str, int | None] = dict.fromkeys("abcz", 3)
    assert value("nDCG", "zc", facts, grades) == 1.0
    assert value("precision@2", "zc", facts, grades) == 1.0
    assert value("AP", "zc", facts, grades) == 1.0
    assert value("recall_cap@1", "z", facts, grades) == 1.0
    assert value("nDCG", "abc", facts, grades) < 1.0


@pytest.mark.parametrize("name", ALL)
def test_nothing_relevant_is_zero_and_never_a_crash(name: str) -> None:
    grades: dict[str, int | None] = {"a": 0, "b": -2, "c": 1, "d": None}
    assert value(name, "abcd", [Fact(any=("a", "d"))], grades) == (0.75 if name == "judged" else 0.0)


def test_a_disputed_label_is_a_hole() -> None:
    labels = labelled({"a": 3}) | {"b": Label(query="q", chunk="b", grade=3, status="decided", disputed=True)}
    view = see(truth([Fact(any=("a",)), Fact(any=("b",))], labels, SCALE), "ba")
    assert view.judged == (2,)
    assert view.facts == 1


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, list[Fact], dict[str, int | None]]:
    grades: dict[str, int | None] = draw(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-1, 3), max_size=8))
    members = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4)
    shares = st.sampled_from([1.0, 0.5, 0.25, 1 / 3])
    facts = draw(
        st.lists(st.builds(lambda any_, share: Fact(any=tuple(any_), share=share), members, shares), max_size=5)
    )
    return draw(st.text("abcdefghxyz", max_size=12)), facts, grades


@given(cases(), st.integers(1, 6))
def test_no_measure_leaves_zero_to_one_and_recall_only_grows(
    case: tuple[str, list[Fact], dict[str, int | None]], k: int
) -> None:
    ranking, facts, grades = case
    for name in ALL:
        assert 0.0 <= value(name, ranking, facts, grades, k) <= 1.0
    recalls = [value("recall", ranking, facts, grades, cut) for cut in range(1, 13)]
    assert recalls == sorted(recalls)
    assert value("complete", ranking, facts, grades, k) in (0.0, 1.0)


@given(cases())
def test_appending_a_result_never_lowers_what_counts_facts(case: tuple[str, list[Fact], dict[str, int | None]]) -> None:
    ranking, facts, grades = case
    for name in ("recall", "MRR", "nDCG", "AP", "hit"):
        assert value(name, ranking + "a", facts, grades, 20) >= value(name, ranking, facts, grades, 20) - 1e-12
