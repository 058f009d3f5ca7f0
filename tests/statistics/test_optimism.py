from __future__ import annotations

import numpy as np
import pytest

from goldkit.statistics.optimism import best_of, expected_maximum


@pytest.mark.parametrize(
    ("k", "expected"), [(1, 0.0), (2, 0.5642), (3, 0.8463), (5, 1.1630), (20, 1.8675), (100, 2.5076)]
)
def test_the_expected_maximum_is_the_tables(k: int, expected: float) -> None:
    assert expected_maximum(k) == pytest.approx(expected, abs=2e-4)


def test_it_is_what_drawing_gives() -> None:
    drawn = np.random.default_rng(1).normal(size=(40_000, 7)).max(axis=1)
    assert expected_maximum(7) == pytest.approx(drawn.mean(), abs=4 * drawn.std() / 200)


def test_the_best_of_several_scales_with_the_root_mean_square() -> None:
    assert best_of(2, [0.03, 0.04]) == pytest.approx(0.5642 * np.sqrt((0.0009 + 0.0016) / 2), rel=1e-3)
    assert best_of(1, [0.03]) == pytest.approx(0, abs=1e-12)
    assert best_of(5, []) == 0.0
