"""The Ladder's step: an improvement beyond its noise."""

from __future__ import annotations

import pytest

from goldkit.statistics.ladder import improves


@pytest.mark.parametrize("queries", range(3, 40))
def test_one_changed_query_is_its_own_noise_and_two_are_more(queries: int) -> None:
    for changed, better in ((0, False), (1, False), (2, True)):
        assert improves([0.0] * queries, [1.0] * changed + [0.0] * (queries - changed)) is better
