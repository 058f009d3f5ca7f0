"""What changes if a hole may be a copy of a judged fact or of another hole, by enumeration of all such judgments."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from goldkit.bounds.copies import COPIES, UNMOVED, has_copy_ends
from goldkit.bounds.situation import alone, meet
from goldkit.measures.names import Measure
from goldkit.measures.truth import truth
from goldkit.records import Fact


def judgments(case):
    """Each hole irrelevant, in one of the judged facts, or in one of as many new facts as there are holes."""
    known = [fact for fact in case.facts if any(case.grades[chunk] for chunk in fact.any)]
    places = [None, *range(len(known) + len(case.pool))]
    for choice in product(places, repeat=len(case.pool)):
        joined = [*(list(fact.any) for fact in known), *([] for _ in case.pool)]
        for hole, place in zip(case.pool, choice, strict=True):
            if place is not None:
                joined[place].append(hole)
        grades = {
            **case.grades,
            **{hole: int(place is not None) for hole, place in zip(case.pool, choice, strict=True)},
        }
        found = truth([Fact(any=tuple(chunks)) for chunks in joined], case.labels(grades), case.scale)
        if found.shares:
            yield meet(found, case.before, case.after, ())


@pytest.mark.parametrize("kind", COPIES)
def test_the_ends_with_copies_are_reached_and_never_passed(cases, kind):
    random = Random(kind)
    for _ in range(150):
        case = cases.random(random, most_holes=3, plain=True)
        if not case.pool:
            continue
        k, at = random.randint(1, 4), case.situation
        measure, highest = Measure(kind, k), COPIES[kind]
        found = list(judgments(case))
        assert has_copy_ends(at)
        deltas = [measure(s.after) - measure(s.before) for s in found]
        assert (-highest(at.swapped, k), highest(at, k)) == pytest.approx((min(deltas), max(deltas))), (case, k)
        single = alone(at.after, at.holes, at.ranks_after)
        values = [measure(s.after) for s in found]
        assert (-highest(single.swapped, k), highest(single, k)) == pytest.approx((min(values), max(values))), (case, k)


@pytest.mark.parametrize("kind", sorted(UNMOVED))
def test_a_first_hit_does_not_care_what_it_is_a_copy_of(cases, kind):
    random, measure = Random(kind), Measure(kind, 3)
    for _ in range(100):
        case = cases.random(random, most_holes=3, plain=True)
        deltas = {measure(s.after) - measure(s.before) for s in judgments(case)}
        assert ((min(deltas), max(deltas)) if deltas else None) == cases.span(case, measure), case


def test_shares_have_no_ends_with_copies(cases):
    case = cases.random(Random(1), plain=True)
    halved = cases.Case(case.scale, {"a": 1}, (Fact(any=("a",), share=0.5),), ("a",), (), ("h",))
    assert not has_copy_ends(halved.situation)
