"""Kappa and alpha: published examples, and definitions counted out pair by pair."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.statistics.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha

grades = st.integers(0, 3)


def near(value):
    return pytest.approx(value, abs=1e-9)


def test_cohen_s_kappa_of_a_published_table():
    # Cohen (1960), as retold in most textbooks: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no.
    pairs = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    assert cohen_kappa(pairs) == near(0.4)


def test_fleiss_kappa_of_the_published_example():
    # Fleiss (1971) as worked out on Wikipedia: 10 things, 14 raters, 5 grades.
    rows = ["0 0 0 0 14", "0 2 6 4 2", "0 0 3 5 6", "0 3 9 2 0", "2 2 8 1 1", "7 7 0 0 0", "3 2 6 3 0", "2 5 3 2 2", "6 5 2 1 0",
            "0 2 2 3 7"]  # fmt: skip
    units = [[grade for grade, count in enumerate(map(int, row.split())) for _ in range(count)] for row in rows]
    assert fleiss_kappa(units) == pytest.approx(0.20993, abs=1e-5)


def test_krippendorff_s_alpha_of_his_example():
    # Krippendorff (2011): four observers, twelve units, gaps. Nominal 0.743, ordinal 0.815.
    table = ["1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."]
    units = [
        [int(grade) for grade in unit if grade != "."] for unit in zip(*(row.split() for row in table), strict=True)
    ]
    assert krippendorff_alpha(units, ordinal=False) == pytest.approx(0.743, abs=5e-4)
    assert krippendorff_alpha(units) == pytest.approx(0.815, abs=5e-4)


@given(st.lists(st.tuples(grades, grades), min_size=1, max_size=30))
def test_weighted_kappa_is_one_minus_mean_distance_over_all_distances(pairs):
    seen = sum((one - other) ** 2 for one, other in pairs) / len(pairs)
    chance = sum((one - other) ** 2 for (one, _), (_, other) in product(pairs, pairs)) / len(pairs) ** 2
    assert cohen_kappa(pairs, "quadratic") == (near(1 - seen / chance) if chance else None)


@given(st.lists(st.lists(grades, max_size=4), max_size=12))
def test_alpha_is_the_mean_over_all_pairs_of_values(units):
    kept = [unit for unit in units if len(unit) > 1]
    values = [value for unit in kept for value in unit]

    def apart(one, other):
        low, high = sorted((one, other))
        between = sum(low <= value <= high for value in values) - (values.count(low) + values.count(high)) / 2
        return between**2 if low != high else 0.0

    seen = sum(apart(*both) / (len(unit) - 1) for unit in kept for both in permutations(unit, 2))
    chance = sum(apart(*both) for both in permutations(values, 2)) / max(len(values) - 1, 1)
    assert krippendorff_alpha(units) == (near(1 - seen / chance) if chance else None)


@given(st.lists(st.lists(grades, min_size=2, max_size=2), min_size=1, max_size=20))
def test_who_always_agrees_has_one(units):
    same = [[unit[0]] * 2 for unit in units]
    several = len({unit[0] for unit in same}) > 1
    assert (krippendorff_alpha(same), fleiss_kappa(same)) == ((near(1), near(1)) if several else (None, None))


def test_an_independent_implementation_agrees():
    krippendorff = pytest.importorskip("krippendorff", reason="krippendorff is not installed")
    import numpy as np

    table = np.random.default_rng(7).integers(0, 4, (3, 40)).astype(float)
    table[1, ::3] = table[2, ::4] = np.nan
    units = [[int(grade) for grade in column if grade == grade] for column in table.T]
    for ordinal, level in ((True, "ordinal"), (False, "nominal")):
        expected = krippendorff.alpha(reliability_data=table, level_of_measurement=level)
        assert krippendorff_alpha(units, ordinal) == near(expected)


def test_nothing_judged_twice_has_no_agreement():
    assert krippendorff_alpha([[1], [], [2]]) is None
    assert (fleiss_kappa([]), cohen_kappa([])) == (None, None)
    with pytest.raises(ValueError, match="same number"):
        fleiss_kappa([[1, 2], [1, 2, 3]])
