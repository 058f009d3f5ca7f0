"""Means over queries whose holes are judged freely of each other, and the sign that is left to hang on a judgment."""

from __future__ import annotations

from itertools import product
from random import Random
from statistics import fmean

import pytest

from goldkit.bounds.catalogue import Ends, ends
from goldkit.bounds.mean import mean_ends
from goldkit.bounds.settled import settled
from goldkit.measures.names import Measure


def deltas(case, measure):
    """The delta in every judgment, None where the query has no fact in it."""
    found = [measure(s.after) - measure(s.before) for s in case.judged()]
    return list({*found, *([] if case.situation.after.facts else [None])})


@pytest.mark.parametrize("undefined", ["exclude", "zero"])
@pytest.mark.parametrize("kind", ["recall", "MRR", "nDCG", "precision", "complete"])
def test_the_ends_of_a_mean_are_reached_by_judging_all_queries_in_all_ways(cases, kind, undefined):
    random, measure = Random(f"{kind} {undefined}"), Measure(kind, 3)
    for _ in range(60):
        queries = [cases.random(random, most_holes=2, top=random.randint(1, 2)) for _ in range(3)]
        means = []
        for values in product(*(deltas(case, measure) for case in queries)):
            counted = [0.0 if value is None else value for value in values if undefined == "zero" or value is not None]
            means += [fmean(counted)] if counted else []
        given = mean_ends([ends(measure, case.situation, case.gains) for case in queries], undefined)
        assert (given is None) == (not means)
        if given:
            assert (given.low, given.high) == pytest.approx((min(means), max(means)), abs=1e-9), queries


def test_a_mean_of_nothing_has_no_ends():
    assert mean_ends([None, None]) is None
    assert mean_ends([None], "zero") == Ends(0.0, 0.0)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.1, 0.2, "after"), (-0.2, -0.1, "before"), (-1e-12, 1e-12, "tied"), (-0.1, 0.2, "open"), (0.0, 0.2, "open")],
)
def test_a_sign_is_settled_only_where_no_judgment_can_change_it(low, high, verdict):
    assert settled(Ends(low, high)) == verdict
