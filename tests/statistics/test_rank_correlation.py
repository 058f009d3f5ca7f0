"""Spearman's rho, Kendall's tau-b and the sign test beside scipy's."""

import random

import pytest
from scipy import stats

from goldkit.statistics.rank_correlation import kendall_tau_b, spearman, spearman_interval
from goldkit.statistics.sign_test import sign_test


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("values", [4, 100])
def test_both_are_scipys_with_many_ties_and_with_few(seed, values):
    chance = random.Random(seed)
    one = [float(chance.randrange(values)) for _ in range(60)]
    other = [chance.randrange(values) + value / 2 for value in one]
    assert spearman(one, other) == pytest.approx(stats.spearmanr(one, other).statistic)
    assert kendall_tau_b(one, other) == pytest.approx(stats.kendalltau(one, other).statistic)


def test_they_know_the_ends_and_what_is_not_defined():
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert kendall_tau_b([1, 2, 3], [1, 2, 3]) == 1
    assert spearman([1, 1, 1], [1, 2, 3]) is None
    assert spearman([1], [2]) is None
    assert kendall_tau_b([1, 1], [1, 2]) is None


def test_rho_of_no_relation_lies_in_its_interval_19_times_in_20():
    inside = 0
    for seed in range(400):
        chance = random.Random(seed)
        one, other = ([float(chance.randrange(7)) for _ in range(80)] for _ in range(2))
        low, high = spearman_interval(spearman(one, other), 80)
        inside += low <= 0 <= high
    assert 368 <= inside <= 392
    assert spearman_interval(0.3, 3) is None
    assert spearman_interval(1.0, 9) == (1.0, 1.0)


@pytest.mark.parametrize(("ups", "downs"), [(0, 0), (3, 3), (9, 1), (1, 9), (40, 20)])
def test_the_sign_test_is_the_binomial_one(ups, downs):
    expected = stats.binomtest(ups, ups + downs).pvalue if ups + downs else 1.0
    assert sign_test(ups, downs) == pytest.approx(expected)
