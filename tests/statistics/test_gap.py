from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.statistics.blocks import Blocks, block_sums, standard_errors
from goldkit.statistics.gap import gap_blocks
from goldkit.statistics.interval import shifts

ROWS = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.booleans(), st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0])),
    min_size=2,
    max_size=20,
).filter(lambda rows: len({first for _, first, _ in rows}) == 2)


@given(ROWS)
def test_the_mean_of_the_blocks_is_the_difference_of_the_means(rows: list[tuple[str, bool, float]]) -> None:
    names, first, values = zip(*rows, strict=True)
    found = gap_blocks(names, [values], first)
    log, other = ([value for _, one, value in rows if one is side] for side in (True, False))
    assert found.sums.sum() == pytest.approx(np.mean(log) - np.mean(other), abs=1e-12)
    assert found.sizes.sum() == pytest.approx(1)
    assert (found.sizes > 0).all()


@given(ROWS)
def test_swapping_the_groups_mirrors_the_interval(rows: list[tuple[str, bool, float]]) -> None:
    names, first, values = zip(*rows, strict=True)
    there, back = (shifts(gap_blocks(names, [values], side), 500)[0] for side in (first, [not one for one in first]))
    assert there.p(0.0) == pytest.approx(back.p(0.0))
    low, high = there.interval(0.2)
    assert back.interval(0.2) == pytest.approx((-high, -low), abs=1e-9)
    assert low <= there.estimate + 1e-12
    assert there.estimate - 1e-12 <= high


def test_independent_groups_have_the_textbook_standard_error() -> None:
    generator = np.random.default_rng(1)
    log, synthetic = generator.normal(0.2, 1, 400), generator.normal(0, 2, 300)
    names = [f"q{i:04}" for i in range(700)]
    found = gap_blocks(names, [[*log, *synthetic]], [True] * 400 + [False] * 300)
    expected = float(np.sqrt(log.var() / 400 + synthetic.var() / 300))
    assert standard_errors(found)[0] == pytest.approx(expected, rel=0.02)
    low, high = shifts(found, 4_000)[0].interval(0.05)
    assert high - low == pytest.approx(2 * NormalDist().inv_cdf(0.975) * expected, rel=0.08)


def test_blocks_that_span_both_groups_cancel() -> None:
    """A question of the log and its synthetic twin that always change together: the gap is known exactly."""
    values = np.random.default_rng(2).normal(0, 1, 60).tolist()
    names = [f"b{i:02}" for i in range(60)] * 2
    tied = gap_blocks(names, [values * 2], [True] * 60 + [False] * 60)
    loose = gap_blocks([f"q{i:03}" for i in range(120)], [values * 2], [True] * 60 + [False] * 60)
    assert standard_errors(tied)[0] == pytest.approx(0, abs=1e-12)
    assert standard_errors(loose)[0] > 0.1


def test_two_halves_of_one_set_are_not_told_apart() -> None:
    """The share of false alarms at 5 % over 400 draws of dependent blocks, some of which span both groups."""
    alarms = 0
    for trial in range(400):
        generator = np.random.default_rng([9, trial])
        names = [f"b{i % 40:02}" for i in range(100)]
        shared = generator.normal(0, 0.7, 40)
        values = [shared[i % 40] + generator.normal(0, 0.7) for i in range(100)]
        found = gap_blocks(names, [values], [i < 60 for i in range(100)])
        alarms += shifts(found, 400, trial)[0].p(0.0) <= 0.05
    assert alarms / 400 <= 0.085  # 0.05 and 3 standard errors


@given(ROWS, st.sampled_from([-1.0, 0.5, 3.0]))
def test_what_is_added_to_all_queries_makes_no_difference(rows: list[tuple[str, bool, float]], more: float) -> None:
    names, first, values = zip(*rows, strict=True)
    plain, raised = (gap_blocks(names, [[value + extra for value in values]], first) for extra in (0.0, more))
    assert raised.sums == pytest.approx(plain.sums, abs=1e-9)


@pytest.mark.parametrize("unit", [1 / 7, 0.1, 0.3, 1e-3])
@pytest.mark.parametrize("blocks", [5, 12, 30])
def test_sizes_need_not_be_whole(unit: float, blocks: int) -> None:
    """Weights or shares in another unit change nothing: the flip that flips nothing is known in spite of rounding."""
    generator = np.random.default_rng(blocks)
    sums = block_sums([f"b{i % blocks:02}" for i in range(3 * blocks)], [generator.normal(0.3, 1, 3 * blocks).tolist()])
    scaled = Blocks(sums.sums * unit, sums.sizes * unit)
    for alpha in (0.05, 0.2, 0.5):
        assert shifts(scaled)[0].interval(alpha) == pytest.approx(shifts(sums)[0].interval(alpha))
    assert shifts(scaled)[0].p(0.0) == shifts(sums)[0].p(0.0)
    assert np.isinf(shifts(scaled)[0].lows).sum() == np.isinf(shifts(sums)[0].lows).sum()
