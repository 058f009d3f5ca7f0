from __future__ import annotations

import numpy as np
import pytest

from goldkit.statistics.replicates import run_spread


def test_one_run_each_has_no_spread() -> None:
    assert run_spread([0.5], [0.6], 0.05) is None


def test_equal_spreads_are_the_textbook_t() -> None:
    """Two groups of three with the same variance: 4 degrees of freedom, t 2.7764."""
    assert run_spread([0.1, 0.2, 0.3], [0.4, 0.5, 0.6], 0.05) == pytest.approx(2.7764 * np.sqrt(2 * 0.01 / 3), rel=1e-4)


def test_a_single_run_is_taken_to_differ_as_the_other_does() -> None:
    """Variance 0.01 / 3 and 0.01 / 1, and the two degrees of freedom of the one estimate."""
    expected = 4.3027 * np.sqrt(0.01 / 3 + 0.01)
    assert run_spread([0.1, 0.2, 0.3], [0.5], 0.05) == pytest.approx(expected, rel=1e-4)
    assert run_spread([0.5], [0.1, 0.2, 0.3], 0.05) == pytest.approx(expected, rel=1e-4)


def test_runs_that_never_differ_leave_no_spread() -> None:
    assert run_spread([0.5, 0.5], [0.6, 0.6], 0.05) == 0.0


def test_two_pipelines_of_equal_worth_are_kept_apart_by_chance_alone_rarely() -> None:
    generator = np.random.default_rng(3)
    groups = generator.normal(0, 1, (2_000, 2, 4))
    beyond = [abs(a.mean() - b.mean()) > (run_spread(a.tolist(), b.tolist(), 0.05) or 0) for a, b in groups]
    assert np.mean(beyond) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2_000)
    assert np.mean(beyond) > 0.02
