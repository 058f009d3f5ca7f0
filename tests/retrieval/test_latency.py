"""Percentiles of the times that answers took."""

import pytest

from goldkit.retrieval.latency import latency


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([], {}),
        ([7.04], {"p50": 7.0, "p95": 7.0}),
        ([4, 1, 3, 2], {"p50": 2, "p95": 4}),
        (range(1, 101), {"p50": 50, "p95": 95}),
        (range(1, 102), {"p50": 51, "p95": 96}),
    ],
)
def test_the_smallest_time_that_so_many_do_not_exceed(times, expected):
    assert latency(times) == expected
