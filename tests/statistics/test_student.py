from __future__ import annotations

import pytest

from goldkit.statistics.student import quantile, within


@pytest.mark.parametrize(
    ("alpha", "degrees", "t"),
    [
        (0.05, 1, 12.7062),
        (0.05, 2, 4.3027),
        (0.05, 3, 3.1824),
        (0.05, 4, 2.7764),
        (0.05, 7, 2.3646),
        (0.05, 30, 2.0423),
        (0.05, 120, 1.9799),
        (0.01, 5, 4.0321),
        (0.005, 4, 5.5976),
        (0.001, 10, 4.5869),
    ],
)
def test_the_tables(alpha: float, degrees: int, t: float) -> None:
    assert quantile(alpha, degrees) == pytest.approx(t, abs=2e-4)
    assert within(t, degrees) == pytest.approx(1 - alpha, abs=1e-5)


def test_many_degrees_of_freedom_are_normal_without_a_jump() -> None:
    assert quantile(0.05, 200) == pytest.approx(1.95996, abs=1e-4)
    assert quantile(0.05, 199) == pytest.approx(quantile(0.05, 200), rel=0.01)


@pytest.mark.parametrize("degrees", range(1, 40))
def test_scipy_agrees(degrees: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    for alpha in (0.5, 0.05, 0.0005):
        assert quantile(alpha, degrees) == pytest.approx(float(stats.t.isf(alpha / 2, degrees)), rel=1e-9)
