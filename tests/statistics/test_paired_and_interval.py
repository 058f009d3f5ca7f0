"""The test and the interval say the same, on any data; both know blocks."""

from __future__ import annotations

from itertools import product
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldkit.statistics.blocks import Blocks, block_sums, standard_errors
from goldkit.statistics.flips import flip_count, flips
from goldkit.statistics.interval import mean_intervals, shifts
from goldkit.statistics.paired import paired_test, single_tests

VALUES = st.sampled_from([-1.0, -2 / 3, -0.5, -1 / 3, -0.1, 0.0, 0.0, 0.0, 0.1, 1 / 3, 0.5, 2 / 3, 1.0])


@st.composite
def deltas(draw: st.DrawFn, runs: int = 1, most: int = 12) -> Blocks:
    queries = draw(st.integers(1, most))
    names = [str(draw(st.integers(0, queries))) for _ in range(queries)]
    return block_sums(names, [[draw(VALUES) for _ in names] for _ in range(runs)])


def brute_p(sums: list[float], sizes: list[float], shift: float) -> float:
    """The two-sided sign-flip p-value of a shift by its definition."""
    moved = [total - shift * size for total, size in zip(sums, sizes, strict=True)]
    observed = abs(sum(moved))
    tries = [
        abs(sum(s * d for s, d in zip(signs, moved, strict=True))) for signs in product((1, -1), repeat=len(moved))
    ]
    return sum(tried >= observed - 1e-9 for tried in tries) / len(tries)


@given(deltas(), st.floats(-1, 1))
@settings(deadline=None, max_examples=60)
def test_exact_p_is_the_definition_at_any_shift(delta: Blocks, shift: float) -> None:
    sums, sizes = delta.sums[:, 0].tolist(), delta.sizes.tolist()
    found = shifts(delta)[0]
    assert found.p(0.0) == pytest.approx(brute_p(sums, sizes, 0.0))
    assert found.p(0.0) == pytest.approx(float(paired_test(delta)[0]))
    if min(abs(shift - end) for end in [*found.lows, *found.highs]) > 1e-6:
        assert found.p(shift) == pytest.approx(brute_p(sums, sizes, shift))


def brute_equivalent(delta: Blocks, margin: float, alpha: float) -> bool:
    """Both one-sided sign-flip tests by their definition."""
    tries = []
    for sign in (1, -1):
        moved = [margin + sign * total / size for total, size in zip(delta.sums[:, 0], delta.sizes, strict=True)]
        moved = [value * size for value, size in zip(moved, delta.sizes, strict=True)]
        flipped = [
            sum(s * d for s, d in zip(signs, moved, strict=True)) for signs in product((1, -1), repeat=len(moved))
        ]
        tries.append(sum(tried >= sum(moved) - 1e-9 for tried in flipped) / len(flipped))
    return max(tries) <= alpha


@given(deltas(), st.sampled_from([0.02, 0.1, 0.2, 1 / 3, 0.6]), st.sampled_from([0.005, 0.05, 0.25, 0.5]))
@settings(deadline=None)
@example(block_sums("abc", [[0.0, 0.1, 0.5]]), 0.2, 0.5)
@example(block_sums("aab", [[0.0, 0.5, 1 / 3]]), 1 / 3, 0.25)
def test_equivalence_is_the_definition_also_where_a_flip_meets_the_margin(
    delta: Blocks, margin: float, alpha: float
) -> None:
    assert shifts(delta)[0].equivalent(margin, alpha) == brute_equivalent(delta, margin, alpha)


@given(deltas(most=40), st.sampled_from([0.005, 0.05, 0.1, 0.3]), st.sampled_from([63, 400, 1000]), st.integers(0, 3))
@settings(deadline=None)
def test_the_interval_leaves_out_zero_exactly_when_the_test_rejects_it(
    delta: Blocks, alpha: float, replicates: int, seed: int
) -> None:
    low, high = shifts(delta, replicates, seed)[0].interval(alpha)
    p = float(paired_test(delta, replicates, seed)[0])
    assert low <= float(delta.means[0]) + 1e-12
    assert high >= float(delta.means[0]) - 1e-12
    assert (low <= 0 <= high) == (p > alpha + 1e-12)


@given(deltas(most=40))
@settings(deadline=None, max_examples=50)
def test_p_falls_away_from_the_estimate_and_intervals_nest(delta: Blocks) -> None:
    found = shifts(delta, 500, 1)[0]
    above = [found.p(found.estimate + step / 10) for step in range(20)]
    assert above == sorted(above, reverse=True)
    ends = [found.interval(alpha) for alpha in (0.01, 0.05, 0.2, 0.5)]
    assert [low for low, _ in ends] == sorted(low for low, _ in ends)
    assert [high for _, high in ends] == sorted((high for _, high in ends), reverse=True)


@given(deltas(runs=3, most=30), st.integers(0, 5))
@settings(deadline=None, max_examples=60)
def test_adjusting_never_lowers_p_and_runs_may_come_in_any_order(delta: Blocks, seed: int) -> None:
    found = paired_test(delta, 400, seed)
    alone = [paired_test(delta.columns([run]), 400, seed)[0] for run in range(3)]
    assert (found >= alone).all()
    assert min(alone) > 0
    assert (found <= 1).all()
    turned = paired_test(Blocks(delta.sums[:, ::-1], delta.sizes), 400, seed)
    assert turned[::-1].tolist() == found.tolist()
    again = paired_test(delta, 400, seed)
    assert again.tolist() == found.tolist()


def test_step_down_maxt_by_its_definition() -> None:
    sums = np.array([[3.0, 1, 0], [2, -1, 0], [1, 2, 0], [2, 2, 0], [1.5, -0.5, 0], [2, 1, 0]])
    signs = np.array(list(product((1, -1), repeat=6)))
    statistics = np.abs(signs @ sums[:, :2]) / np.sqrt((sums[:, :2] ** 2).sum(axis=0))
    first = (statistics.max(axis=1) >= statistics[0, 0] - 1e-9).mean()
    second = max(first, (statistics[:, 1] >= statistics[0, 1] - 1e-9).mean())
    found = paired_test(Blocks(sums, np.ones(6)))
    assert found.tolist() == pytest.approx([first, second, 1.0])


def test_the_weaker_of_two_runs_is_never_the_surer_one() -> None:
    sums = np.array([[2.0, 0], [0, 1], [3, 3], [-1, 1], [2, 0], [0, 0]])
    weaker, stronger = paired_test(Blocks(sums, np.ones(6)))
    assert paired_test(Blocks(sums[:, [0]], np.ones(6)))[0] < stronger  # on its own it would seem surer
    assert weaker == stronger


def test_a_run_that_changes_nothing_has_p_one_and_disturbs_nobody() -> None:
    one = block_sums([str(i) for i in range(30)], [[0.1 * (i % 3) for i in range(30)]])
    two = Blocks(np.column_stack([one.sums[:, 0], np.zeros(30)]), one.sizes)
    assert paired_test(two)[1] == 1.0
    assert paired_test(two)[0] == paired_test(one)[0]
    assert shifts(two.columns([1]))[0].interval(0.05) == (0.0, 0.0)


def test_a_sampled_p_is_never_zero() -> None:
    delta = block_sums([str(i) for i in range(60)], [[1.0] * 60])
    assert paired_test(delta, 999)[0] == 1 / 1000


def test_blocks_of_one_query_are_queries_and_order_changes_nothing() -> None:
    values = [0.1, -0.3, 1 / 3, 0.7, 0.0, -0.2]
    names = ["a", "b", "c", "d", "e", "f"]
    single = block_sums(names, [values])
    assert sorted(single.sums[:, 0].tolist()) == sorted(values)
    assert float(standard_errors(single)[0]) == pytest.approx(np.std(values, ddof=1) / np.sqrt(6))
    shared = ["a", "b", "a", "c", "b", "a"]
    turned = block_sums(shared[::-1], [values[::-1]])
    assert turned.sums.tolist() == block_sums(shared, [values]).sums.tolist()


def test_copying_every_query_within_its_block_tells_nothing_new() -> None:
    values = [0.3, -0.1, 0.2, 0.5, -0.4, 0.25, 0.1, 0.0]
    names = [str(i) for i in range(8)]
    once, thrice = block_sums(names, [values]), block_sums(names * 3, [values * 3])
    assert paired_test(thrice)[0] == paired_test(once)[0]
    assert shifts(thrice)[0].interval(0.1) == pytest.approx(shifts(once)[0].interval(0.1))
    assert standard_errors(thrice)[0] == pytest.approx(standard_errors(once)[0])


def test_the_standard_error_knows_how_unequal_blocks_are() -> None:
    names = ["a", "b", "b", "b"]
    level, split = block_sums(names, [[0.5] * 4, [1.0, 0.0, 0.0, 0.0]]), [0.0, np.sqrt(2 * (0.75**2 + 0.75**2)) / 4]
    assert standard_errors(level).tolist() == pytest.approx(split), "values that are all the same do not spread"


def test_flips_are_all_of_them_or_a_seeded_sample_that_starts_unflipped() -> None:
    every = np.concatenate(list(flips(4, 16, 0)))
    assert len(np.unique(every, axis=0)) == flip_count(4, 16) == 16
    sample = np.concatenate(list(flips(30, 2500, 7)))
    assert len(sample) == flip_count(30, 2500) == 2501
    assert (sample[0] == 1).all()
    assert (np.abs(sample) == 1).all()
    assert abs(sample[1:].mean()) < 0.02
    assert (sample == np.concatenate(list(flips(30, 2500, 7)))).all()
    assert not (sample == np.concatenate(list(flips(30, 2500, 8)))).all()


def test_equivalence_needs_both_one_sided_tests() -> None:
    generator = np.random.default_rng(1)
    names = [str(i) for i in range(80)]
    near = shifts(block_sums(names, [generator.normal(0, 0.02, 80).tolist()]))[0]
    assert near.equivalent(0.02, 0.05)
    assert not near.equivalent(0.001, 0.05)
    assert not shifts(block_sums(names, [generator.normal(0.05, 0.02, 80).tolist()]))[0].equivalent(0.02, 0.05)
    assert not shifts(block_sums(names, [generator.normal(0, 0.5, 80).tolist()]))[0].equivalent(0.02, 0.05)
    assert shifts(block_sums(names, [[0.0] * 80]))[0].equivalent(0.02, 0.005)


def test_mean_intervals_are_seeded_hold_the_mean_and_widen_with_dependence() -> None:
    generator = np.random.default_rng(2)
    base = generator.uniform(0, 1, 40)
    loose = block_sums([str(i) for i in range(80)], [np.repeat(base, 2).tolist()])
    tied = block_sums([str(i // 2) for i in range(80)], [np.repeat(base, 2).tolist()])
    (low, high), (low2, high2) = mean_intervals(loose, 0.05)[0], mean_intervals(tied, 0.05)[0]
    assert low < base.mean() < high
    assert high2 - low2 > 1.2 * (high - low)
    assert mean_intervals(tied, 0.05, 500, 3) == mean_intervals(tied, 0.05, 500, 3)


@pytest.mark.parametrize("alpha", [0.05, 0.32])
def test_mean_intervals_leave_half_of_the_level_at_either_end(alpha: float) -> None:
    values = np.linspace(0, 1, 101)
    ((low, high),) = mean_intervals(block_sums([str(i) for i in range(101)], [values.tolist()]), alpha)
    reach = NormalDist().inv_cdf(1 - alpha / 2) * values.std() / np.sqrt(101)
    assert (low, high) == pytest.approx((0.5 - reach, 0.5 + reach), abs=0.003)


def test_false_alarms_stay_near_the_level_on_dependent_blocks() -> None:
    generator = np.random.default_rng(3)
    sizes = generator.integers(1, 6, 40)
    names = [str(block) for block, size in enumerate(sizes) for _ in range(size)]
    alarms = 0
    for trial in range(300):
        shared = np.repeat(generator.normal(0, 1, 40), sizes)
        noise = generator.normal(0, 1, len(names))
        alarms += paired_test(block_sums(names, [(shared + noise).tolist()]), 400, trial)[0] <= 0.05
    assert alarms / 300 <= 0.085  # 0.05 and 2.8 standard errors


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdefgh"), st.sampled_from([-1.0, -0.5, 0.0, 1 / 3, 1.0])), min_size=1, max_size=25
    )
)
def test_a_single_test_is_that_of_the_interval(rows: list[tuple[str, float]]) -> None:
    names, values = zip(*rows, strict=True)
    sums = block_sums(names, [values, [-2 * value for value in values]])
    for replicates in (100, 2_000):
        expected = [own.p(0.0) for own in shifts(sums, replicates)]
        assert single_tests(sums, replicates).tolist() == pytest.approx(expected)
