from __future__ import annotations

import numpy as np
import pytest

from goldkit.statistics.blocks import block_sums
from goldkit.statistics.interval import Shifts, shifts
from goldkit.statistics.power import further_queries, smallest_visible
from goldkit.statistics.verdict import decide
from goldkit.statistics.wilson import effective_queries, wilson


def test_smallest_visible_is_the_textbook_figure_and_falls_with_more_queries() -> None:
    assert smallest_visible(1.0, 0.05) == pytest.approx(2.8016, abs=1e-3)
    assert smallest_visible(0.3 / np.sqrt(100), 0.05) == pytest.approx(0.084, abs=5e-4)
    assert smallest_visible(1.0, 0.005) > smallest_visible(1.0, 0.05)


def test_further_queries() -> None:
    assert further_queries(100, 0.08, 0.04) == 300
    assert further_queries(100, 0.08, 0.08) == 0
    assert further_queries(100, 0.08, 0.2) == 0


def test_wilson() -> None:
    assert wilson(0.5, 100, 0.05) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 20, 0.05) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert wilson(0.0, 20, 0.05)[0] == 0.0


def test_copies_within_a_block_count_once_for_the_effective_number() -> None:
    hits = [1.0, 0.0, 1.0, 1.0, 0.0] * 8
    loose = block_sums([str(i) for i in range(40)], [hits])
    tied = block_sums([str(i) for i in range(40)] * 3, [hits * 3])
    assert effective_queries(loose) == pytest.approx(39)
    assert effective_queries(tied) == pytest.approx(39)
    assert effective_queries(block_sums(["a", "a", "b"], [[1.0, 1.0, 1.0]])) == 2
    even = block_sums([str(i // 2) for i in range(24)], [[1.0, 0.0] * 10 + [1.0, 1.0, 0.0, 0.0]])
    assert effective_queries(even) == 24, (
        "groups more alike than chance makes them are worth no more than their queries"
    )


def deltas(mean: float, spread: float, n: int = 60) -> Shifts:
    values = np.random.default_rng(5).normal(0, 1, n)
    values = mean + spread * (values - values.mean())
    return shifts(block_sums([f"{i:03}" for i in range(n)], [values.tolist()]), 2000)[0]


@pytest.mark.parametrize(
    ("mean", "spread", "verdict"),
    [(0.1, 0.1, "better"), (-0.1, 0.1, "worse"), (0.0, 0.01, "equivalent"), (0.02, 0.5, "too_small")],
)
def test_verdicts(mean: float, spread: float, verdict: str) -> None:
    found = deltas(mean, spread)
    assert decide(found, 60, found.p(0), 0.02, 0.05).verdict == verdict


def test_a_p_value_at_the_level_is_a_verdict_and_one_above_it_is_none() -> None:
    found = deltas(0.1, 0.1)
    assert decide(found, 60, 0.05, 0.02, 0.05).verdict == "better"
    assert decide(found, 60, 0.0501, 0.02, 0.05).verdict == "too_small"


def test_few_blocks_give_no_verdict_and_some_give_a_warning() -> None:
    found = deltas(0.1, 0.1)
    none = decide(found, 19, 0.0001, 0.02, 0.05)
    assert (none.verdict, "19" in none.reason) == ("none", True)
    few = decide(found, 20, 0.0001, 0.02, 0.05)
    assert (few.verdict, "only 20 independent groups" in few.reason) == ("better", True)
    assert "only 39" in decide(found, 39, 0.0001, 0.02, 0.05).reason
    assert "only" not in decide(found, 40, 0.0001, 0.02, 0.05).reason


def test_a_budget_of_looks_makes_equivalence_harder() -> None:
    found = deltas(0.0, 0.06)
    assert decide(found, 60, 1.0, 0.02, 0.05).verdict == "equivalent"
    assert decide(found, 60, 1.0, 0.02, 0.05, looks=20).verdict == "too_small"


def test_a_real_but_tiny_difference_is_called_tiny() -> None:
    found = deltas(0.01, 0.01)
    assert "less than the margin 0.02" in decide(found, 60, found.p(0), 0.02, 0.05).reason
