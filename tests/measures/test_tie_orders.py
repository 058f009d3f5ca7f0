"""The ends over all orders of equal scores, against trying them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.measures.names import parse
from goldkit.measures.tie_orders import BOUNDED, tie_orders
from goldkit.measures.truth import Truth, see, truth
from goldkit.records import Fact, Label, Scale

NAMES = "abcdefgh"
MEASURES = [measure for k in (1, 2, 3, 5) for measure in parse(sorted(BOUNDED), k)]


def made(grades: dict[str, int], facts: Sequence[Fact]) -> Truth:
    labels = {chunk: Label(query="q", chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()}
    return truth(facts, labels, Scale())


def orders(ranking: Sequence[str], scores: Sequence[float]) -> Iterator[list[str]]:
    tied = [
        [chunk for _, chunk in group] for _, group in groupby(zip(scores, ranking, strict=True), lambda pair: pair[0])
    ]
    for chosen in product(*(permutations(group) for group in tied)):
        yield [chunk for group in chosen for chunk in group]


def ends(own: Truth, ranking: Sequence[str], scores: Sequence[float]) -> dict[str, tuple[float, float]]:
    view = see(own, ranking)
    worst, best = tie_orders(own, view, ranking, scores) or (view, view)
    return {measure.name: (measure(worst), measure(best)) for measure in MEASURES}


def tried(own: Truth, ranking: Sequence[str], scores: Sequence[float]) -> dict[str, tuple[float, float]]:
    values = [[measure(see(own, order)) for measure in MEASURES] for order in orders(ranking, scores)]
    return {
        measure.name: (min(own), max(own)) for measure, own in zip(MEASURES, zip(*values, strict=True), strict=True)
    }


def test_by_hand() -> None:
    own = made({"a": 3, "b": 2, "x": 0}, [Fact(any=("a",)), Fact(any=("b",))])
    found = ends(own, "xabz", [2.0, 1.0, 1.0, 1.0])
    assert found["MRR"] == (1 / 3, 1 / 2)
    assert found["recall@2"] == (0.0, 0.5)
    assert found["recall@3"] == (0.5, 1.0)
    assert found["precision@2"] == (0.0, 0.5)
    assert found["hit@2"] == (0.0, 1.0)
    assert found["hit@3"] == (1.0, 1.0)


def test_no_tie_that_matters_is_none() -> None:
    own = made({"a": 3}, [Fact(any=("a",))])
    for ranking, scores in (("axy", [3.0, 1.0, 1.0]), ("ax", [2.0, 1.0]), ("xy", [1.0, 1.0]), ("", []), ("a", [1.0])):
        assert tie_orders(own, see(own, ranking), ranking, scores) is None


@st.composite
def rankings(draw: st.DrawFn) -> tuple[str, list[float]]:
    ranking = draw(st.lists(st.sampled_from(NAMES + "xyz"), max_size=6, unique=True))
    scores = sorted(draw(st.lists(st.integers(0, 2), min_size=len(ranking), max_size=len(ranking))), reverse=True)
    return "".join(ranking), [float(score) for score in scores]


GRADES = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 3))


@given(rankings(), GRADES)
@settings(deadline=None, max_examples=300)
def test_both_ends_are_reached_where_every_chunk_is_its_own_fact(
    case: tuple[str, list[float]], grades: dict[str, int]
) -> None:
    own = made(grades, [Fact(any=(name,)) for name in NAMES])
    found, all_of_them = ends(own, *case), tried(own, *case)
    for name, expected in all_of_them.items():
        assert found[name] == pytest.approx(expected, abs=1e-12), name


@given(rankings())
@settings(deadline=None, max_examples=300)
def test_both_ends_are_reached_for_copies_of_facts_of_equal_worth(case: tuple[str, list[float]]) -> None:
    own = made(dict.fromkeys(NAMES, 2), [Fact(any=tuple("abc")), Fact(any=tuple("de")), Fact(any=("f",))])
    found, all_of_them = ends(own, *case), tried(own, *case)
    for name, expected in all_of_them.items():
        assert found[name] == pytest.approx(expected, abs=1e-12), name


FACTS = st.lists(
    st.builds(
        lambda members, share: Fact(any=tuple(members), share=share),
        st.lists(st.sampled_from(NAMES), min_size=1, max_size=3),
        st.sampled_from([1.0, 0.5]),
    ),
    max_size=4,
)


@given(rankings(), GRADES, FACTS)
@settings(deadline=None, max_examples=300)
def test_no_order_leaves_the_ends_whatever_the_facts(
    case: tuple[str, list[float]], grades: dict[str, int], facts: list[Fact]
) -> None:
    own = made(grades, facts)
    found, all_of_them = ends(own, *case), tried(own, *case)
    for name, (low, high) in all_of_them.items():
        assert found[name][0] <= low + 1e-12 and high - 1e-12 <= found[name][1], name
