"""Rank-biased overlap against its definition, an infinite sum over depths, and against what must hold for any two lists."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.statistics.rank_biased_overlap import persistence, rank_biased_overlap

LISTS = st.lists(st.sampled_from("abcdefghijkl"), unique=True, max_size=10)
DEEP = 4000


def by_definition(one, other, p):
    """(1−p) Σ p^(d−1) A_d to a depth where nothing is left; beyond a list's end its agreement is taken to go on."""
    shorter, longer = sorted((one, other), key=len)
    s, l = len(shorter), len(longer)  # noqa: E741
    total = 0.0
    for depth in range(1, DEEP):
        at_s = len(set(shorter) & set(longer[:s]))
        if depth <= s:
            agreement = len(set(shorter[:depth]) & set(longer[:depth])) / depth
        else:
            seen = min(depth, l)
            found = len(set(shorter) & set(longer[:seen]))
            agreement = (found + at_s / s * (seen - s)) / seen
        total += (1 - p) * p ** (depth - 1) * agreement
    return total


@given(one=LISTS.filter(bool), other=LISTS.filter(bool), p=st.floats(0, 0.98))
def test_it_is_its_definition(one, other, p):
    assert rank_biased_overlap(one, other, p) == pytest.approx(by_definition(one, other, p), abs=1e-9)


@given(one=LISTS, other=LISTS, p=st.floats(0, 0.99))
def test_it_is_symmetric_and_between_0_and_1(one, other, p):
    value = rank_biased_overlap(one, other, p)
    assert value == rank_biased_overlap(other, one, p)
    assert -1e-12 <= value <= 1 + 1e-12
    assert rank_biased_overlap(one, one, p) == pytest.approx(1)
    if not set(one) & set(other) and (one or other):
        assert value == 0


def test_a_prefix_loses_nothing_and_the_top_weighs_most():
    assert rank_biased_overlap("abc", "abcdef", 0.9) == pytest.approx(1)
    assert rank_biased_overlap("abcd", "abdc", 0.9) > rank_biased_overlap("abcd", "bacd", 0.9)
    assert rank_biased_overlap("ab", "xb", 0.0) == 0
    assert rank_biased_overlap("ab", "ay", 0.0) == 1


def test_two_ranks_by_hand():
    # depth 1: 0; depth 2 and ever after: 2 of 2; so (1-p)·0 + p·1
    assert rank_biased_overlap("ab", "ba", 0.8) == pytest.approx(0.8)


def test_the_weight_of_the_first_ten_at_0_9_is_86_percent():
    p, d = persistence(10), 10
    weight = 1 - p ** (d - 1) + (1 - p) / p * d * (math.log(1 / (1 - p)) - sum(p**i / i for i in range(1, d)))
    assert (p, round(weight, 2)) == (0.9, 0.86)  # equation 21 of the paper
    assert persistence(1) == 0
