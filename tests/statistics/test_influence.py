from __future__ import annotations

import numpy as np
import pytest

from goldkit.results.score import Verdict
from goldkit.statistics.blocks import Blocks, block_sums
from goldkit.statistics.influence import without_largest
from goldkit.statistics.interval import Shifts
from goldkit.statistics.verdict import decide


def verdict(own: Shifts, blocks: int, joint: float) -> Verdict:
    return decide(own, blocks, joint, 0.02, 0.05).verdict


def found(columns: list[list[float]], names: list[str]) -> list[tuple[int, Verdict] | None]:
    return without_largest(block_sums(names, columns), verdict, 2_000, 0)


def test_a_gain_that_all_blocks_share_stays_without_one() -> None:
    names = [f"b{i // 2:02}" for i in range(80)]
    assert found([[0.5] * 80], names) == [(2, "better")]


def test_a_verdict_that_one_block_makes_falls_with_it() -> None:
    """Six queries in blocks of their own gain; one block of 20 gains as well, and without it the test cannot tell."""
    names = [*(["big"] * 20), *(f"b{i:02}" for i in range(60))]
    gains = [0.25] * 20 + [1.0] * 3 + [-1.0] + [0.0] * 56
    assert found([gains], names) == [(20, "too_small")]


def test_each_column_leaves_its_own_block_out() -> None:
    names = [f"b{i:02}" for i in range(40)]
    first, second = [0.1] * 40, [0.0] * 40
    first[3], second[7] = 5.0, -5.0
    assert found([first, second, [0.0] * 40], names) == [(1, "better"), (1, "equivalent"), None]


@pytest.mark.parametrize(("blocks", "known"), [(20, False), (21, True)])
def test_too_few_blocks_leave_nothing_to_compare_with(blocks: int, known: bool) -> None:
    sums = Blocks(np.ones((blocks, 1)), np.ones(blocks))
    assert (without_largest(sums, verdict, 2_000, 0)[0] is not None) == known
