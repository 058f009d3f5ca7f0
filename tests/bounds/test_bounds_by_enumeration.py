"""Every end of every measure against judging the holes in all ways, by the measures themselves."""

from __future__ import annotations

from random import Random

import pytest

from goldkit.bounds.catalogue import BOUNDS, ends
from goldkit.bounds.situation import alone
from goldkit.measures.names import Measure
from goldkit.records import Fact, Scale

CASES = 250
CUTS = (1, 2, 3, 4)


@pytest.mark.parametrize("top", [1, 2, 3])
@pytest.mark.parametrize("kind", BOUNDS)
def test_both_ends_of_a_delta_and_of_a_value_are_reached_and_never_passed(cases, kind, top):
    random = Random(f"{kind} {top}")
    for _ in range(CASES // top):
        case = cases.random(random, most_holes=5 - top, top=top)
        measure = Measure(kind, random.choice([*CUTS, None] if kind in ("MRR", "AP") else CUTS))
        situation = case.situation
        for single in (False, True):
            if single:
                situation = alone(situation.after, situation.holes, situation.ranks_after)
            wanted, given = cases.span(case, measure, single), ends(measure, situation, case.gains)
            assert (wanted is None) == (given is None), (case, measure)
            if wanted and given:
                assert given.exact or (kind == "AP" and not single), (case, measure, single)
                assert given.low <= wanted[0] + 1e-9 and given.high >= wanted[1] - 1e-9, (case, measure, single)
                if given.exact:
                    assert (given.low, given.high) == pytest.approx(wanted, abs=1e-9), (case, measure, single)


def test_average_precision_is_exact_when_searched_to_the_end_and_safe_before(cases):
    random, safe = Random(4), 0
    for _ in range(200):
        case = cases.random(random, most_holes=6)
        measure = Measure("AP", random.choice([3, 4, 5, None]))
        wanted = cases.span(case, measure)
        if wanted:
            quick, whole = (ends(measure, case.situation, case.gains, nodes) for nodes in (0, 1000))
            assert whole.exact and (whole.low, whole.high) == pytest.approx(wanted, abs=1e-9), (case, measure)
            assert quick.low <= wanted[0] + 1e-9 and quick.high >= wanted[1] - 1e-9
            safe += not quick.exact
    assert safe > 20


@pytest.mark.parametrize("kind", ["nDCG", "recall_cap"])
def test_a_ranking_that_beats_the_greedy_ideal_is_bounded_safely(cases, kind):
    chunks = {"a": "012", "b": "345", "greedy": "0134"}
    facts = tuple(Fact(any=tuple(chunk for chunk, parts in chunks.items() if str(part) in parts)) for part in range(6))
    case = cases.Case(
        Scale(max=1, relevant_from=1), dict.fromkeys(chunks, 1), facts, ("h", "a"), ("a", "b", "h"), ("h", "g")
    )
    measure = Measure(kind, 2)
    low, high = cases.span(case, measure)
    given = ends(measure, case.situation, case.gains)
    assert given.low <= low + 1e-9 and given.high >= high - 1e-9 and not given.exact
    single = alone(case.situation.after, ("h", "g"), (3.0, 9.0))
    assert ends(measure, single, case.gains).high == 1.0


def test_no_bound_is_given_for_how_much_is_judged(cases):
    case = cases.random(Random(1))
    with pytest.raises(KeyError):
        ends(Measure("judged", 3), case.situation, case.gains)


def test_a_scale_may_have_any_number_of_grades(cases):
    facts = (Fact(any=("a",)), Fact(any=("b",), share=0.5))
    case = cases.Case(
        Scale(max=60, relevant_from=1), {"a": 7, "b": 31}, facts, ("a", "h", "b"), ("h", "b", "g"), ("h", "g")
    )
    for kind in ("nDCG", "nDCG-exp"):
        measure = Measure(kind, 3)
        given = ends(measure, case.situation, range(1, 61))
        assert (given.low, given.high) == pytest.approx(cases.span(case, measure), abs=1e-9)
        assert ends(measure, case.situation, range(1, 10**9)).high >= given.high - 1e-9
